//! Linear systems: their exponents are the real parts of eigenvalues.

lyapax::model! {
    /// The simplest flow.
    pub Decay {
        state x = 1.0;
        param rate = 1.0;
        dx/dt = -rate * x;
    }
}

lyapax::model! {
    /// Two independent rates.
    pub Diagonal {
        state x = 1.0, y = 1.0;
        param a = -1.0, b = -5.0;
        dx/dt = a * x;
        dy/dt = b * y;
    }
}

lyapax::model! {
    /// [[−1, 1], [0, −1]]: one eigenvector for a double eigenvalue.
    pub Jordan {
        state x = 1.0, y = 1.0;
        dx/dt = -x + y;
        dy/dt = -y;
    }
}

lyapax::model! {
    /// A matrix [[a, b], [c, d]].
    pub Plane {
        state x = 1.0, y = 0.5;
        param a = -1.0, b = 0.0, c = 0.0, d = -1.0;
        dx/dt = a * x + b * y;
        dy/dt = c * x + d * y;
    }
}

lyapax::model! {
    /// x' = γx + G Σ w x: the spectrum is γ + G times the eigenvalues of the weights.
    pub LinearNetwork {
        state x = 1.0;
        param gamma = -2.0, G = 0.5;
        coupling c = G * sum(w * src.x);
        dx/dt = gamma * x + c;
    }
}

lyapax::model! {
    /// Each node decays at its own rate and hears the others.
    pub Coupled {
        state x = 1.0;
        param rate = 1.0;
        coupling c = sum(w * src.x);
        dx/dt = -rate * x + c;
    }
}

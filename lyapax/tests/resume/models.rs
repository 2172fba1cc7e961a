//! Models for the tests.

// One forgets a state on purpose, and says so as a deprecation.
#![allow(deprecated)]

lyapax::model! {
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        dx/dt = sigma * (y - x);
        dy/dt = x * (rho - z) - y;
        dz/dt = x * y - beta * z;
        output height = z;
        output energy = x^2 + y^2;
    }
}

lyapax::model! {
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        next(x) = 1 - a * x^2 + y;
        next(y) = b * x;
        output square = x^2;
    }
}

lyapax::model! {
    pub Lorenz96 {
        state x = 0.0;
        param F = 8.0;
        dx/dt = (x[+1] - x[-2]) * x[-1] - x + F;
    }
}

lyapax::model! {
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0, G = 2.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        dtheta/dt = omega + c;
        output pull = c;
    }
}

lyapax::model! {
    /// It reads the time and a signal.
    pub Duffing {
        state x = 0.8, v = 0.25;
        param damping = 0.2, drive = 0.3;
        input u;
        dx/dt = v;
        dv/dt = -damping * v + x - x^3 + drive * cos(t) + u;
        output energy = v^2 / 2 - x^2 / 2 + x^4 / 4;
    }
}

lyapax::model! {
    /// Nothing reads y: the second exponent is −∞.
    pub Forgetful {
        state x = 0.4, y = 0.0;
        next(x) = 4 * x * (1 - x);
        next(y) = x;
    }
}

lyapax::model! {
    pub Logistic {
        state x = 0.4;
        param r = 4.0;
        next(x) = r * x * (1 - x);
    }
}

lyapax::model! {
    /// det J is zero where n is `blind`, and nowhere else.
    pub Blinded {
        state x = 0.3, y = 0.1, n = 0.0;
        param blind = 500.0;
        next(x) = 4 * x * (1 - x);
        next(y) = 0.1 * sin(20 * y) * (n - blind) / (1 + abs(n - blind)) + x;
        next(n) = n + 1;
        output shown = y;
    }
}

//! What is run.

use lyapax::model;

model! {
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

model! {
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0, G = 1.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

model! {
    /// Two states, of which one is coupled by differences, an input, an output, neighbours.
    pub Cells {
        state v = 0.1, s = 0.2;
        param a = 0.7, g = 0.3, d = 0.1;
        input drive;
        coupling c = g * sum(w * (src.v - v)) + sum(w^2 * tanh(src.s));
        output energy = v^2 + s^2;
        dv/dt = v - v^3 / 3 - s + drive + d * (v[+1] + v[-1] - 2 * v) + c / N;
        ds/dt = 0.08 * (v + a - 0.8 * s);
    }
}

model! {
    /// What does not separate.
    pub Pairs {
        state x = 0.3, y = 0.1;
        param a = 0.2;
        coupling c = sum(w * tanh(src.x - 2 * x * src.y));
        dx/dt = y - a * x + c / N;
        dy/dt = -sin(x) - 0.1 * y;
    }
}

model! {
    pub Logistic {
        state x = 0.4;
        param r = 3.9, e = 0.1;
        coupling c = sum(w * src.x * (1 - src.x));
        "x[n+1] = (1 - e) * r * x * (1 - x) + e * r * c / N"
    }
}

model! {
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        "x[n+1] = 1 - a * x^2 + y
         y[n+1] = b * x"
    }
}

model! {
    /// x' = rate x + what neighbours in a network give.
    pub Relay {
        state x = 1.0;
        param rate = -2.0, g = 0.5;
        coupling c = sum(w * src.x);
        "x' = rate * x + g * c"
    }
}

model! {
    /// Leaves for infinity in finite time where x is large.
    pub Blow {
        state x = 0.1, y = 0.2;
        param a = 1.0;
        "x' = -a * x + x^3
         y' = -2 * y"
    }
}

model! {
    /// A driven pendulum.
    pub Pendulum {
        state q = 0.2, v = 0.0;
        param damping = 0.5;
        input drive;
        "q' = v
         v' = -damping * v - sin(q) + drive + 0.1 * cos(0.3 * t)"
    }
}

model! {
    /// Every function of the language, in both equations of a weakly driven oscillator.
    pub Everything {
        state x = 0.3, y = 0.4;
        param a = 1.1;
        let smooth = exp(-x^2) + ln(2 + x^2) + log10(3 + y^2) + sqrt(1 + x^2) + cbrt(x + 2) + sin(x) + cos(y)
            + tan(0.3 * x) + asin(0.2 * x) + acos(0.2 * y) + atan(x) + atan2(y, 2 + x^2) + sinh(0.3 * x)
            + cosh(0.2 * y) + tanh(x - y) + sigmoid(x) + hypot(x, y + 3) + pow(2 + x^2, 0.3 * y + 1)
            + 8 / 3 * pow(1 + x^2, 1.5) + atan2(1, 2 + x^2) + hypot(x, 3) + exp(2) * x / 7;
        let kinks = abs(x) + min(x, y) + max(0.1 * x, y) + max(0.3, y);
        #[jump] let jumps = sign(x) + heaviside(y) + floor(3 * x) + ceil(2 * y) + mod(x, 0.7) + mod(5, 2 + x^2)
            + if x > 0.1 && !(y >= 0.5) || x != y { 0.2 * x } else { y };
        "x' = y + 0.01 * smooth + 0.01 * kinks
         y' = -a * x - 0.1 * y + 0.01 * jumps + 0.02 * smooth"
    }
}

model! {
    /// What a source gives leaves the numbers where `x` does not yet.
    pub Loud {
        state x = 0.5;
        coupling c = sum(w * exp(src.x));
        "x' = -x + 1e-3 * tanh(c)"
    }
}

model! {
    /// No next value reads `y`.
    pub Forgetful {
        state x = 0.3, y = 0.1;
        output last = y;
        "x[n+1] = 3.7 * x * (1 - x)
         y[n+1] = x"
    }
}

model! {
    /// Its exponent is ln 2.
    pub Doubling {
        state x = 0.2;
        "x[n+1] = mod(2 * x, 1)"
    }
}

model! {
    /// An output that hardly moves, and a divergence that does not.
    pub Slow {
        state x = 0.1, y = 0.3;
        output level = x;
        "x' = -1e-9 * x
         y' = -0.7 * y"
    }
}

model! {
    /// Arnold's map of the torus. Its determinant is 1, and its exponents ± ln((3 + √5)/2).
    pub Cat {
        state x = 0.3, y = 0.2;
        "x[n+1] = mod(x + y, 1)
         y[n+1] = mod(x + 2 * y, 1)"
    }
}

model! {
    /// Finite where what it is made of is not.
    pub Occupation {
        param scale = 1.0;
        input energy;
        output filled = exp(scale * energy) / (1 + exp(scale * energy));
        output level = 3 * energy;
    }
}

model! {
    /// A parameter whose size is anyone's choice.
    pub Scaled {
        param k = 1.0, unit = 1.0, idle = 0.0;
        input x;
        output y = k / unit * x + idle;
    }
}

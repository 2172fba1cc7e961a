//! What is run.

use lyapax::model;

model! {
    #[lyapax(crate = crate::on_text)]
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

model! {
    /// Its determinant is −b everywhere.
    #[lyapax(crate = crate::on_text)]
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        "x[n+1] = 1 - a * x^2 + y
         y[n+1] = b * x"
    }
}

model! {
    /// One state.
    #[lyapax(crate = crate::on_text)]
    pub Logistic {
        state x = 0.4;
        param r = 3.9, e = 0.1;
        coupling c = sum(w * src.x * (1 - src.x));
        "x[n+1] = (1 - e) * r * x * (1 - x) + e * r * c / N"
    }
}

model! {
    /// A pendulum with two signals.
    #[lyapax(crate = crate::on_text)]
    pub Pendulum {
        state q = 0.2, v = 0.0;
        param damping = 0.5;
        input drive, bias;
        "q' = v
         v' = -damping * v - sin(q) + drive + bias + 0.1 * cos(0.3 * t)"
    }
}

model! {
    /// Eight masses between two walls: with all tangents more values than are written out.
    #[lyapax(crate = crate::on_text)]
    pub Chain {
        state a = 0.4, b = -0.3, c = 0.2, d = 0.1, pa = 0.0, pb = 0.1, pc = -0.1, pd = 0.0;
        param k = 0.25;
        fn force(r) = r + k * r^3;
        "a' = pa
         b' = pb
         c' = pc
         d' = pd
         pa' = force(b - a) - force(a)
         pb' = force(c - b) - force(b - a)
         pc' = force(d - c) - force(c - b)
         pd' = -force(d) - force(d - c)"
    }
}

model! {
    /// Every function of the language.
    #[lyapax(crate = crate::on_text)]
    pub Everything {
        state x = 0.3, y = 0.4;
        param a = 1.1;
        let smooth = exp(-x^2) + ln(2 + x^2) + log(3 + x^2) + log10(3 + y^2) + sqrt(1 + x^2) + cbrt(x + 2) + sin(x)
            + cos(y) + tan(0.3 * x) + asin(0.2 * x) + acos(0.2 * y) + atan(x) + atan2(y, 2 + x^2) + sinh(0.3 * x)
            + cosh(0.2 * y) + tanh(x - y) + sigmoid(x) + hypot(x, y + 3) + pow(2 + x^2, 0.3 * y + 1)
            + 8 / 3 * pow(1 + x^2, 1.5) + atan2(1, 2 + x^2) + hypot(x, 3) + x^5 + (2 + y)^-2 + pi * x;
        let kinks = abs(x) + min(x, y) + max(0.1 * x, y) + max(0.3, y);
        #[jump] let jumps = sign(x) + heaviside(y) + floor(3 * x) + ceil(2 * y) + mod(x, 0.7) + mod(5, 2 + x^2)
            + if x > 0.1 && !(y >= 0.5) || x != y { 0.2 * x } else { y }
            + if x < y || x <= 0.2 && x == 0.1 { y } else { x * y };
        "x' = y + 0.01 * smooth + 0.01 * kinks
         y' = -a * x - 0.1 * y + 0.01 * jumps + 0.02 * smooth"
    }
}

model! {
    #[lyapax(crate = crate::on_text)]
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0, G = 1.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

model! {
    /// Two states, of which one is coupled by differences, an input, an output, neighbours.
    #[lyapax(crate = crate::on_text)]
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
    #[lyapax(crate = crate::on_text)]
    pub Pairs {
        state x = 0.3, y = 0.1;
        param a = 0.2;
        coupling c = sum(w * tanh(src.x - 2 * x * src.y));
        dx/dt = y - a * x + c / N;
        dy/dt = -sin(x) - 0.1 * y;
    }
}

model! {
    /// A stirred tank with a reaction of order n.
    #[lyapax(crate = crate::on_text)]
    pub Reactor {
        param k0 = 2.0e7, E_R = 6000.0, n = 1.5;
        input T, C_in, tau;
        let k = k0 * exp(-E_R / T);
        let C_out = C_in / (1 + k * tau * C_in^(n - 1));
        output conversion = (C_in - C_out) / C_in;
    }
}

model! {
    /// Finite where what it is made of is not; an output that does not depend on a parameter.
    #[lyapax(crate = crate::on_text)]
    pub Occupation {
        param scale = 1.0, offset = 0.5;
        input energy;
        output filled = exp(scale * energy) / (1 + exp(scale * energy));
        output level = 3 * energy + offset;
    }
}

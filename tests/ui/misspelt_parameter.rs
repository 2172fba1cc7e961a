//! A slip in a parameter's name is an error where the model is used, too.

use lyapax::{System, model};

model! {
    /// Lorenz (1963).
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

model! {
    pub Decay {
        state height = 1.0;
        param rate = 1.0;
        dheight/dt = -rate * height;
    }
}

fn main() {
    let field = Lorenz {
        rh: 20.0.into(),
        ..Lorenz::default()
    };
    let name = Lorenz::sigm.name();
    let kind = System::new(Lorenz::default()).initial(Lorenz::rho, 20.0);
    let model = System::new(Lorenz::default()).initial(Decay::height, 20.0);
}

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

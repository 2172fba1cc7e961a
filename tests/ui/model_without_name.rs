//! A model begins with its name. Without one there is no type that could be used.

lyapax::model! {
    state x = 1.0;
    dx/dt = -x;
}

lyapax::model! {
    pub {
        state x = 1.0;
        "x' = -x"
    }
}

lyapax::model! {}

fn main() {}

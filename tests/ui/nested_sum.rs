//! A sum over the sources of sources.

use lyapax::{Dense, SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        coupling far = sum(w * sum(w * src.x));
        dx/dt = far - x;
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        coupling near = sum(w * src.x);
        coupling far = sum(w * near);
        "x' = far - x"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    let weights = Dense::all_to_all(3, 1.0);
    System::network(Plain::default(), weights)
        .spectrum(&options)
        .unwrap();
    let weights = Dense::all_to_all(3, 1.0);
    System::network(Quoted::default(), weights)
        .initial(Quoted::x, 2.0)
        .spectrum(&options)
        .unwrap();
}

//! What belongs to an edge means nothing at a node.

use lyapax::{Dense, SpectrumOptions, System, model};

model! {
    pub Plain {
        state x = 1.0;
        param G = 1.0;
        dx/dt = G * w * (1 - x);
    }
}

model! {
    pub Quoted {
        state x = 1.0;
        param G = 1.0;
        "x' = G * (src.x - x)"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    let weights = Dense::all_to_all(3, 1.0);
    System::network(Plain { G: 2.0.into() }, weights)
        .spectrum(&options)
        .unwrap();
    let weights = Dense::all_to_all(3, 1.0);
    System::network(Quoted { G: 2.0.into() }, weights)
        .spectrum(&options)
        .unwrap();
}

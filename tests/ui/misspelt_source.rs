//! The source of an edge is `src.`.

use lyapax::{Dense, SpectrumOptions, System, model};

model! {
    pub Plain {
        state theta = 0.0;
        param G = 1.0;
        coupling c = G * sum(w * sin(scr.theta - theta));
        dtheta/dt = c;
    }
}

model! {
    pub Quoted {
        state theta = 0.0;
        param G = 1.0;
        "coupling c = G * sum(w * sin(src.theta_j - theta_i))
         theta' = c"
    }
}

fn main() {
    let options = SpectrumOptions::new(10);
    System::network(Plain { G: 2.0.into(), ..Plain::default() }, Dense::all_to_all(3, 1.0))
        .spectrum(&options)
        .unwrap();
    System::network(Quoted { G: 2.0.into(), ..Quoted::default() }, Dense::all_to_all(3, 1.0))
        .spectrum(&options)
        .unwrap();
}

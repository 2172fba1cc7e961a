//! A name that nothing declares: once with a name nearby, once without.

use lyapax::{SpectrumOptions, System, model};

model! {
    pub Plain {
        state theta = 0.1;
        param omega = 1.0;
        dtheta/dt = omga - sin(theta);
    }
}

model! {
    pub Quoted {
        state theta = 0.1;
        param omega = 1.0;
        "theta' = omega - sin(theta)
                  + torque"
    }
}

fn main() {
    let plain = Plain { omega: 2.0.into() };
    let quoted = Quoted { omega: vec![1.0, 2.0].into() };
    let options = SpectrumOptions::new(10);
    System::new(plain).initial(Plain::theta, 0.5).spectrum(&options).unwrap();
    System::uncoupled(quoted, 2).initial(Quoted::theta, vec![0.1, 0.2]).spectrum(&options).unwrap();
}

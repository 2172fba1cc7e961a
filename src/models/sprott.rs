//! Sprott (1994), Phys. Rev. E 50, R647, table I: chaotic flows of few terms.

lyapax::model! {
    /// Case B: the divergence is −1.
    pub SprottB {
        state x = 0.1, y = 0.1, z = 0.1;
        "x' = y * z
         y' = x - y
         z' = 1 - x * y"
    }
}

lyapax::model! {
    /// Case C: the divergence is −1.
    pub SprottC {
        state x = 0.1, y = 0.1, z = 0.1;
        "x' = y * z
         y' = x - y
         z' = 1 - x^2"
    }
}

lyapax::model! {
    /// Case D: the divergence is x, which averages to less than zero.
    pub SprottD {
        state x = 0.1, y = 0.1, z = 0.1;
        "x' = -y
         y' = x + z
         z' = x * z + 3 * y^2"
    }
}

//! Kuramoto (1975), Lecture Notes in Physics 39, 420.

lyapax::model! {
    /// Phase oscillators on a weighted graph.
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0;
        param G = 1.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

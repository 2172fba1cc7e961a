//! Graphs: their forms, what is wrong with them, and the files that they are read from.

mod arrays;
mod coupling;
mod edges;
mod files;
mod forms;
mod mistakes;
mod tables;

use lyapax::{Error, Graph, SetupError, SpectrumOptions, System};

lyapax::model! {
    pub Relay {
        state x = 1.0;
        param rate = 2.0;
        coupling c = sum(w * src.x);
        dx/dt = -rate * x + c;
    }
}

/// What is told of a graph when its system is run.
#[track_caller]
fn mistake(graph: impl Into<Graph>) -> SetupError {
    let system = System::network(Relay::default(), graph);
    match system.spectrum(&SpectrumOptions::new(10).dt(0.01).k(1)) {
        Err(Error::Setup(error)) => error,
        other => panic!("{other:?}"),
    }
}

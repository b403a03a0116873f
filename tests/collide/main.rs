//! The collision library: solvers against their laws, against each other, and against vectors from elsewhere.

#[path = "../common/settings.rs"]
mod settings;

mod bodies;
mod box_solvers;
mod compiled;
mod crowd;
mod laws;
mod one_way;
mod solver_options;
mod trace;
mod types;
mod vectors;

//! The collision library: solvers against their laws, against each other, and against vectors from elsewhere.

#[path = "../common/judge.rs"]
mod judge;
#[path = "../common/outlines.rs"]
mod outlines;
#[path = "../common/settings.rs"]
mod settings;

mod bodies;
mod box_solvers;
mod compiled;
mod crowd;
mod laws;
mod one_way;
mod random;
mod solver_options;
mod trace;
mod types;
mod vectors;

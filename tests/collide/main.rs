//! The collision floor: solvers against their laws, each other, and cases from elsewhere.

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

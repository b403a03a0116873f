//! Measurements and comparisons of solvers, headless.

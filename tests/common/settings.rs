//! What the environment says about tests.
#![allow(dead_code, reason = "every test program uses a part of it")]

use std::env;

/// Whether long tests run in full: `LONG=1`. Without it, each tries just enough cases to notice a mistake.
pub fn is_long() -> bool {
    env::var_os("LONG").is_some()
}

/// A number, such as `STEPS` or `SEED`.
pub fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

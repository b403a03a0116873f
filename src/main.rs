//! The program: see `seamwalker --help`.

fn main() {}

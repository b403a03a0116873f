//! The program: see `seamwalker --help`.

mod app;

fn main() {
    app::run();
}

//! Our solvers and the movers of other libraries in the laboratory's scenes and in the walk of `benches/common/workload.rs`.
//!
//! ```sh
//! cargo run --release                            # the tables of docs/PEERS.md
//! cargo run --release -- --markdown              # writes them there, and all that is taken from them into other pages
//! cargo run --release -- rows [LIBRARY]          # some of its rows, without times
//! cargo run --release -- settings [LIBRARY]      # every setting that was tried
//! cargo run --release -- speed [ROUNDS] [TICKS]  # the figures of docs/PERFORMANCE.md
//! cargo run --release -- walk SETTING TICKS      # one setting of a library alone, for valgrind
//! cargo run --release -- rays [ROUNDS]           # rays and lines of sight
//! ```

#[path = "../../common/workload.rs"]
mod workload;

mod ground;
mod judge;
mod peer;
mod rays;
mod speed;
mod table;

fn main() {
    peer::godot::announce();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    match words.first().map(String::as_str) {
        Some("settings") => table::settings(words.get(1).map(String::as_str)),
        Some("rows") => table::rows(words.get(1).map(String::as_str)),
        Some("scenes") => table::each(words.get(1).map(String::as_str)),
        Some("speed") => print!("{}", speed::all(numbers.first().copied(), numbers.get(1).copied(), &[]).0),
        Some("walk") => speed::alone(&words[1], numbers[0]),
        Some("rays") => rays::all(numbers.first().copied()),
        Some("--markdown") => table::write(),
        _ => print!("{}", table::tables()[1..].join("\n")),
    }
}

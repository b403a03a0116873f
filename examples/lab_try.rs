use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::{measure, scenes};
fn main() {
    let all = std::env::args().nth(1).is_some();
    for scene in scenes() {
        for kind in SolverKind::ALL.into_iter().take(if all { 9 } else { 1 }) {
            let t = std::time::Instant::now();
            let f = measure(&scene, &SolverSetup::new(kind));
            println!(
                "{:20} {:16} runs {} steps {} snags {:?} stuck {:?} ov {:.4} lurch {:.4} jit {:?} drift {:?} speed {:?} missed {} {} ({} ms)",
                scene.name,
                kind.name(),
                f.runs,
                f.steps,
                f.snags,
                f.stuck,
                f.overlap.unwrap_or(-1.0),
                f.lurch.unwrap_or(-1.0),
                f.jitter,
                f.drift,
                f.speed,
                f.missed,
                if f.is_clean() { "CLEAN" } else { "----" },
                t.elapsed().as_millis()
            );
        }
    }
}

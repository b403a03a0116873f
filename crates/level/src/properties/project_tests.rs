use super::*;
use crate::Surface;

#[test]
fn the_shipped_project_declares_every_class_of_the_game() {
    let project = Project::parse(SHIPPED.as_bytes()).unwrap();
    for name in ["Level", "Player", "Exit", "Checkpoint", "Bead", "Sign", "Platform", "Crate"] {
        assert!(project.knows(name), "{name}");
    }
    assert!(Surface::ALL.into_iter().all(|surface| project.knows(surface.name())));
    let default_of = |member: &str| project.default_of("Platform", member, &mut 9);
    assert!(matches!(default_of("speed"), Some(Value::Int(_) | Value::Float(_))));
    assert_eq!(default_of("easing"), Some(Value::Text("linear".to_owned())));
    assert_eq!(project.default_of("OneWay", "direction", &mut 9), Some(Value::Text("up".to_owned())));
}

#[test]
fn a_map_can_choose_any_solver() {
    let solvers = seamwalker_collide::SolverKind::ALL.map(seamwalker_collide::SolverKind::name);
    assert_eq!(Project::shipped().enums["Solver"].values[1..], solvers);
}

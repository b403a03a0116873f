//! Reads the properties of the map as a whole.

use crate::context::MapContext;
use crate::files::paths::stem;
use crate::guard::state::ElementKey;
use crate::model::meta::Meta;
use crate::properties::resolved::nearest;
use crate::report::Report;
use seamwalker_collide::SolverKind;

/// Reads the map's properties. A map without a class counts as a Level.
pub fn meta(context: &MapContext, report: &mut Report) -> Meta {
    let class = if context.map.user_type.is_empty() { "Level" } else { &context.map.user_type };
    if !context.project.knows(class) {
        context.report_unknown(class, "map", context.here(ElementKey::Root, ""), report);
    }
    let properties = context.properties(&context.map.properties, class);
    let mut wrong = Vec::new();
    let mut text = |name: &str| {
        properties.text(name).unwrap_or_else(|why| {
            wrong.push(why);
            None
        })
    };
    let title = text("title").filter(|t| !t.is_empty()).unwrap_or_else(|| stem(context.path).to_owned());
    let music = text("music").unwrap_or_default();
    let word = |name: &str, of: &str, wrong: &mut Vec<String>| {
        properties.word(name, of).unwrap_or_else(|why| {
            wrong.push(why);
            None
        })
    };
    let theme = word("theme", "Theme", &mut wrong).unwrap_or_default();
    let solver = word("solver", "Solver", &mut wrong).filter(|name| !name.is_empty() && name != "any");
    let par_time = properties.number("par_time").unwrap_or_else(|why| {
        wrong.push(why);
        None
    });
    let dash = properties.flag("dash").unwrap_or_else(|why| {
        wrong.push(why);
        None
    });
    let kind = solver.as_deref().and_then(|name| name.parse().ok());
    if let (Some(name), None) = (&solver, kind) {
        let known = nearest(name, SolverKind::ALL.iter().map(|kind| kind.name())).unwrap_or("any");
        report.warn(
            context.here(ElementKey::Root, ""),
            format!("the solver '{name}' is unknown"),
            format!("did you mean '{known}'?"),
        );
    }
    for why in wrong {
        report.warn(context.here(ElementKey::Root, ""), why, "set it again in Map, Map Properties");
    }
    Meta {
        title,
        par_time: par_time.map_or(0.0, |seconds| seconds.clamp(0.0, 86_400.0) as f32),
        music,
        theme,
        dash: dash.unwrap_or(false),
        solver: kind,
        background: context.map.background_color.map(|c| [c.red, c.green, c.blue, c.alpha]),
        properties: properties.all(),
    }
}

//! Reads the properties of the map as a whole.

use crate::context::MapContext;
use crate::files::stem;
use crate::guard::ElementKey;
use crate::model::Meta;
use crate::properties::nearest;
use seamwalker_collide::SolverKind;

/// Reads the map's properties. A map without a class counts as a Level.
pub fn meta(context: &MapContext) -> Meta {
    let class = if context.map.user_type.is_empty() { "Level" } else { &context.map.user_type };
    if !context.project.knows(class) {
        context.report_unknown(class, "map", context.here(ElementKey::Root, ""));
    }
    let properties = context.properties(&context.map.properties, class);
    let warn = |what: String, help: &str| context.report.warn(context.here(ElementKey::Root, ""), what, help);
    let title = valid(properties.text("title"), warn).filter(|title| !title.is_empty());
    let music = valid(properties.text("music"), warn).unwrap_or_default();
    let theme = valid(properties.word("theme", "Theme"), warn).unwrap_or_default();
    let solver = valid(properties.word("solver", "Solver"), warn).filter(|name| !name.is_empty() && name != "any");
    let par_time = valid(properties.number("par_time"), warn);
    let dash = valid(properties.flag("dash"), warn);
    let kind = solver.as_deref().and_then(|name| name.parse().ok());
    if let (Some(name), None) = (&solver, kind) {
        let known = nearest(name, SolverKind::ALL.iter().map(|kind| kind.name())).unwrap_or("any");
        warn(format!("the solver '{name}' is unknown"), &format!("did you mean '{known}'?"));
    }
    Meta {
        title: title.unwrap_or_else(|| stem(context.path).to_owned()),
        par_time: par_time.map_or(0.0, |seconds| seconds.clamp(0.0, 86_400.0) as f32),
        music,
        theme,
        dash: dash.unwrap_or(false),
        solver: kind,
        background: context.map.background_color.map(|c| [c.red, c.green, c.blue, c.alpha]),
        properties: properties.all(),
    }
}

/// The value of a property. Reports one of the wrong type and returns `None`.
fn valid<T>(property: Result<Option<T>, String>, warn: impl Fn(String, &str)) -> Option<T> {
    property.unwrap_or_else(|why| {
        warn(why, "set it again in Map, Map Properties");
        None
    })
}

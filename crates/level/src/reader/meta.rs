//! Reads the properties of the map as a whole.

use crate::context::MapContext;
use crate::files::stem;
use crate::guard::ElementKey;
use crate::model::Meta;
use crate::properties::{Members, nearest};
use seamwalker_collide::SolverKind;

/// Reads the map's properties. A map without a class counts as a Level.
pub fn meta(context: &MapContext) -> Meta {
    let class = if context.map.user_type.is_empty() { "Level" } else { &context.map.user_type };
    if !context.project.knows(class) {
        context.report_unknown(class, "map", context.here(ElementKey::Root, ""));
    }
    let properties = context.properties(&context.map.properties, class);
    let place = || context.here(ElementKey::Root, "");
    let members = Members { help: "set it again in Map, Map Properties", ..context.members(properties, place()) };
    let title = members.text("title");
    let music = members.text("music");
    let theme = members.any_word("theme", "Theme").unwrap_or_default();
    let solver = members.any_word("solver", "Solver");
    let solver = solver.filter(|name| !name.is_empty() && name != "any");
    let par_time = members.any_number("par_time");
    let dash = members.flag("dash");
    let [view_width, view_height] = ["view_width", "view_height"].map(|name| {
        let pixels = members.any_number(name);
        pixels.filter(|pixels| *pixels > 0.0).map(|pixels| pixels.min(1e6) as f32)
    });
    let kind = solver.as_deref().and_then(|name| name.parse().ok());
    if let (Some(name), None) = (&solver, kind) {
        let known = nearest(name, SolverKind::ALL.iter().map(|kind| kind.name())).unwrap_or("any");
        let what = format!("the solver '{name}' is unknown");
        context.report.warn(place(), what, format!("did you mean '{known}'?"));
    }
    Meta {
        title: if title.is_empty() { stem(context.path).to_owned() } else { title },
        par_time: par_time.map_or(0.0, |seconds| seconds.clamp(0.0, 86_400.0) as f32),
        music,
        theme,
        dash,
        solver: kind,
        view_width,
        view_height,
        hem: context.hem(&context.map.properties, place),
        hem_colour: match context.map.properties.get("hem_colour") {
            Some(tiled::PropertyValue::ColorValue(c)) => Some([c.red, c.green, c.blue, c.alpha]),
            _ => None,
        },
        // One that is wholly transparent is none.
        background: context.map.background_color.filter(|c| c.alpha > 0).map(|c| [c.red, c.green, c.blue, c.alpha]),
        properties: properties.all(),
    }
}

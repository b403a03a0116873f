//! Checks objects and templates.

use crate::format::{Element, excerpt};
use crate::guard::types::{ElementKey, FileKind, Gids, Guard, LayerScan, ScannedFile, description, replace_missing};
use crate::limits::or_raise;

impl Guard<'_> {
    pub fn object_layer(&mut self, file: &mut ScannedFile, layer: &mut Element, scan: &mut LayerScan) {
        for object in layer.all_mut("object") {
            let mut id = object.number("id").unwrap_or(0);
            if id == 0 {
                // As Tiled does.
                id = scan.highest_id.saturating_add(1);
                scan.highest_id = id;
                object.set("id", id.to_string());
            }
            if !scan.object_ids.insert(id) {
                let what = format!("another object has the id {id} too");
                let help = "references find only one of the two; copy and delete one in Tiled";
                self.report.warn(file.described(object), what, help);
            }
            file.checked.lines.insert(ElementKey::Object(id), object.line);
            self.object(file, object, &scan.gids);
        }
    }

    /// The highest id of all objects in a map or group.
    pub fn highest_id(around: &Element) -> u32 {
        let of = |child: &Element| match child.name.as_str() {
            "objectgroup" => child.all("object").filter_map(|object| object.number("id")).max(),
            "group" => Some(Self::highest_id(child)),
            _ => None,
        };
        around.children.iter().filter_map(of).max().unwrap_or(0)
    }

    pub fn template(&mut self, file: &mut ScannedFile, template: &mut Element) {
        let gids = self.map_tilesets(file, template);
        let objects = template.all("object").count();
        if objects != 1 {
            let what = format!("the template holds {objects} objects");
            self.report.error(file.place(template, ""), what, "a template is one object; save it again in Tiled");
        }
        for object in template.all_mut("object") {
            self.object(file, object, &gids);
        }
    }

    pub fn object(&mut self, file: &ScannedFile, object: &mut Element, gids: &Gids) {
        self.budget.objects += 1;
        if self.budget.objects == self.limits.objects + 1 {
            let what = format!("there are more than {} objects", self.limits.objects);
            self.report.error(file.place(object, ""), what, or_raise("remove some", "objects"));
        }
        let place = file.described(object);
        if let Some(path) = self.reference(file, object, FileKind::Template) {
            let bytes = self.checked_files.get(&path).map(|checked_file| checked_file.written.text.len());
            self.budget.template_bytes += bytes.unwrap_or(0);
            let is_too_much = self.budget.template_bytes > self.limits.template_bytes;
            if is_too_much {
                let what = format!("the objects' templates hold more than {} bytes", self.limits.template_bytes);
                self.report.error(place.clone(), what, or_raise("use smaller templates", "template_bytes"));
            }
            if bytes.is_none() || is_too_much {
                object.unset("template");
            }
        }
        if let Some(mut gid) = object.number("gid") {
            if let Some(tile) = replace_missing(gids, &mut gid) {
                let what = format!("tile number {tile} is in none of the tilesets");
                self.report.warn(place, what, "it cannot be drawn; replace the object's tile in Tiled");
            }
            match gid {
                0 => drop(object.unset("gid")),
                _ => object.set("gid", gid.to_string()),
            }
        }
        let what = description(object);
        for child in &mut object.children {
            if child.name == "polygon" || child.name == "polyline" {
                self.points(file, child, &what);
            }
        }
    }

    /// Brings the corners of a shape into the form that the parser reads.
    fn points(&mut self, file: &ScannedFile, element: &mut Element, what: &str) {
        let far = self.limits.farthest_pixel;
        // Missing corners are already reported.
        let Some(text) = element.get("points") else { return };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|v| v.is_finite() && v.abs() <= far);
        let pair = |text: &str| text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let max_corners = self.limits.points_per_shape;
        let points = text.split_ascii_whitespace().take(max_corners + 1);
        let points = points.map(|point| pair(point).ok_or_else(|| excerpt(point)));
        let points: Vec<Result<(f64, f64), String>> = points.collect();
        self.budget.points += points.len();
        let place = file.place(element, what);
        if let Some(Err(bad)) = points.iter().find(|p| p.is_err()) {
            return self.report.error(place, format!("'{bad}' is not a corner"), "draw the shape again in Tiled");
        }
        if points.len() > max_corners || self.budget.points > self.limits.points {
            let of_one = points.len() > max_corners;
            let (limit, name) = if of_one { (max_corners, "points_per_shape") } else { (self.limits.points, "points") };
            let all = if of_one { "the shape has" } else { "all shapes together have" };
            let help = or_raise("the shape is left out; draw it with fewer corners, split it", name);
            self.report.warn(place, format!("{all} more than {limit} corners"), help);
            // A point collides with nothing.
            *element = Element { name: "point".to_owned(), line: element.line, ..Element::default() };
            return;
        }
        if points.is_empty() {
            return self.report.error(place, "the shape has no corners", "delete it, or draw it again");
        }
        let written: Vec<String> = points.into_iter().flatten().map(|(x, y)| format!("{x},{y}")).collect();
        element.set("points", written.join(" "));
    }
}

//! The permitted values of the attributes in Tiled's files. The parser itself fails on the first bad value, without saying
//! where or why.

use crate::format::xml::Element;
use crate::limits::{Limits, or_raise};

/// The kind of value that an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// A whole number in this range, and the name of the limit at its end.
    Whole(i64, i64, &'static str),
    /// A finite number with at most this absolute value, and the name of that limit.
    Real(f64, &'static str),
    /// 0 or 1.
    Flag,
    /// #rrggbb or #aarrggbb.
    Colour,
    /// One of these words, which spaces separate.
    Word(&'static str),
}

impl Rule {
    /// Whether the reader can ignore an attribute that breaks the rule.
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::Colour | Self::Word(_))
    }
}

/// The rule for an attribute of an element; `None` for free text and for attributes that are not read.
#[allow(clippy::match_same_arms, reason = "a table, by element")]
pub fn rule(element: &str, attribute: &str, limits: &Limits) -> Option<Rule> {
    use Rule::{Colour, Flag, Real, Whole, Word};
    let far = limits.farthest_cell;
    let (tile, picture) = (i64::from(limits.tile_side), i64::from(limits.picture_side));
    let id = i64::from(u32::MAX);
    let gid = 0x0fff_ffff;
    Some(match (element, attribute) {
        ("map" | "layer", "width" | "height") => Whole(0, far, "farthest_cell"),
        ("map", "tilewidth" | "tileheight") => Whole(1, tile, "tile_side"),
        ("map", "skewx" | "skewy" | "hexsidelength") => Whole(-far, far, "farthest_cell"),
        ("map", "renderorder") => Word("right-down right-up left-down left-up"),
        ("map", "staggeraxis") => Word("x y"),
        ("map", "staggerindex") => Word("even odd"),
        ("map", "backgroundcolor") | ("objectgroup" | "text", "color") | ("image", "trans") => Colour,
        ("tileset", "firstgid") => Whole(1, gid, ""),
        ("tileset", "spacing" | "margin") | ("tile", "x" | "y" | "width" | "height") => {
            Whole(0, picture, "picture_side")
        }
        ("tileset", "tilecount" | "columns") => Whole(0, i64::from(limits.tiles_per_tileset), "tiles_per_tileset"),
        ("tileset", "tilerendersize") => Word("tile grid"),
        ("tileset", "fillmode") => Word("stretch preserve-aspect-fit"),
        ("tileset", "objectalignment") => {
            Word("unspecified topleft top topright left center right bottomleft bottom bottomright")
        }
        ("tileoffset", "x" | "y") => Whole(-picture, picture, "picture_side"),
        ("image", "width" | "height") | ("text", "pixelsize") => Whole(1, picture, "picture_side"),
        ("tile", "id") | ("frame", "tileid") => Whole(0, gid, ""),
        ("frame", "duration") => Whole(0, 100_000_000, ""),
        ("layer" | "objectgroup" | "imagelayer" | "group" | "object", "id") => Whole(0, id, ""),
        ("layer" | "objectgroup" | "imagelayer" | "group" | "object", "visible") => Flag,
        ("map", "infinite") | ("imagelayer", "repeatx" | "repeaty") => Flag,
        (_, "opacity" | "probability") => Real(1e9, ""),
        ("layer" | "objectgroup" | "imagelayer" | "group", "tintcolor") => Colour,
        ("objectgroup", "draworder") => Word("topdown index"),
        ("chunk", "x" | "y") => Whole(-far, far, "farthest_cell"),
        ("chunk", "width" | "height") => Whole(1, 4096, ""),
        ("object", "gid") | ("tileset", "tilewidth" | "tileheight") => Whole(0, id, ""),
        ("object", "x" | "y" | "width" | "height" | "rotation")
        | ("layer" | "objectgroup" | "imagelayer" | "group", "offsetx" | "offsety" | "parallaxx" | "parallaxy")
        | ("map", "parallaxoriginx" | "parallaxoriginy") => Real(limits.farthest_pixel, "farthest_pixel"),
        ("text", "wrap" | "bold" | "italic" | "underline" | "strikeout" | "kerning") => Flag,
        ("text", "halign") => Word("left center right justify"),
        ("text", "valign") => Word("top center bottom"),
        _ => return None,
    })
}

/// The attributes that an element must have. `is_root`: it is the root of its file.
pub fn required(element: &Element, is_root: bool) -> &'static [&'static str] {
    match element.name.as_str() {
        "map" => &["orientation", "width", "height", "tilewidth", "tileheight"],
        "tileset" if is_root => &["tilecount", "tilewidth", "tileheight"],
        "tileset" if element.get("source").is_some() => &["firstgid"],
        "tileset" => &["firstgid", "tilecount", "tilewidth", "tileheight"],
        "layer" => &["width", "height"],
        "chunk" => &["x", "y", "width", "height"],
        "tile" => &["id"],
        "frame" => &["tileid", "duration"],
        "tileoffset" => &["x", "y"],
        "image" => &["source", "width", "height"],
        "polygon" | "polyline" => &["points"],
        "property" => &["name"],
        _ => &[],
    }
}

/// Normalizes an attribute for the parser.
///
/// # Errors
/// A description of the fault, and what to do about it.
pub fn check(rule: Rule, text: &str) -> Result<String, (String, String)> {
    let text = text.trim();
    let correct = || "correct it, or set it again in Tiled".to_owned();
    let bad = |what: &str| (format!("'{}' is {what}", excerpt(text)), correct());
    let help = |is_over: bool, limit: &str| {
        if is_over && !limit.is_empty() { or_raise("make it smaller", limit) } else { correct() }
    };
    let same_if = |fits: bool| fits.then(|| text.to_owned());
    match rule {
        Rule::Whole(low, high, limit) => {
            // Some exporters write whole numbers as 16.0.
            let whole = text.strip_suffix(".0").unwrap_or(text).parse::<i64>();
            let value = whole.map_err(|_| bad("not a whole number"))?;
            let why = || (format!("{value} is not between {low} and {high}"), help(value > high, limit));
            (low..=high).contains(&value).then(|| value.to_string()).ok_or_else(why)
        }
        Rule::Real(far, limit) => {
            let value = text.parse::<f64>().map_err(|_| bad("not a number"))?;
            let why = || (format!("{value} is not between -{far} and {far}"), help(value.is_finite(), limit));
            same_if(value.abs() <= far).ok_or_else(why)
        }
        Rule::Flag => match text {
            "0" | "false" => Ok("0".to_owned()),
            "1" | "true" => Ok("1".to_owned()),
            _ => Err(bad("neither 0 nor 1")),
        },
        Rule::Colour => {
            let digits = text.strip_prefix('#').unwrap_or(text);
            let fits = matches!(digits.len(), 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            same_if(fits).ok_or_else(|| bad("not a colour"))
        }
        Rule::Word(words) => same_if(words.split(' ').any(|word| word == text)).ok_or_else(|| bad("unknown")),
    }
}

/// The beginning of a text, for messages.
pub fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}...") } else { short }
}

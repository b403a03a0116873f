//! Which parts of a map have a surface by their name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use tiled::{Properties, PropertyValue};

use crate::model::{Material, Surface};
use crate::names::words::{SURFACES, is_collision, is_in, is_thing, says, surface_exactly_named, surface_named};

/// Whether a property lists names for a surface: `solid_layers`, `ladder_words` and so on.
pub fn is_name_list(property: &str) -> bool {
    let (surface, what) = property.rsplit_once('_').unwrap_or_default();
    matches!(what, "layers" | "words") && SURFACES.iter().any(|(_, word)| *word == surface)
}

/// Something that has a surface only because of its name.
///
/// ```
/// use seamwalker_level::{Assumption, Surface};
///
/// let assumed = Assumption::Layer { surface: Surface::Solid, name: "Platforms".into() };
/// assert_eq!(assumed.to_string(), "Solid by name: layer 'Platforms'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Assumption {
    /// A layer: its tiles, or its shapes.
    Layer {
        /// What it was taken for.
        surface: Surface,
        /// Its name.
        name: String,
    },
    /// Tiles, objects or layers with a word: the name of a property, or their class.
    Word {
        /// What they were taken for.
        surface: Surface,
        /// The word.
        word: String,
    },
    /// The layer with the most tiles of those that can be ground, in a map where no name says anything.
    MainLayer {
        /// Its name.
        name: String,
    },
    /// The place where the player starts, of a map without a Player.
    Start {
        /// The name or class of the object that is there; `None` for a place in the largest area that can be reached.
        object: Option<String>,
    },
}

impl Assumption {
    /// What it was taken for; `None` for a start.
    #[must_use]
    pub const fn surface(&self) -> Option<Surface> {
        match self {
            Self::Layer { surface, .. } | Self::Word { surface, .. } => Some(*surface),
            Self::MainLayer { .. } => Some(Surface::Solid),
            Self::Start { .. } => None,
        }
    }

    /// The property of a map or project that says the same, so that nothing has to be assumed, and the name to list there; `None` for
    /// a start.
    ///
    /// ```
    /// use seamwalker_level::{Assumption, Surface};
    ///
    /// let assumed = Assumption::Layer { surface: Surface::Solid, name: "Platforms".into() };
    /// assert_eq!(assumed.property(), Some(("solid_layers".to_owned(), "Platforms")));
    /// ```
    #[must_use]
    pub fn property(&self) -> Option<(String, &str)> {
        let (_, surface) = SURFACES.into_iter().find(|(surface, _)| Some(*surface) == self.surface())?;
        match self {
            Self::Layer { name, .. } | Self::MainLayer { name } => Some((format!("{surface}_layers"), name)),
            Self::Word { word, .. } => Some((format!("{surface}_words"), word)),
            Self::Start { .. } => None,
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layer { surface, name } => write!(f, "{} by name: layer '{name}'", surface.name()),
            Self::MainLayer { name } => write!(f, "Solid as the layer with the most tiles: '{name}'"),
            Self::Start { object: Some(name) } => write!(f, "Start: the object '{name}'"),
            Self::Start { object: None } => f.write_str("Start: a place in the largest area that can be reached"),
            Self::Word { surface, word } => write!(f, "{} by name: '{word}'", surface.name()),
        }
    }
}

/// The names that a map, its project or the caller lists for a surface.
#[derive(Clone, Debug, Default)]
struct Listed {
    layers: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// The surfaces of one map by name.
#[derive(Debug, Default)]
pub struct SurfaceNames {
    /// Names that were listed. A surface with a list is not guessed.
    listed: BTreeMap<Surface, Listed>,
    /// Whether names are guessed: the map has no surface class of the game.
    pub guesses: bool,
    /// What was guessed so far.
    pub assumed: RefCell<BTreeSet<Assumption>>,
}

/// What a layer or an object is called.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    pub properties: &'a Properties,
    pub class: &'a str,
    pub name: &'a str,
    /// The names of the groups around a layer, the inner ones first.
    pub groups: &'a [String],
}

impl<'a> Named<'a> {
    /// Its own name, then those of the groups around it.
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        std::iter::once(self.name).chain(self.groups.iter().map(String::as_str))
    }
}

/// What the words of an element say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It has this surface.
    Surface(Surface),
    /// It is none, whatever its name.
    Excluded,
    /// Nothing.
    Unknown,
}

impl Verdict {
    /// The surface, if there is one.
    pub fn material(self) -> Option<Material> {
        match self {
            Self::Surface(surface) => Some(Material::from(surface)),
            Self::Excluded | Self::Unknown => None,
        }
    }
}

impl SurfaceNames {
    /// `lists` are texts by property: `solid_layers`, `ladder_words` and so on; names in them are separated by commas. `solid_layers`
    /// are further names of solid layers, which may be empty or have commas. `guesses`: what is not listed is guessed.
    pub fn new<'a>(
        lists: impl IntoIterator<Item = (&'a str, &'a str)>,
        solid_layers: impl Iterator<Item = &'a String>,
        guesses: bool,
    ) -> Self {
        let mut names = Self { guesses, ..Self::default() };
        for layer in solid_layers {
            names.listed.entry(Surface::Solid).or_default().layers.insert(plain(layer));
        }
        for (property, text) in lists {
            let Some((surface, what)) = property.rsplit_once('_') else { continue };
            let Some((surface, _)) = SURFACES.into_iter().find(|(_, word)| *word == surface) else { continue };
            let list = text.split(',').map(plain).filter(|name| !name.is_empty());
            match what {
                "layers" => names.listed.entry(surface).or_default().layers.extend(list),
                "words" => names.listed.entry(surface).or_default().words.extend(list),
                _ => {}
            }
        }
        names
    }

    /// The surface of a layer: by its properties, its class, or its name.
    pub fn of_layer(&self, layer: Named) -> Option<Surface> {
        match self.of_words(layer.properties, layer.class) {
            Verdict::Surface(surface) => return Some(surface),
            Verdict::Excluded => return None,
            Verdict::Unknown => {}
        }
        let guessed = |name: &str| {
            self.guessed(surface_named(name)?, |surface| Assumption::Layer { surface, name: name.to_owned() })
        };
        // A layer of a group of ground may say that it is something else, and what lies in the background is painted.
        let is_behind = layer.groups.iter().any(|group| says(group, "behind")) && !is_collision(layer.name);
        let mut names = layer.names().take_while(|name| !says(name, "otherwise")).filter(|_| !is_behind);
        layer.names().find_map(|name| self.listed_layer(name)).or_else(|| names.find_map(guessed))
    }

    /// The surface of an object: by its properties, its class, its name, or that of its layer.
    pub fn of_object(&self, object: Named, layer: Named) -> Option<Surface> {
        match self.of_words(object.properties, object.class) {
            Verdict::Surface(surface) => return Some(surface),
            Verdict::Excluded => return None,
            Verdict::Unknown => {}
        }
        let by_name = self.of_word(object.name, surface_exactly_named);
        // An object with a class is something else than the ground of its layer, and so is a start or a coin.
        let is_ground = object.class.is_empty() && !is_thing(object.name);
        by_name.or_else(|| self.of_layer(layer).filter(|_| is_ground))
    }

    /// Whether a layer collides although it is hidden.
    pub fn collides_hidden(&self, layer: Named) -> bool {
        layer.names().any(|name| is_collision(name) || self.listed_layer(name).is_some())
    }

    fn listed_layer(&self, name: &str) -> Option<Surface> {
        let name = plain(name);
        self.listed.iter().find(|(_, listed)| listed.layers.contains(&name)).map(|(surface, _)| *surface)
    }

    /// What the properties or the class of an element say.
    pub fn of_words(&self, properties: &Properties, class: &str) -> Verdict {
        // Sorted by name: the parser keeps them in a hash map.
        for (name, value) in properties.iter().collect::<BTreeMap<_, _>>() {
            let is_set = match value {
                PropertyValue::BoolValue(value) => *value,
                PropertyValue::IntValue(value) => *value != 0,
                PropertyValue::FloatValue(value) => *value != 0.0,
                PropertyValue::StringValue(text) => {
                    if is_in("kind", &plain(name))
                        && let Some(surface) = self.of_word(text, surface_named)
                    {
                        return Verdict::Surface(surface);
                    }
                    !matches!(plain(text).as_str(), "false" | "0" | "no" | "none")
                }
                _ => continue,
            };
            if let Some(surface) = self.of_word(name, surface_exactly_named) {
                return if is_set { Verdict::Surface(surface) } else { Verdict::Excluded };
            }
        }
        self.of_word(class, surface_named).map_or(Verdict::Unknown, Verdict::Surface)
    }

    /// The surface of a listed or guessed word.
    fn of_word(&self, word: &str, named: fn(&str) -> Option<Surface>) -> Option<Surface> {
        let own = plain(word);
        let listed = self.listed.iter().find(|(_, listed)| listed.words.contains(&own)).map(|(surface, _)| *surface);
        listed.or_else(|| self.guessed(named(word)?, |surface| Assumption::Word { surface, word: word.to_owned() }))
    }

    /// Notes what was guessed; `None` if nothing may be.
    fn guessed(&self, surface: Surface, assumption: impl FnOnce(Surface) -> Assumption) -> Option<Surface> {
        if !self.guesses || self.listed.contains_key(&surface) {
            return None;
        }
        self.assumed.borrow_mut().insert(assumption(surface));
        Some(surface)
    }
}

/// A name as names are compared.
fn plain(name: impl AsRef<str>) -> String {
    name.as_ref().trim().to_lowercase()
}

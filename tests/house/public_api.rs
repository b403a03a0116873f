//! The public API as text is compared with `tests/public_api.txt`, so that every change is visible. The list is read from the
//! sources: one line for every public item, field, variant, method and trait implementation.
//!
//! cargo-public-api does the same from rustdoc's JSON. It is not used because it needs a nightly compiler that fits its version, and
//! this has to run on stable within `cargo test`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Fields, Generics, Ident, ImplItem, Item, ItemEnum, Meta, Token, TraitItem, Type, UseTree,
    Visibility,
};

/// A source file: its path in the crate (`collide::solver`), its items, and its child modules.
struct Module {
    path: String,
    items: Vec<Item>,
    children: BTreeMap<String, Module>,
}

/// Whether this is `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}

/// Items by name, with the path of the file that declares each.
type Exports<'a> = BTreeMap<String, (&'a str, &'a Item)>;

impl Module {
    /// Reads `file`, whose modules are in `folder`.
    fn read(path: &str, file: &Path, folder: &Path) -> Self {
        let items = syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap().items;
        let mut items: Vec<Item> = items.into_iter().flat_map(expanded).collect();
        items.retain(|item| !matches!(item, Item::Mod(module) if module.attrs.iter().any(is_for_tests)));
        let below = |item: &Item| {
            let Item::Mod(module) = item else { return None };
            let name = module.content.is_none().then(|| module.ident.to_string())?;
            let (flat, deep) = (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
            let file = if flat.exists() { flat } else { deep };
            Some((name.clone(), Self::read(&joined(path, &name), &file, &folder.join(&name))))
        };
        let children = items.iter().filter_map(below).collect();
        Self { path: path.to_owned(), items, children }
    }

    /// The items of this module that are visible from outside, with re-exports.
    fn exports(&self) -> Exports<'_> {
        let mut found = Exports::new();
        for item in &self.items {
            match item {
                Item::Use(one) if is_public(&one.vis) => self.follow(&one.tree, &mut found),
                item => found.extend(declared(item).map(|name| (name, (self.path.as_str(), item)))),
            }
        }
        found
    }

    /// Adds the items of a `pub use`.
    fn follow<'a>(&'a self, tree: &'a UseTree, found: &mut Exports<'a>) {
        let UseTree::Path(path) = tree else { return };
        // Items of other crates are listed there.
        let Some(child) = self.children.get(&path.ident.to_string()) else { return };
        let mut all = child.exports();
        match &*path.tree {
            UseTree::Glob(_) => found.append(&mut all),
            UseTree::Name(name) => found.extend(all.remove_entry(&name.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|name| found.extend(all.remove_entry(&text(name)))),
            UseTree::Path(_) => child.follow(&path.tree, found),
            UseTree::Rename(_) => panic!("{}: `pub use` with `as`", self.path),
        }
    }

    /// Calls `act` with this module and all below it, or with public ones only.
    fn each<'a>(&'a self, public: bool, act: &mut impl FnMut(&'a Module)) {
        act(self);
        let modules = self.items.iter().filter_map(|item| if let Item::Mod(one) = item { Some(one) } else { None });
        let seen = modules.filter(|one| one.content.is_none() && (!public || is_public(&one.vis)));
        seen.for_each(|one| self.children[&one.ident.to_string()].each(public, act));
    }

    /// The layer that it belongs to. Within a layer, type names are unique.
    fn layer(&self) -> String {
        self.path.split("::").next().unwrap_or_default().to_owned()
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The name of a public item. The item of the macro `feel!` is `Feel`.
fn declared(item: &Item) -> Option<String> {
    let named = |visibility: &Visibility, name: &Ident| is_public(visibility).then(|| name.to_string());
    match item {
        // The examples of README.md, for tests only.
        Item::Struct(one) if one.ident == "Readme" => None,
        Item::Struct(one) => named(&one.vis, &one.ident),
        Item::Enum(one) => named(&one.vis, &one.ident),
        Item::Trait(one) => named(&one.vis, &one.ident),
        Item::Type(one) => named(&one.vis, &one.ident),
        Item::Const(one) => named(&one.vis, &one.ident),
        Item::Fn(one) => named(&one.vis, &one.sig.ident),
        Item::Macro(one) if one.mac.path.is_ident("feel") => Some("Feel".to_owned()),
        _ => None,
    }
}

/// What macros make: `named_enum!` of an enum whose variants have names as values, `limits!` of the fields of a struct and their
/// defaults.
fn expanded(item: Item) -> Vec<Item> {
    let Item::Macro(one) = &item else { return vec![item] };
    let parsed = |code: String| syn::parse_str::<syn::File>(&code).unwrap().items;
    if one.mac.path.is_ident("limits") {
        let field = |input: ParseStream| {
            Attribute::parse_outer(input)?;
            let (name, _, kind): (Ident, Token![:], Type) = (input.parse()?, input.parse()?, input.parse()?);
            input.parse::<Token![=]>()?;
            input.parse::<Expr>()?;
            Ok(format!("pub {name}: {},", text(kind)))
        };
        let fields = |input: ParseStream| Punctuated::<String, Token![;]>::parse_terminated_with(input, field);
        let fields: String = fields.parse2(one.mac.tokens.clone()).unwrap().into_iter().collect();
        return parsed(format!(
            "#[derive(Clone, Copy, Debug, PartialEq)] pub struct Limits {{ {fields} }} \
             impl Limits {{ pub const DEFAULT: Self = (); pub fn list(&self) -> Vec<(&'static str, String)> {{}} }}"
        ));
    }
    if !one.mac.path.is_ident("named_enum") {
        return vec![item];
    }
    let one: ItemEnum = syn::parse2(one.mac.tokens.clone()).unwrap();
    let (name, count) = (&one.ident, one.variants.len());
    let functions = if one.attrs.iter().any(|attribute| attribute.path().is_ident("text")) {
        "pub const fn text(self) -> &'static str {}".to_owned()
    } else {
        format!(
            "pub const ALL: [Self; {count}] = []; pub const fn name(self) -> &'static str {{}} \
             pub fn from_name(name: &str) -> Option<Self> {{}}"
        )
    };
    let mut items = parsed(format!("impl {name} {{ {functions} }}"));
    items.push(Item::Enum(one));
    items
}

/// Tokens with spaces roughly as rustfmt would write them.
fn text(tokens: impl ToTokens) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut text = String::new();
    for token in tokens.to_token_stream().to_string().split_whitespace() {
        let words = text.ends_with(is_word) && token.starts_with(is_word);
        let apart =
            text.ends_with([',', '=']) || text.ends_with("->") || (text.ends_with(':') && !text.ends_with("::"));
        if words || apart || ["->", "=", "+"].contains(&token) {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

/// What an attribute derives, with every feature.
fn derives(attribute: &Attribute) -> Vec<String> {
    let Meta::List(list) = &attribute.meta else { return Vec::new() };
    let inner = match &list.path {
        path if path.is_ident("derive") => return vec![text(&list.tokens)],
        path if path.is_ident("cfg_attr") => list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated),
        _ => return Vec::new(),
    };
    let derived = |meta: Meta| match meta {
        Meta::List(list) if list.path.is_ident("derive") => Some(text(&list.tokens)),
        _ => None,
    };
    inner.unwrap().into_iter().skip(1).filter_map(derived).collect()
}

/// The lines of a type: its kind, its derives, and whether it is non-exhaustive.
fn type_lines(name: &str, kind: &str, generics: &Generics, attributes: &[Attribute], lines: &mut BTreeSet<String>) {
    let grows = attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"));
    lines.insert(format!("{name} {kind}{}{}", text(generics), if grows { ", non_exhaustive" } else { "" }));
    for derived in attributes.iter().flat_map(derives) {
        lines.extend(derived.split(", ").map(|of| format!("{name} impl {}", of.trim_start_matches("serde::"))));
    }
}

fn field_lines(name: &str, fields: &Fields, variant: bool, lines: &mut BTreeSet<String>) {
    for (index, field) in fields.iter().enumerate() {
        let label = field.ident.as_ref().map_or(index.to_string(), ToString::to_string);
        let public = variant || is_public(&field.vis);
        let line = if public { format!(".{label}: {}", text(&field.ty)) } else { " has private fields".to_owned() };
        lines.insert(format!("{name}{line}"));
    }
}

/// The lines of an item, without its methods.
fn item_lines(name: &str, item: &Item, lines: &mut BTreeSet<String>) {
    match item {
        Item::Struct(one) => {
            type_lines(name, "struct", &one.generics, &one.attrs, lines);
            field_lines(name, &one.fields, false, lines);
        }
        Item::Enum(one) => {
            type_lines(name, "enum", &one.generics, &one.attrs, lines);
            for variant in &one.variants {
                lines.insert(format!("{name}::{} variant", variant.ident));
                field_lines(&format!("{name}::{}", variant.ident), &variant.fields, true, lines);
            }
        }
        Item::Trait(one) => {
            type_lines(name, "trait", &one.generics, &one.attrs, lines);
            for item in &one.items {
                let TraitItem::Fn(method) = item else { panic!("{name} has more than methods") };
                let kind = if method.default.is_some() { "provides" } else { "requires" };
                lines.insert(format!("{name} {kind} {}", text(&method.sig)));
            }
        }
        Item::Macro(one) => {
            let tokens = one.mac.tokens.to_string();
            let fields = tokens.split(';').filter_map(|part| part.split(" : ").next()?.split_whitespace().last());
            lines.extend(fields.map(|field| format!("{name}.{field}: f32")));
        }
        Item::Fn(one) => lines.extend([format!("{name} {}", text(&one.sig))]),
        Item::Const(one) => lines.extend([format!("{name} const {}", text(&one.ty))]),
        Item::Type(one) => lines.extend([format!("{name} type {}", text(&one.ty))]),
        _ => {}
    }
}

/// By layer and name of every public type: its public path, and the path of the file that declares it.
type Types<'a> = BTreeMap<(String, String), (String, &'a str)>;

/// The methods, constants and implemented traits of public types in a file.
fn impl_lines(file: &Module, types: &Types, lines: &mut BTreeSet<String>) {
    let has_own = |name: &str| file.items.iter().any(|item| matches!(item, Item::Struct(one) if one.ident == name));
    for item in &file.items {
        let Item::Impl(one) = item else { continue };
        let Type::Path(of) = &*one.self_ty else { continue };
        let name = of.path.segments.last().unwrap().ident.to_string();
        let Some((public, home)) = types.get(&(file.layer(), name.clone())) else { continue };
        if *home != file.path && has_own(&name) {
            continue; // A private type with the name of a public one.
        }
        let generics = text(&one.generics);
        lines.extend(one.trait_.as_ref().map(|(_, name, _)| format!("{public} impl{generics} {}", text(name))));
        for item in one.items.iter().filter(|_| one.trait_.is_none()) {
            lines.extend(match item {
                ImplItem::Fn(one) if is_public(&one.vis) => Some(format!("{public}::{}", text(&one.sig))),
                ImplItem::Const(one) if is_public(&one.vis) => {
                    Some(format!("{public}::{} const {}", one.ident, text(&one.ty)))
                }
                _ => None,
            });
        }
    }
}

/// Every line, sorted.
fn listing() -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut lines = BTreeSet::new();
    for (path, folder) in [("collide", "crates/collide/src"), ("level", "crates/level/src")] {
        let source = root.join(folder);
        let root = Module::read(path, &source.join("lib.rs"), &source);
        let mut types = Types::new();
        root.each(true, &mut |module| {
            for (name, (home, item)) in module.exports() {
                item_lines(&joined(&module.path, &name), item, &mut lines);
                types.insert((module.layer(), name.clone()), (joined(&module.path, &name), home));
            }
        });
        root.each(false, &mut |file| impl_lines(file, &types, &mut lines));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn the_public_api_is_the_recorded_one() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("tests/public_api.txt");
    let (now, before) = (listing(), fs::read_to_string(&file).unwrap_or_default());
    if env::var_os("UPDATE_API").is_some() {
        return fs::write(file, now).unwrap();
    }
    let only = |sign: &str, of: &str, without: &str| -> String {
        let known: BTreeSet<&str> = without.lines().collect();
        of.lines().filter(|line| !known.contains(line)).map(|line| format!("{sign} {line}\n")).collect()
    };
    let (gone, new) = (only("-", &before, &now), only("+", &now, &before));
    assert!(
        gone.is_empty() && new.is_empty(),
        "the public API has changed:\n{gone}{new}\nA line with - is a breaking change: it needs a new minor version (0.x) \
         and a word in CHANGELOG.md.\nA line with + is an addition; a new variant or field of a type that users match or build \
         breaks code, too.\nIf the change is intended: UPDATE_API=1 cargo test --test house public_api"
    );
}

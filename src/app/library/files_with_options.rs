//! Files with other options of reading than those that the user gave at the start.

use std::borrow::Cow;
use std::io;
use std::rc::Rc;

use seamwalker::level::{Files, ReadOptions};

/// The files of a map, with options of their own.
pub struct FilesWithOptions {
    pub files: Rc<dyn Files>,
    pub options: ReadOptions,
}

impl Files for FilesWithOptions {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        self.files.read(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn place(&self) -> Option<String> {
        self.files.place()
    }

    fn options(&self) -> &ReadOptions {
        &self.options
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }
}

/// The options with a solid layer added or removed. Names are compared as the reader compares them.
pub fn with_layer(options: &ReadOptions, layer: &str, is_solid: bool) -> ReadOptions {
    let is_other = |name: &&String| !name.trim().eq_ignore_ascii_case(layer.trim());
    let others = options.solid_layers.iter().filter(is_other).cloned();
    ReadOptions { solid_layers: others.chain(is_solid.then(|| layer.to_owned())).collect(), ..options.clone() }
}

#[cfg(test)]
mod tests {
    use seamwalker::level::{Limits, MemoryFiles, read};

    use super::*;

    #[test]
    fn a_layer_becomes_solid_and_back() {
        let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\
            <tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><image source=\"t.png\" width=\"16\" height=\"16\"/></tileset>\
            <layer id=\"1\" name=\"Kacheln\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,0</data></layer>\
            <layer id=\"2\" name=\"Blumen\" width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer></map>";
        let files = MemoryFiles::new([("m.tmx".to_owned(), map.as_bytes().to_vec())], &Limits::default()).unwrap();
        let files: Rc<dyn Files> = Rc::new(files);
        let edges = |options: &ReadOptions| {
            let files = FilesWithOptions { files: Rc::clone(&files), options: options.clone() };
            read(&files, "m.tmx").unwrap().terrain.edges().len()
        };
        let none = ReadOptions::default();
        let one = with_layer(&none, "kacheln", true);
        let both = with_layer(&one, "Blumen", true);
        assert_eq!([edges(&none), edges(&one), edges(&both)], [0, 4, 4], "two tiles are one rectangle");
        assert_eq!(with_layer(&both, " KACHELN", false).solid_layers, ["Blumen"]);
        assert_eq!(with_layer(&both, "Blumen", true), both);
    }
}

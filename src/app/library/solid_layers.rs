//! Files with more solid layers than the user named at the start.

use std::borrow::Cow;
use std::io;
use std::rc::Rc;

use seamwalker::level::Files;

/// The files of a map, with these solid layers: the same as `--solid-layer NAME` for each.
pub struct SolidLayerFiles {
    pub files: Rc<dyn Files>,
    pub names: Vec<String>,
}

impl Files for SolidLayerFiles {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        self.files.read(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn place(&self) -> Option<String> {
        self.files.place()
    }

    fn solid_layers(&self) -> &[String] {
        &self.names
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }
}

/// The list with a layer added or removed. Names are compared as the reader compares them.
pub fn with_layer(names: &[String], layer: &str, is_solid: bool) -> Vec<String> {
    let is_other = |name: &&String| !name.trim().eq_ignore_ascii_case(layer.trim());
    let others = names.iter().filter(is_other).cloned();
    others.chain(is_solid.then(|| layer.to_owned())).collect()
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
        let edges = |names: &[String]| {
            let files = SolidLayerFiles { files: Rc::clone(&files), names: names.to_vec() };
            read(&files, "m.tmx").unwrap().terrain.edges().len()
        };
        let one = with_layer(&[], "kacheln", true);
        let both = with_layer(&one, "Blumen", true);
        assert_eq!([edges(&[]), edges(&one), edges(&both)], [0, 4, 4], "two tiles are one rectangle");
        assert_eq!(with_layer(&both, " KACHELN", false), ["Blumen"]);
        assert_eq!(with_layer(&both, "Blumen", true), both);
    }
}

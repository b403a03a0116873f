//! Decoration of the shipped maps: tiles of the tileset `trims` without collision. It never repeats itself side by side, lies whole on
//! its cloth, stands out from it, and hangs from something.

use std::collections::{BTreeMap, BTreeSet};

use glam::IVec2;
use seamwalker_level::{LayerContent, Level};

use crate::maps;

/// Ids of what is sewn onto cloth, grows on it, hangs from it, and of lace: left end, middle, right end.
const SEWN: [u32; 9] = [46, 47, 48, 49, 50, 51, 55, 56, 62];
const GROWN: [u32; 6] = [40, 41, 42, 43, 44, 45];
const TASSEL: u32 = 57;
const LACE: [u32; 3] = [52, 53, 54];
/// How near the same decoration may not be again, in cells.
const APART: i32 = 3;
/// Decoration in the colours of washed denim, undyed cloth and faded velvet, and the fabrics on which it is not seen.
const UNSEEN: [(&[u32], &[&str]); 3] =
    [(&[47, 49, 51, 62], &["denim"]), (&[46, 48, 50, 56], &["dots"]), (&[55], &["velvet", "silk"])];

/// The ground of a map, and its decoration by layer.
#[derive(Default)]
struct Dressing {
    /// The fabric of each cell of ground, and whether it fills the cell.
    ground: BTreeMap<[i32; 2], (String, bool)>,
    trims: BTreeMap<(usize, [i32; 2]), u32>,
    size: IVec2,
}

impl Dressing {
    fn of(level: &Level) -> Self {
        let mut all = Self { size: (level.bounds.max() / level.tile_size.as_vec2()).as_ivec2(), ..Self::default() };
        for (layer, content) in level.layers.iter().enumerate().map(|(i, layer)| (i, &layer.content)) {
            let LayerContent::Tiles { origin, size, cells, .. } = content else { continue };
            for (i, cell) in cells.iter().enumerate().filter_map(|(i, cell)| Some((i as i32, (*cell)?))) {
                let at = *origin + IVec2::new(i % size.x as i32, i / size.x as i32);
                let tile = &level.tiles[cell.tile() as usize];
                match (tile.tileset.as_str(), tile.id) {
                    ("trims", id) => drop(all.trims.insert((layer, at.to_array()), id)),
                    ("notions", 4..) => {
                        drop(all.ground.insert(at.to_array(), (tile.tileset.clone(), tile.id.is_multiple_of(4))));
                    }
                    (fabric, id) if tile.class == "Solid" => {
                        drop(all.ground.insert(at.to_array(), (fabric.to_owned(), id < 8)));
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// Whether a cell is full of ground. Outside of the map everything is.
    fn is_full(&self, at: IVec2) -> bool {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        !inside || self.ground.get(&at.to_array()).is_some_and(|(_, full)| *full)
    }

    fn is_ground(&self, at: IVec2) -> bool {
        self.ground.contains_key(&at.to_array())
    }

    /// Whether a decoration of this kind has what holds it, and does not reach over a hem.
    fn is_held(&self, id: u32, at: IVec2) -> bool {
        if SEWN.contains(&id) {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y)));
            return around.into_iter().all(|by| self.is_full(at + by)) || self.lies_on_floor(id, at);
        }
        let by = if GROWN.contains(&id) { IVec2::Y } else { IVec2::NEG_Y };
        !self.is_ground(at) && self.is_full(at + by)
    }

    /// A loop of thread may also lie on the ground.
    fn lies_on_floor(&self, id: u32, at: IVec2) -> bool {
        id == 50 && !self.is_ground(at) && self.is_full(at + IVec2::Y)
    }

    /// Everything that is wrong with a decoration.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let decor: BTreeSet<u32> = SEWN.into_iter().chain(GROWN).chain([TASSEL]).collect();
        let places: BTreeSet<(u32, [i32; 2])> = self.trims.iter().map(|((_, at), id)| (*id, *at)).collect();
        let lace = |layer: usize, at: IVec2| {
            let id = self.trims.get(&(layer, at.to_array()));
            id.is_some_and(|id| LACE.contains(id))
        };
        for ((layer, at), &id) in self.trims.iter().map(|((layer, at), id)| ((*layer, IVec2::from(*at)), id)) {
            let mut add = |what: &str| faults.push(format!("trims {id} at {at}: {what}"));
            if !decor.contains(&id) && !LACE.contains(&id) {
                continue;
            }
            if !self.is_held(id, at) {
                add("reaches over a hem, or hangs in the air");
            }
            if LACE.contains(&id) {
                let expected = match (lace(layer, at - IVec2::X), lace(layer, at + IVec2::X)) {
                    (true, true) => 53,
                    (false, _) => 52,
                    (_, false) => 54,
                };
                if id != expected {
                    add("is the wrong end of a lace");
                }
                continue;
            }
            let fabric = self.ground.get(&at.to_array()).map_or("", |(fabric, _)| fabric.as_str());
            if UNSEEN.iter().any(|(ids, fabrics)| ids.contains(&id) && fabrics.contains(&fabric)) {
                add("is not seen on this fabric");
            }
            let mut near = (-APART..=APART).flat_map(|y| (-APART..=APART).map(move |x| IVec2::new(x, y)));
            if near.any(|by| by != IVec2::ZERO && places.contains(&(id, (at + by).to_array()))) {
                add("is there again beside it");
            }
        }
        faults
    }
}

#[test]
fn decoration_lies_on_its_cloth_and_does_not_repeat_itself() {
    let mut decorated = 0;
    for (name, level) in maps() {
        let dressing = Dressing::of(level);
        decorated += usize::from(!dressing.trims.is_empty());
        let faults = dressing.faults();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
    }
    assert!(decorated >= 19, "{decorated}");
}

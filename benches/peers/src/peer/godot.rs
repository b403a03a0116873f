//! Godot's `CharacterBody2D`, in a process of its own: `benches/peers/godot` is the project that it runs.
//!
//! The variable GODOT names the program. An engine connects to a port of ours, and answers one message at a time.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use glam::Vec2;

use super::{Peer, Shape, Slider};
use crate::ground::Ground;

pub const LIBRARY: &str = "Godot";

/// The variable with the path of the program.
const PROGRAM: &str = "GODOT";

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/godot");

/// How long an engine may take to start, or to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The kinds of messages.
const GROUND: u32 = 0;
const CHARACTER: u32 = 1;
const SLIDE: u32 = 2;

/// How Godot gets the terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `CollisionPolygon2D` of segments, one for each outline.
    Outlines,
    /// One body for each piece.
    Pieces,
    /// A `TileMapLayer`, which joins the tiles of each quadrant.
    Tiles,
    /// The same with a quadrant as large as the scene.
    JoinedTiles,
}

impl Form {
    const ALL: [Self; 4] = [Self::Outlines, Self::Pieces, Self::Tiles, Self::JoinedTiles];

    fn name(self) -> &'static str {
        match self {
            Self::Outlines => "outlines",
            Self::Pieces => "convex pieces",
            Self::Tiles => "tile map",
            Self::JoinedTiles => "tile map of one quadrant",
        }
    }
}

/// How the character moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Defaults,
    /// Grounded, on slopes of any angle, without `floor_block_on_wall`.
    Snapping,
    /// The same, with a `floor_snap_length` of zero.
    Grounded,
    /// The same, without `floor_stop_on_slope`.
    Sliding,
    Floating,
    /// A loop of `move_and_collide`.
    Collide,
}

impl Mode {
    const ALL: [Self; 6] =
        [Self::Defaults, Self::Snapping, Self::Grounded, Self::Sliding, Self::Floating, Self::Collide];

    fn name(self) -> &'static str {
        match self {
            Self::Defaults => "defaults",
            Self::Snapping => "any slope",
            Self::Grounded => "any slope, no snapping",
            Self::Sliding => "any slope, no snapping, slides down",
            Self::Floating => "floating",
            Self::Collide => "move_and_collide",
        }
    }
}

/// Values of `safe_margin`, in pixels. The default comes first.
const MARGINS: [f32; 4] = [0.08, 0.04, 0.02, 0.01];

/// The path of the program, if there is one to be measured.
fn program() -> Option<String> {
    std::env::var(PROGRAM).ok()
}

/// Whether there is a program to be measured.
pub fn is_there() -> bool {
    program().is_some()
}

/// Says if Godot is left out.
pub fn announce() {
    if !is_there() {
        eprintln!("Godot is left out: to measure it, set {PROGRAM} to the path of a Godot 4.6 binary.");
    }
}

/// All settings; none without the program.
pub fn all() -> Vec<Peer> {
    let Some(program) = program() else { return Vec::new() };
    let engines = Arc::new(Engines { program, idle: Mutex::default() });
    let mut peers = Vec::new();
    for shape in [Shape::Box, Shape::Capsule] {
        for form in Form::ALL {
            for mode in Mode::ALL {
                for margin in MARGINS {
                    let engines = Arc::clone(&engines);
                    peers.push(Peer {
                        library: LIBRARY,
                        settings: format!("{}, {}, {}, margin {margin} px", shape.name(), form.name(), mode.name()),
                        shape,
                        gap: margin,
                        make: Box::new(move |ground| {
                            let character = [shape as u32 as f32, mode as u32 as f32, margin];
                            let character = Character::new(&engines, ground, form, &character);
                            Some(Box::new(character.unwrap_or_else(|error| {
                                panic!("{}: {error}. {PROGRAM} must name a Godot 4.6 binary", engines.program)
                            })))
                        }),
                    });
                }
            }
        }
    }
    peers
}

/// Running engines that are free for the next scene. Starting one takes as long as many scenes.
struct Engines {
    program: String,
    idle: Mutex<Vec<Engine>>,
}

/// A child process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running engine.
struct Engine {
    socket: TcpStream,
    _process: Process,
}

impl Engine {
    fn start(program: &str) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let mut command = Command::new(program);
        // In the folder, because export templates have no `--path`.
        command.current_dir(PROJECT).arg("--headless").env("PEERS_PORT", listener.local_addr()?.port().to_string());
        let mut process = Process(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?);
        let start = Instant::now();
        loop {
            match listener.accept() {
                Ok((socket, _)) => {
                    socket.set_nonblocking(false)?;
                    socket.set_nodelay(true)?;
                    socket.set_read_timeout(Some(PATIENCE))?;
                    return Ok(Self { socket, _process: process });
                }
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Err(_) if start.elapsed() > PATIENCE => return Err(io::ErrorKind::TimedOut.into()),
                Err(_) => match process.0.try_wait()? {
                    Some(status) => return Err(io::Error::other(format!("it ended before it answered, {status}"))),
                    None => sleep(Duration::from_millis(5)),
                },
            }
        }
    }

    fn send(&mut self, kind: u32, values: &[f32]) -> io::Result<()> {
        let head = [kind, values.len() as u32].into_iter().flat_map(u32::to_le_bytes);
        let bytes: Vec<u8> = head.chain(values.iter().flat_map(|value| value.to_le_bytes())).collect();
        self.socket.write_all(&bytes)
    }

    fn receive(&mut self) -> io::Result<f32> {
        let mut bytes = [0; 4];
        self.socket.read_exact(&mut bytes)?;
        Ok(f32::from_le_bytes(bytes))
    }

    /// Replaces the terrain and the character.
    fn prepare(&mut self, ground: &[f32], character: &[f32]) -> io::Result<()> {
        self.send(GROUND, ground)?;
        self.receive()?;
        self.send(CHARACTER, character)
    }

    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> io::Result<Vec2> {
        self.send(SLIDE, &[half.x, half.y, at.x, at.y, delta.x, delta.y])?;
        Ok(Vec2::new(self.receive()?, self.receive()?))
    }
}

/// A character in an engine, which it gives back.
struct Character {
    engines: Arc<Engines>,
    /// Taken only by `drop`.
    engine: Option<Engine>,
}

impl Character {
    fn new(engines: &Arc<Engines>, ground: &Ground, form: Form, character: &[f32]) -> io::Result<Self> {
        let polygons = if form == Form::Outlines { &ground.rings } else { &ground.pieces };
        let mut values = vec![form as u32 as f32];
        for polygon in polygons {
            values.push(polygon.len() as f32);
            values.extend(polygon.iter().flat_map(|corner| corner.to_array()));
        }
        let idle = engines.idle.lock().expect("idle engines").pop();
        let mut engine = idle.map_or_else(|| Engine::start(&engines.program), Ok)?;
        engine.prepare(&values, character)?;
        Ok(Self { engines: Arc::clone(engines), engine: Some(engine) })
    }
}

impl Drop for Character {
    fn drop(&mut self) {
        if let (Some(engine), Ok(mut idle)) = (self.engine.take(), self.engines.idle.lock()) {
            idle.push(engine);
        }
    }
}

impl Slider for Character {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        let engine = self.engine.as_mut().expect("an engine until the drop");
        engine.slide(half, at, delta).expect("Godot ended during a scene: see what it printed above")
    }
}

//! Tracks: where a platform or a thing is at which tick, or how far it is turned.

use glam::Vec2;

use super::TICK_RATE;
use super::feel::ticks;
use seamwalker_level::{Easing, Flight, Platform, Start, Turning};

/// The most ticks of one way along a track: 77 hours. A slower platform seems to stand still, and up to here an
/// f32 still counts every tick.
const MAX_WAY: f32 = (1 << 24) as f32;

/// A track prepared for the question "where at tick t?".
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    points: Vec<Vec2>,
    /// Arc length from the first point to each point, px.
    lengths: Vec<f32>,
    /// Ticks from the first to the last point; 0 when it stands still.
    pub way: u64,
    /// Ticks from there back to the first point; 0 for a closed track.
    home: u64,
    /// Ticks of rest at the first point.
    pause: u64,
    /// Ticks of rest at the last point of an open track.
    rest: u64,
    /// Ticks that have passed at the start.
    offset: u64,
    easing: Easing,
    door: bool,
}

/// The angles between which a platform turns, in degrees.
fn angles(turning: &Turning, platform: &Platform) -> [f32; 2] {
    match platform.start {
        Start::Weighed => [-turning.angle.abs(), turning.angle.abs()],
        _ if turning.angle == 0.0 => [0.0, 360.0_f32.copysign(platform.speed)],
        _ => [0.0, turning.angle],
    }
}

/// How fast a steam iron falls, px/s^2. With larger values it passes through thin movers.
const SLAM: f32 = 2400.0;

impl Track {
    /// Prepares a track. A platform without track, length or speed stands still at the first point, or at `fallback`.
    pub fn new(platform: &Platform, fallback: Vec2) -> Self {
        let turns = platform.turning.as_ref();
        let mut points: Vec<Vec2> = match turns {
            Some(turning) => angles(turning, platform).map(|angle| Vec2::new(angle, 0.0)).to_vec(),
            None => platform.track.iter().copied().filter(|p| p.is_finite()).collect(),
        };
        // After a whole turn it is where it began.
        let closed = turns.map_or(platform.closed, |turning| turning.angle == 0.0);
        if points.is_empty() {
            points.push(fallback);
        }
        if platform.closed && points.first() != points.last() {
            points.push(points[0]);
        }
        let mut lengths = vec![0.0];
        for pair in points.windows(2) {
            lengths.push(lengths[lengths.len() - 1] + pair[0].distance(pair[1]));
        }
        let length = lengths[lengths.len() - 1];
        let speed = if turns.is_some() { platform.speed.abs() } else { platform.speed };
        let needed = length / speed * TICK_RATE as f32;
        let moves = length > 0.0 && speed > 0.0 && needed <= MAX_WAY;
        let at_speed = if moves { needed.round().max(1.0) as u64 } else { 0 };
        let slams = moves && platform.easing == Easing::Slam;
        let fall = ((2.0 * length / SLAM).sqrt() * TICK_RATE as f32).ceil().max(1.0) as u64;
        let mut track = Self {
            points,
            lengths,
            way: if slams { fall } else { at_speed },
            home: if closed { 0 } else { at_speed },
            pause: u64::from(ticks(platform.pause)),
            rest: if closed { 0 } else { u64::from(ticks(platform.rest.unwrap_or(platform.pause))) },
            offset: 0,
            easing: platform.easing,
            door: matches!(platform.start, Start::Opened | Start::Weighed),
        };
        let phase = if platform.phase.is_finite() { platform.phase.clamp(0.0, 1.0) } else { 0.0 };
        // A steam iron begins with its rest at the top, everything else with its way.
        let first = if slams { track.cycle() - track.pause } else { 0 };
        track.offset = first + (track.cycle() as f64 * f64::from(phase)).round() as u64;
        track
    }

    /// The track of a thing that stays where it is.
    pub fn still(center: Vec2) -> Self {
        Self::of_flight(&Flight::default(), center)
    }

    /// The track of a thing that flies or walks.
    pub fn of_flight(flight: &Flight, fallback: Vec2) -> Self {
        let Flight { track, closed, speed, phase } = flight.clone();
        Self::new(&Platform { track, closed, speed, phase, ..Platform::default() }, fallback)
    }

    /// The same track, begun `along` pixels after its first point, or on the way back there.
    pub fn begun(mut self, along: f32, on_the_way_back: bool) -> Self {
        let length = self.lengths[self.lengths.len() - 1].max(f32::MIN_POSITIVE);
        let there = ((along / length).clamp(0.0, 1.0) * self.way as f32).round() as u64;
        self.offset = if on_the_way_back { self.cycle() - self.pause - there.min(self.home) } else { there };
        self
    }

    /// Ticks until everything repeats, at least 1.
    pub fn cycle(&self) -> u64 {
        (self.way + self.rest + self.home + self.pause).max(1)
    }

    /// The middle of the platform after it has been moving for `clock` ticks.
    pub fn at(&self, clock: u64) -> Vec2 {
        if self.door {
            return self.along(clock.min(self.way), self.way, self.easing);
        }
        let t = (clock + self.offset) % self.cycle();
        let back = self.way + self.rest;
        if self.home == 0 || t <= back {
            return self.along(t.min(self.way), self.way, self.easing);
        }
        let easing = if self.easing == Easing::Slam { Easing::Linear } else { self.easing };
        self.along((back + self.home).saturating_sub(t), self.home, easing)
    }

    /// Whether it arrives at a stop or turns around at exactly this tick.
    pub fn turns_at(&self, clock: u64) -> bool {
        let t = (clock + self.offset) % self.cycle();
        let home = (self.way + self.rest + self.home) % self.cycle();
        self.way > 0 && if self.home == 0 { self.pause > 0 && t == self.way } else { t == self.way || t == home }
    }

    /// Whether it comes down at exactly this tick.
    pub fn slams_at(&self, clock: u64) -> bool {
        self.easing == Easing::Slam && self.way > 0 && (clock + self.offset) % self.cycle() == self.way
    }

    /// In how many ticks it begins to come down, if it does that at all.
    pub fn slams_in(&self, clock: u64) -> Option<u64> {
        let t = (clock + self.offset) % self.cycle();
        (self.easing == Easing::Slam && self.way > 0).then(|| (self.cycle() - t) % self.cycle())
    }

    /// The point after `done` of the ticks of one way.
    fn along(&self, done: u64, way: u64, easing: Easing) -> Vec2 {
        let last = self.points.len() - 1;
        if done == 0 || way == 0 {
            return self.points[0];
        }
        if done >= way {
            return self.points[last];
        }
        let u = done as f32 / way as f32;
        let arc = easing.apply(u) * self.lengths[last];
        let leg = self.lengths.partition_point(|&l| l <= arc).clamp(1, last);
        let (from, to) = (self.lengths[leg - 1], self.lengths[leg]);
        let part = if to > from { (arc - from) / (to - from) } else { 0.0 };
        self.points[leg - 1].lerp(self.points[leg], part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn platform(track: &[(f32, f32)]) -> Platform {
        Platform { track: track.iter().map(|&p| p.into()).collect(), ..Platform::default() }
    }

    #[test]
    fn a_steam_iron_waits_falls_rests_and_rises() {
        let iron = platform(&[(0.0, 0.0), (0.0, 48.0)]);
        let track = Track::new(&Platform { easing: Easing::Slam, pause: 0.1, rest: Some(0.05), ..iron }, Vec2::ZERO);
        let ys: Vec<f32> = (0..80).map(|t| track.at(t).y).collect();
        assert!(ys[..=6].iter().all(|y| *y == 0.0), "it begins with its wait: {ys:?}");
        let down = (0..80).find(|&t| track.slams_at(t)).unwrap() as usize;
        assert_eq!((down, ys[down], ys[down - 6]), (18, 48.0, 12.0), "0.2 s at 2400 px/s^2");
        assert!(ys[down..=down + 3].iter().all(|y| *y == 48.0));
        assert_eq!(ys[down + 3 + 48], 0.0, "60 px/s upwards");
        assert_eq!((track.slams_in(0), track.slams_in(6), track.slams_in(7)), (Some(6), Some(0), Some(68)));
    }

    #[test]
    fn a_walk_may_begin_anywhere_and_either_way() {
        let track = || Track::new(&platform(&[(0.0, 0.0), (8.0, 0.0)]), Vec2::ZERO);
        let xs = |track: Track| (0..4).map(|t| track.at(t).x).collect::<Vec<_>>();
        assert_eq!(xs(track().begun(3.0, false)), [3.0, 4.0, 5.0, 6.0]);
        assert_eq!(xs(track().begun(3.0, true)), [3.0, 2.0, 1.0, 0.0]);
    }

    #[test]
    fn an_open_track_goes_back_and_forth_with_a_rest_at_both_ends() {
        let track = Track::new(&Platform { pause: 0.05, ..platform(&[(0.0, 0.0), (4.0, 0.0)]) }, Vec2::ZERO);
        let xs: Vec<f32> = (0..16).map(|t| track.at(t).x).collect();
        assert_eq!(xs, [0., 1., 2., 3., 4., 4., 4., 4., 3., 2., 1., 0., 0., 0., 0., 1.]);
        let turns: Vec<u64> = (1..30).filter(|&t| track.turns_at(t)).collect();
        assert_eq!(turns, [4, 11, 18, 25]);
    }

    #[test]
    fn without_a_rest_it_turns_at_once() {
        let track = Track::new(&platform(&[(0.0, 0.0), (2.0, 0.0)]), Vec2::ZERO);
        let xs: Vec<f32> = (0..7).map(|t| track.at(t).x).collect();
        assert_eq!(xs, [0., 1., 2., 1., 0., 1., 2.]);
        assert_eq!((1..9).filter(|&t| track.turns_at(t)).collect::<Vec<_>>(), [2, 4, 6, 8]);
    }

    #[test]
    fn a_closed_track_leads_back_to_its_first_point() {
        let square = platform(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        let track = Track::new(&Platform { closed: true, ..square }, Vec2::ZERO);
        let places: Vec<(f32, f32)> = (0..9).map(|t| track.at(t).into()).collect();
        assert_eq!(places, [(0., 0.), (1., 0.), (2., 0.), (2., 1.), (2., 2.), (1., 2.), (0., 2.), (0., 1.), (0., 0.)]);
    }

    #[test]
    fn the_speed_is_the_same_on_every_leg_however_long() {
        let track = Track::new(&platform(&[(0.0, 0.0), (3.0, 0.0), (3.0, 30.0), (33.0, 30.0)]), Vec2::ZERO);
        let ways: Vec<f32> = (1..=63).map(|t| track.at(t).distance(track.at(t - 1))).collect();
        assert!(ways.iter().all(|d| (d - 1.0).abs() < 1e-5), "{ways:?}");
    }

    #[test]
    fn a_smooth_way_starts_and_ends_slowly_and_takes_as_long() {
        let track =
            Track::new(&Platform { easing: Easing::Smooth, ..platform(&[(0.0, 0.0), (60.0, 0.0)]) }, Vec2::ZERO);
        let speed = |t: u64| track.at(t).x - track.at(t - 1).x;
        assert!(speed(1) < 0.1 && speed(60) < 0.1 && speed(30) > 1.4);
        assert_eq!((track.at(30).x, track.at(60).x), (30.0, 60.0));
    }

    #[test]
    fn phase_counts_from_the_whole_cycle() {
        let track = Track::new(&Platform { phase: 0.5, ..platform(&[(0.0, 0.0), (4.0, 0.0)]) }, Vec2::ZERO);
        assert_eq!(track.at(0).x, 4.0);
    }

    #[test]
    fn after_a_year_it_is_where_it_was_in_the_first_round() {
        let track = Track::new(&platform(&[(0.0, 0.0), (7.0, 3.0)]), Vec2::ZERO);
        let year = 365 * 24 * 3600 * u64::from(TICK_RATE);
        let round = track.cycle();
        for t in 0..round {
            assert_eq!(track.at(t), track.at(year / round * round + t));
        }
    }

    #[test]
    fn nonsense_stands_still() {
        let still = |p: Platform| {
            let track = Track::new(&p, Vec2::new(5.0, 5.0));
            (0..100).map(|t| track.at(t)).all(|p| p == track.at(0) && p.is_finite())
        };
        let base = platform(&[(0.0, 0.0), (4.0, 0.0)]);
        assert!(still(Platform { speed: 0.0, ..base.clone() }));
        assert!(still(Platform { speed: -5.0, ..base.clone() }));
        assert!(still(Platform { speed: f32::NAN, ..base.clone() }));
        assert!(still(Platform { track: vec![], ..base.clone() }));
        assert!(still(Platform { track: vec![Vec2::NAN], phase: f32::NAN, ..base.clone() }));
        assert!(still(Platform { track: vec![Vec2::ONE, Vec2::ONE], ..base.clone() }));
        assert!(still(Platform { speed: 1e-12, ..base }));
        assert_eq!(Track::new(&platform(&[]), Vec2::new(5.0, 5.0)).at(3), Vec2::new(5.0, 5.0));
    }
}

//! What was pressed, tick by tick: every recording and every replay holds an [`InputTimeline`].

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Buttons, Input};

/// The maximum length of a timeline: 46 hours of play.
pub const MAX_TICKS: u32 = 10_000_000;

/// The maximum size of an input file in bytes: a million changes of the buttons.
pub const MAX_INPUT_BYTES: usize = 16 << 20;

/// What is held in every tick of a recording. It stores only the changes: spans, each with the tick it starts at.
///
/// As text it has one span per line, such as `60 right`, `12 right+jump` or `30 -`; `#` starts a comment. A byte order mark
/// before the first line is skipped. Serde reads and writes that text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputTimeline {
    /// The tick in which each span starts, and what is held until the next one. No span is empty, and neighbours differ: equal
    /// inputs make equal timelines.
    spans: Vec<(u32, Input)>,
    ticks: u32,
}

impl InputTimeline {
    /// How many ticks it has.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.ticks
    }

    /// Whether it has no ticks.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ticks == 0
    }

    /// What is held in a tick; `None` after the end.
    #[must_use]
    pub fn get(&self, tick: u32) -> Option<Input> {
        (tick < self.ticks).then(|| self.spans[self.span_of(tick)].1)
    }

    /// What is held in a tick; nothing after the end.
    #[must_use]
    pub fn at(&self, tick: u32) -> Input {
        self.get(tick).unwrap_or_default()
    }

    /// The spans, in order: their ticks, and what is held in them.
    #[must_use]
    pub fn spans(&self) -> impl ExactSizeIterator<Item = (Range<u32>, Input)> + '_ {
        self.spans.iter().enumerate().map(|(i, &(start, input))| (start..self.end_of(i), input))
    }

    /// What is held, tick by tick.
    #[must_use]
    pub const fn iter(&self) -> InputCursor<&Self> {
        InputCursor::new(self)
    }

    /// Appends a tick.
    pub fn push(&mut self, input: Input) {
        self.hold(input, 1);
    }

    /// Appends ticks in which the same is held. What goes beyond [`MAX_TICKS`] is left out.
    pub fn hold(&mut self, input: Input, ticks: u32) {
        let ticks = ticks.min(MAX_TICKS - self.ticks);
        if ticks > 0 && self.spans.last().is_none_or(|(_, last)| *last != input) {
            self.spans.push((self.ticks, input));
        }
        self.ticks += ticks;
    }

    /// Drops all ticks from this one on.
    pub fn truncate(&mut self, ticks: u32) {
        self.ticks = self.ticks.min(ticks);
        self.spans.truncate(self.spans.partition_point(|(start, _)| *start < ticks));
    }

    /// Makes it longer, with nothing held, or shorter.
    pub fn resize(&mut self, ticks: u32) {
        self.truncate(ticks);
        self.hold(Input::default(), ticks - self.ticks);
    }

    /// The part between two ticks, as far as it goes.
    #[must_use]
    pub fn slice(&self, ticks: Range<u32>) -> Self {
        let mut part = Self::default();
        for (span, input) in self.spans() {
            part.hold(input, span.end.min(ticks.end).saturating_sub(span.start.max(ticks.start)));
        }
        part
    }

    /// The span that a tick is in; the last one for ticks after the end.
    fn span_of(&self, tick: u32) -> usize {
        self.spans.partition_point(|(start, _)| *start <= tick).saturating_sub(1)
    }

    /// The tick after a span.
    fn end_of(&self, span: usize) -> u32 {
        self.spans.get(span + 1).map_or(self.ticks, |(next, _)| *next)
    }
}

impl Extend<Input> for InputTimeline {
    fn extend<I: IntoIterator<Item = Input>>(&mut self, inputs: I) {
        inputs.into_iter().for_each(|input| self.push(input));
    }
}

impl FromIterator<Input> for InputTimeline {
    fn from_iter<I: IntoIterator<Item = Input>>(inputs: I) -> Self {
        let mut timeline = Self::default();
        timeline.extend(inputs);
        timeline
    }
}

impl<'a> IntoIterator for &'a InputTimeline {
    type Item = Input;
    type IntoIter = InputCursor<&'a InputTimeline>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Plays a timeline that it owns or borrows, a tick at a time.
#[derive(Clone, Debug)]
pub struct InputCursor<T = InputTimeline> {
    inputs: T,
    tick: u32,
    /// The span of the tick, or the one before it where that one ends just there.
    span: usize,
}

impl<T> InputCursor<T> {
    /// At the beginning of a timeline.
    pub const fn new(inputs: T) -> Self {
        Self { inputs, tick: 0, span: 0 }
    }
}

impl<T: Borrow<InputTimeline>> InputCursor<T> {
    /// Goes on at another tick.
    pub fn seek(&mut self, tick: u32) {
        (self.tick, self.span) = (tick, self.inputs.borrow().span_of(tick));
    }

    /// Whether no ticks are left.
    pub fn is_over(&self) -> bool {
        self.tick >= self.inputs.borrow().ticks
    }
}

impl<T: Borrow<InputTimeline>> Iterator for InputCursor<T> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        if self.is_over() {
            return None;
        }
        let inputs = self.inputs.borrow();
        self.span += usize::from(inputs.end_of(self.span) == self.tick);
        self.tick += 1;
        Some(inputs.spans[self.span].1)
    }
}

/// Why an input file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}; {help}")]
pub struct BadInputFile {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

impl FromStr for InputTimeline {
    type Err = BadInputFile;

    fn from_str(text: &str) -> Result<Self, BadInputFile> {
        let mut inputs = Self::default();
        for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            let bad = |(what, help): (String, String)| BadInputFile { line: index + 1, what, help };
            let (ticks, input) = parse_span(content).map_err(bad)?;
            if ticks > MAX_TICKS - inputs.ticks {
                let what = format!("more than {MAX_TICKS} ticks in all");
                return Err(bad((what, "split the file".to_owned())));
            }
            inputs.hold(input, ticks);
        }
        Ok(inputs)
    }
}

/// One line without its comment, or what is wrong with it and what helps.
fn parse_span(content: &str) -> Result<(u32, Input), (String, String)> {
    let (count, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
    let ticks: u32 = count.parse().map_err(|_| {
        (format!("`{}` is not a number of ticks", shown(count)), "start the line with one, as in `60 right`".to_owned())
    })?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Err(("no buttons given".to_owned(), format!("write `{ticks} none` for a pause")));
    }
    if rest == "-" || rest.eq_ignore_ascii_case("none") {
        return Ok((ticks, Input::default()));
    }
    let mut buttons = 0;
    for name in rest.split('+').map(str::trim) {
        let found = Buttons::NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        let &(bit, _) = found.ok_or_else(|| {
            let known = Buttons::NAMES.map(|(_, name)| name).join(", ");
            (format!("`{}` is not a button", shown(name)), format!("use {known}, joined by +, or none"))
        })?;
        buttons |= bit;
    }
    Ok((ticks, Input { buttons }))
}

/// As much of a word from a file as fits into an error message.
fn shown(word: &str) -> String {
    word.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl fmt::Display for InputTimeline {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.spans().try_for_each(|(ticks, input)| {
            let held = Buttons::NAMES.iter().filter(|(bit, _)| input.holds(*bit)).map(|(_, name)| *name);
            let names: Vec<&str> = held.collect();
            writeln!(f, "{} {}", ticks.len(), if names.is_empty() { "none".to_owned() } else { names.join("+") })
        })
    }
}

impl Serialize for InputTimeline {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for InputTimeline {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(text: &str) -> String {
        text.parse::<InputTimeline>().unwrap_err().to_string()
    }

    fn spans(inputs: &InputTimeline) -> Vec<(Range<u32>, u8)> {
        inputs.spans().map(|(ticks, input)| (ticks, input.buttons)).collect()
    }

    #[test]
    fn a_file_with_comments_and_blank_lines_is_read() {
        let text = "\u{feff}# to the exit\n\n 60 right\n12 Right + JUMP # hop\n30 -\n5 none\n0 up\n";
        assert_eq!(spans(&text.parse().unwrap()), [(0..60, 2), (60..72, 18), (72..107, 0)]);
    }

    #[test]
    fn errors_say_line_what_and_what_to_do() {
        assert_eq!(
            message("60 right\nright 60\n"),
            "line 2: `right` is not a number of ticks; start the line with one, as in `60 right`"
        );
        assert_eq!(
            message("9 fire"),
            "line 1: `fire` is not a button; use left, right, up, down, jump, retry, dash, joined by +, or none"
        );
        assert_eq!(
            message("9 left+"),
            "line 1: `` is not a button; use left, right, up, down, jump, retry, dash, joined by +, or none"
        );
        assert_eq!(message("\n9"), "line 2: no buttons given; write `9 none` for a pause");
        assert_eq!(message("10000000 left\n1 left"), "line 2: more than 10000000 ticks in all; split the file");
        assert!(message("-5 left").starts_with("line 1: `-5` is not a number"));
        assert!(message("99999999999 left").starts_with("line 1: `99999999999` is not a number"));
    }

    #[test]
    fn no_timeline_grows_beyond_its_bound() {
        let mut inputs = InputTimeline::default();
        inputs.hold(Input { buttons: 1 }, MAX_TICKS - 1);
        inputs.hold(Input { buttons: 2 }, 5);
        inputs.push(Input { buttons: 4 });
        assert_eq!(spans(&inputs), [(0..MAX_TICKS - 1, 1), (MAX_TICKS - 1..MAX_TICKS, 2)]);
        inputs.resize(u32::MAX);
        assert_eq!(inputs.len(), MAX_TICKS);
    }

    #[test]
    fn as_a_value_it_is_the_text_of_the_file() {
        let inputs: InputTimeline = "60 right\n12 right+jump\n".parse().unwrap();
        let json = serde_json::to_string(&inputs).unwrap();
        assert_eq!(json, r#""60 right\n12 right+jump\n""#);
        assert_eq!(serde_json::from_str::<InputTimeline>(&json).unwrap(), inputs);
        let why = serde_json::from_str::<InputTimeline>(r#""5 fly""#).unwrap_err().to_string();
        assert!(why.contains("line 1: `fly` is not a button"), "{why}");
    }

    proptest! {
        /// A list of inputs, one per tick, does the same.
        #[test]
        fn it_is_a_list_of_inputs(
            list in prop::collection::vec(0_u8..4, 0..60), more in prop::collection::vec(0_u8..4, 0..9),
            from in 0_u32..70, to in 0_u32..70,
        ) {
            let list: Vec<Input> = list.into_iter().map(|buttons| Input { buttons }).collect();
            let more: Vec<Input> = more.into_iter().map(|buttons| Input { buttons }).collect();
            let inputs: InputTimeline = list.iter().copied().collect();
            let same = |inputs: &InputTimeline, list: &[Input]| {
                prop_assert_eq!(inputs.iter().collect::<Vec<_>>(), list);
                prop_assert_eq!(inputs, &list.iter().copied().collect());
                prop_assert_eq!(inputs.is_empty(), list.is_empty());
                prop_assert_eq!(inputs.len() as usize, list.len());
                Ok(())
            };
            same(&inputs, &list)?;
            prop_assert_eq!(&inputs.to_string().parse::<InputTimeline>().unwrap(), &inputs);
            let (begin, end) = ((from as usize).min(list.len()), (to as usize).min(list.len()));
            same(&inputs.slice(from..to), &list[begin.min(end)..end])?;
            prop_assert_eq!(inputs.get(from), list.get(from as usize).copied());
            prop_assert_eq!(inputs.at(from), list.get(from as usize).copied().unwrap_or_default());
            let mut cursor = InputCursor::new(&inputs);
            cursor.seek(from);
            prop_assert_eq!(cursor.is_over(), from as usize >= list.len());
            prop_assert_eq!(cursor.collect::<Vec<_>>(), &list[begin..]);
            let (mut cut, mut cut_list) = (inputs.clone(), list.clone());
            cut.truncate(from);
            cut_list.truncate(from as usize);
            same(&cut, &cut_list)?;
            cut.extend(more.iter().copied());
            cut_list.extend(&more);
            same(&cut, &cut_list)?;
            cut.resize(to);
            cut_list.resize(to as usize, Input::default());
            same(&cut, &cut_list)?;
        }

        #[test]
        fn what_is_written_is_read_again(inputs in prop::collection::vec(0_u8..128, 0..200)) {
            let inputs: InputTimeline = inputs.into_iter().map(|b| Input { buttons: b / 8 }).collect();
            prop_assert_eq!(inputs.to_string().parse::<InputTimeline>().unwrap(), inputs);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "(?s).{0,200}") {
            let _ = text.parse::<InputTimeline>();
        }
    }
}

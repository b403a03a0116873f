//! The buttons held during one tick.

use serde::{Deserialize, Serialize};

/// The buttons held during one tick, as bits. The world itself finds out which were just pressed.
///
/// ```
/// use seamwalker::sim::{Buttons, Input};
///
/// let before = Input { buttons: Buttons::RIGHT };
/// let now = Input { buttons: Buttons::RIGHT | Buttons::JUMP };
/// assert!(now.holds(Buttons::RIGHT | Buttons::JUMP));
/// assert_eq!(now.pressed_since(before).buttons, Buttons::JUMP);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Input {
    /// The bits of [`Buttons`].
    pub buttons: u8,
}

/// The bits of an input.
///
/// ```
/// use seamwalker::sim::Buttons;
///
/// let named = Buttons::NAMES.iter().find(|(bit, _)| *bit == Buttons::DOWN);
/// assert_eq!(named.unwrap().1, "down");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Buttons;

impl Buttons {
    /// Walk to the left.
    pub const LEFT: u8 = 1;
    /// Walk to the right.
    pub const RIGHT: u8 = 2;
    /// Look up.
    pub const UP: u8 = 4;
    /// Duck, fall faster, drop through with jump.
    pub const DOWN: u8 = 8;
    /// Jump.
    pub const JUMP: u8 = 16;
    /// Give up and return to the checkpoint.
    pub const RETRY: u8 = 32;
    /// Dash where the direction buttons point.
    pub const DASH: u8 = 64;

    /// All of them with their names in input files, in the order in which they are written.
    pub const NAMES: [(u8, &'static str); 7] = [
        (Self::LEFT, "left"),
        (Self::RIGHT, "right"),
        (Self::UP, "up"),
        (Self::DOWN, "down"),
        (Self::JUMP, "jump"),
        (Self::RETRY, "retry"),
        (Self::DASH, "dash"),
    ];
}

impl Input {
    /// Whether every one of these bits is held.
    #[must_use]
    pub const fn holds(self, bits: u8) -> bool {
        self.buttons & bits == bits
    }

    /// What is held now and was not held `before`.
    #[must_use]
    pub const fn pressed_since(self, before: Self) -> Self {
        Self { buttons: self.buttons & !before.buttons }
    }
}

/// The same input for a while.
///
/// ```
/// use seamwalker::sim::{Buttons, Input, InputRun, unfold_inputs};
///
/// let second = InputRun { ticks: 60, input: Input { buttons: Buttons::RIGHT } };
/// assert_eq!(unfold_inputs(&[second]).count(), 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputRun {
    /// For how many ticks.
    pub ticks: u32,
    /// What is held.
    pub input: Input,
}

/// The most ticks that one input file or replay may hold: 46 hours of play.
pub const MAX_TICKS: u32 = 10_000_000;

/// The most bytes that an input file should have: a million changes of what is held.
pub const MAX_INPUT_BYTES: usize = 16 << 20;

/// Why an input file cannot be read.
///
/// ```
/// use seamwalker::sim::parse_inputs;
///
/// let bad = parse_inputs("60 right\n12 rihgt").unwrap_err();
/// assert_eq!(bad.line, 2);
/// assert!(bad.to_string().contains("`rihgt` is not a button"));
/// ```
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

/// Reads an input file: one line per run, such as `60 right`, `12 right+jump` or `30 -`; `#` starts a comment. A byte order
/// mark before the first line is skipped.
///
/// ```
/// use seamwalker::sim::{parse_inputs, Buttons};
/// let runs = parse_inputs("60 right\n12 right+jump # over the first pin\n30 none\n").unwrap();
/// assert_eq!(runs[1].ticks, 12);
/// assert_eq!(runs[1].input.buttons, Buttons::RIGHT | Buttons::JUMP);
/// ```
///
/// # Errors
/// [`BadInputFile`] for the first line that is not understood, or where the file grows beyond [`MAX_TICKS`].
pub fn parse_inputs(text: &str) -> Result<Vec<InputRun>, BadInputFile> {
    let mut runs = Vec::new();
    let mut total = 0_u32;
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let bad = |what: String, help: &str| BadInputFile { line: index + 1, what, help: help.to_owned() };
        let run = parse_run(content).map_err(|(what, help)| bad(what, &help))?;
        total = total.saturating_add(run.ticks);
        if total > MAX_TICKS {
            return Err(bad(format!("more than {MAX_TICKS} ticks in all"), "split the file"));
        }
        runs.push(run);
    }
    Ok(runs)
}

/// One line without its comment, or what is wrong with it and what helps.
fn parse_run(content: &str) -> Result<InputRun, (String, String)> {
    let (count, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
    let ticks: u32 = count.parse().map_err(|_| {
        (format!("`{}` is not a number of ticks", shown(count)), "start the line with one, as in `60 right`".to_owned())
    })?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Err(("no buttons given".to_owned(), format!("write `{ticks} none` for a pause")));
    }
    if rest == "-" || rest.eq_ignore_ascii_case("none") {
        return Ok(InputRun { ticks, input: Input::default() });
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
    Ok(InputRun { ticks, input: Input { buttons } })
}

/// As much of a stranger's word as fits into an error message.
fn shown(word: &str) -> String {
    word.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Writes runs in the form that [`parse_inputs`] reads.
///
/// ```
/// use seamwalker::sim::{parse_inputs, write_inputs};
///
/// let text = "60 right\n12 right+jump\n";
/// assert_eq!(write_inputs(&parse_inputs(text).unwrap()), text);
/// ```
#[must_use]
pub fn write_inputs(runs: &[InputRun]) -> String {
    let mut text = String::new();
    for run in runs {
        let held = Buttons::NAMES.iter().filter(|(bit, _)| run.input.holds(*bit)).map(|(_, name)| *name);
        let names: Vec<&str> = held.collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join("+") };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {names}", run.ticks);
    }
    text
}

/// Folds single inputs into runs.
///
/// ```
/// use seamwalker::sim::{Buttons, Input, fold_inputs, write_inputs};
///
/// let held = |buttons| Input { buttons };
/// let runs = fold_inputs([held(Buttons::LEFT), held(Buttons::LEFT), held(0)]);
/// assert_eq!(write_inputs(&runs), "2 left\n1 none\n");
/// ```
#[must_use]
pub fn fold_inputs(inputs: impl IntoIterator<Item = Input>) -> Vec<InputRun> {
    let mut runs: Vec<InputRun> = Vec::new();
    for input in inputs {
        match runs.last_mut() {
            Some(run) if run.input == input && run.ticks < u32::MAX => run.ticks += 1,
            _ => runs.push(InputRun { ticks: 1, input }),
        }
    }
    runs
}

/// The single inputs of runs, in order, [`MAX_TICKS`] at most.
pub fn unfold_inputs(runs: &[InputRun]) -> impl Iterator<Item = Input> + '_ {
    runs.iter().flat_map(|run| std::iter::repeat_n(run.input, run.ticks as usize)).take(MAX_TICKS as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(text: &str) -> String {
        parse_inputs(text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_with_comments_and_blank_lines_is_read() {
        let runs = parse_inputs("\u{feff}# to the exit\n\n 60 right\n12 Right + JUMP # hop\n30 -\n5 none\n").unwrap();
        let got: Vec<(u32, u8)> = runs.iter().map(|r| (r.ticks, r.input.buttons)).collect();
        assert_eq!(got, [(60, 2), (12, 18), (30, 0), (5, 0)]);
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

    proptest! {
        #[test]
        fn what_is_written_is_read_again(inputs in prop::collection::vec(0_u8..64, 0..200)) {
            let inputs: Vec<Input> = inputs.into_iter().map(|b| Input { buttons: b / 8 }).collect();
            let runs = fold_inputs(inputs.iter().copied());
            prop_assert_eq!(&parse_inputs(&write_inputs(&runs)).unwrap(), &runs);
            prop_assert_eq!(unfold_inputs(&runs).collect::<Vec<_>>(), inputs);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "(?s).{0,200}") {
            let _ = parse_inputs(&text);
        }
    }
}

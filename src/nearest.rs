//! "Did you mean ...?": the one place that suggests a known name for an unknown one.

/// A question about the known name that is most similar to a word, by Jaro similarity as in clap; empty if there are no names.
pub fn did_you_mean(word: &str, names: impl IntoIterator<Item = String>) -> String {
    let similarity = |name: &String| strsim::jaro(&word.to_lowercase(), &name.to_lowercase());
    let nearest = names.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    nearest.map_or_else(String::new, |name| format!("did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_name_is_suggested() {
        let names = || ["play", "compare", "first_stitch", "picture"].map(str::to_owned);
        for (word, meant) in [("frist_stitch", "first_stitch"), ("COMPAR", "compare"), ("pictures", "picture")] {
            assert_eq!(did_you_mean(word, names()), format!("did you mean '{meant}'?"));
        }
        assert_eq!(did_you_mean("x", []), "");
    }
}

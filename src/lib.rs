//! Seamwalker.

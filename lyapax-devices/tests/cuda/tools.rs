//! Tools that may not be at hand.

use std::sync::OnceLock;

/// Set where a test that passes over is a failure.
const REQUIRE: &str = "LYAPAX_REQUIRE_CUDA_TEXT";

/// A tool, or the word that it is missing, once.
pub struct Tool {
    found: OnceLock<bool>,
}

impl Tool {
    pub const fn new() -> Self {
        Self {
            found: OnceLock::new(),
        }
    }

    /// Whether it is there; `look` gives the reason why not.
    pub fn is_there(&self, look: impl FnOnce() -> Result<(), String>) -> bool {
        *self.found.get_or_init(|| match look() {
            Ok(()) => true,
            Err(reason) => {
                assert!(
                    std::env::var_os(REQUIRE).is_none(),
                    "{reason}, and {REQUIRE} is set"
                );
                println!("passed over: {reason}");
                false
            }
        })
    }
}

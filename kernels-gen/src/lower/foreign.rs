//! Functions of other programs: what they are called here, or the formula that gives them.

/// The help for such a function, if it is known.
pub fn help(name: &str) -> Option<String> {
    if let Some(same) = same(name) {
        return Some(format!("did you mean `{same}`?"));
    }
    if let Some(formula) = formula(name) {
        return Some(format!("write `{formula}`"));
    }
    missing(name).map(str::to_owned)
}

/// The same function by another name.
fn same(name: &str) -> Option<&'static str> {
    Some(match name {
        "sgn" | "signum" => "sign",
        "heav" | "H" | "step" => "heaviside",
        "flr" => "floor",
        "ceiling" => "ceil",
        "tg" => "tan",
        "arcsin" => "asin",
        "arccos" => "acos",
        "arctan" => "atan",
        "arctan2" => "atan2",
        "fabs" => "abs",
        "expit" | "logistic" => "sigmoid",
        "power" => "pow",
        _ => return None,
    })
}

/// What has no name here because a few characters say it.
fn formula(name: &str) -> Option<&'static str> {
    Some(match name {
        "log2" => "log(x) / log(2)",
        "exp2" => "2^x",
        "exp10" => "10^x",
        "ln1p" | "log1p" | "ln_1p" => "log(1 + x)",
        "expm1" | "exp_m1" => "exp(x) - 1",
        "cot" => "1 / tan(x)",
        "sec" => "1 / cos(x)",
        "csc" | "cosec" => "1 / sin(x)",
        "coth" => "1 / tanh(x)",
        "sech" => "1 / cosh(x)",
        "csch" => "1 / sinh(x)",
        "asinh" | "arcsinh" | "arsinh" => "log(x + sqrt(x^2 + 1))",
        "acosh" | "arccosh" | "arcosh" => "log(x + sqrt(x^2 - 1))",
        "atanh" | "arctanh" | "artanh" => "log((1 + x) / (1 - x)) / 2",
        "sinc" => "sin(x) / x",
        "round" | "rint" | "nint" => "floor(x + 0.5)",
        "trunc" | "int" => "sign(x) * floor(abs(x))",
        "frac" | "fract" => "x - floor(x)",
        "sqr" | "square" => "x^2",
        "cube" => "x^3",
        "recip" => "1 / x",
        "norm" => "sqrt(x^2 + y^2)",
        "relu" | "pos" => "max(x, 0)",
        "clamp" | "clip" => "min(max(x, low), high)",
        "softplus" => "log(1 + exp(x))",
        "fmod" | "rem" => "sign(a) * mod(abs(a), abs(b))",
        _ => return None,
    })
}

/// What cannot be said in the language.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "rand" | "random" | "ran" | "randn" | "rnd" | "noise" | "normal" | "uniform" => {
            "equations are deterministic: a signal from outside is an `input`"
        }
        "erf" | "erfc" | "gamma" | "lgamma" | "besselj" | "bessely" | "zeta" => {
            "no formula of the language's functions gives it exactly; a definition of your own is `fn name(v) = …;`"
        }
        _ => return None,
    })
}

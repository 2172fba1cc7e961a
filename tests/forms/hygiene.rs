//! The user's names do not meet the macro's, whatever they are.

/// Items named like the ones that generated code needs.
mod items_of_the_same_names {
    #![allow(
        dead_code,
        non_camel_case_types,
        reason = "that they exist is the test"
    )]

    struct f64;
    struct usize;
    struct str;
    struct Option;
    struct Some;
    struct None;
    struct Model;
    struct Default;
    struct From;
    struct Copy;
    struct Scalar;
    struct S;
    struct V;
    struct T;
    struct Param;
    struct Signal;
    struct ParamName;
    mod core {}
    mod std {}
    mod __private {}
    mod lyapax {}
    #[expect(
        non_upper_case_globals,
        reason = "a pattern or a `let` of this name would match it"
    )]
    const x: i32 = 1;
    #[expect(non_upper_case_globals, reason = "as above")]
    const v0: i32 = 1;
    #[expect(non_upper_case_globals, reason = "as above")]
    static u: i32 = 1;

    ::lyapax::model! {
        pub Hygiene {
            state x = 0.1, y = 0.2;
            param p = 1.0;
            input u;
            output e = if x > 0 { x } else { 0 };
            coupling c = sum(w * (src.x - x));
            "x' = y + u + c + x[+1]
             y' = -p * x + sin(t)"
        }
    }

    #[test]
    fn runs() {
        let weights = ::lyapax::Dense::all_to_all(3, 1.0);
        crate::motion(&::lyapax::System::network(Hygiene::default(), weights));
    }
}

/// States, parameters and functions called like arguments, type parameters and methods of the
/// generated code.
mod variables_of_the_same_names {
    lyapax::model! {
        pub Letters {
            state S = 0.1, V = 0.1, T = 0.1, j = 0.1, p = 0.1, u = 0.1, v0 = 0.1, at = 0.1;
            state INFO = 0.1, State = 0.1;
            param new = 1.0, from = 1.0, rhs = 1.0, i = 1.0, lit = 1.0, clone = 1.0;
            param M = 1.0, Self_ = 1.0;
            fn f(S, V) = S * V;
            "S' = V - new * S
             V' = f(T, from) - V
             T' = j * rhs - T
             j' = p * i - j
             p' = u * lit - p
             u' = v0 * clone - u
             v0' = at * M - v0
             at' = S * Self_ - at
             INFO' = State - INFO
             State' = -State"
        }
    }

    #[test]
    fn runs() {
        crate::run(Letters {
            new: 2.0.into(),
            from: 0.5.into(),
            ..Letters::default()
        });
        assert_eq!(Letters::INFO.name(), "INFO");
        assert_eq!(<Letters as lyapax::Model>::INFO.states.len(), 10);
    }
}

/// Nothing is found by way of the prelude.
mod without_a_prelude {
    #![no_implicit_prelude]

    ::lyapax::model! {
        pub(crate) Bare {
            state x = 0.1, y = 0.2;
            param a = 1.0;
            input u;
            output e = x^2;
            coupling c = sum(w * (src.x - x));
            "x' = y + u + c
             y' = -a * if t > 1 { x } else { x[-1] }"
        }
    }

    #[test]
    fn runs() {
        let model = <Bare as ::core::default::Default>::default();
        let weights = ::lyapax::Dense::all_to_all(3, 1.0);
        crate::motion(&::lyapax::System::network(model, weights));
    }
}

/// Generated code finds the runtime where the user says it is.
mod through_another_crate {
    mod lyapax {}
    mod physics {
        pub(crate) mod dynamics {
            pub(crate) use ::lyapax::*;
        }
    }

    physics::dynamics::model! {
        #[lyapax(crate = crate::hygiene::through_another_crate::physics::dynamics)]
        pub Renamed {
            state x = 1.0;
            param k = 1.0;
            "x' = -k * x"
        }
    }

    #[test]
    fn runs() {
        crate::run(Renamed::default());
    }
}

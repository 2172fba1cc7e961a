#!/usr/bin/env python3
"""The cases of `benches/derivatives` in JAX: compiled, warm, in double precision. Prints one JSON line for each."""

import argparse
import json
import time
from collections.abc import Callable

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

NOISE = 0.01
AT = (9.9, 4980.0, 12.1, 6020.0)


def spread(low: float, high: float, turns: int, length: int) -> jax.Array:
    """As many numbers between two others, spread evenly."""
    return low + (high - low) * ((jnp.arange(length) * turns % length) / length)


def conversion(k0, e, n, t, c, tau):
    """Of a stirred tank with a reaction of order n."""
    k = k0 * jnp.exp(-e / t)
    out = c / (1 + k * tau * c ** (n - 1))
    return (c - out) / c


def reactor(length: int, evaluations: int) -> Callable[[], list[float]]:
    """The value and its six derivatives at each condition."""
    params = (2.0e7, 6000.0, 1.5)
    inputs = (
        spread(300.0, 450.0, 1, length),
        spread(0.1, 3.0, 7, length),
        spread(1.0, 60.0, 31, length),
    )
    both = jax.value_and_grad(conversion, argnums=tuple(range(6)))
    derivatives = jax.jit(jax.vmap(both, in_axes=(None, None, None, 0, 0, 0)))

    def run() -> list[float]:
        for _ in range(evaluations):
            value, slopes = jax.block_until_ready(derivatives(*params, *inputs))
        return [float(column.sum()) for column in (value, *slopes)]

    return run


def concentrations(at, t, tau):
    """Of two reactions in a stirred tank."""
    k1, k2 = jnp.exp(at[0] - at[1] / t), jnp.exp(at[2] - at[3] / t)
    a = 1 / (1 + k1 * tau)
    b = k1 * a * tau / (1 + k2 * tau)
    return a, b, 1 - a - b


def kinetics(length: int, evaluations: int) -> Callable[[], list[float]]:
    """Chi squared and its gradient."""
    t, tau = spread(300.0, 400.0, 1, length), spread(1.0, 10.0, 7, length)
    exact = concentrations((10.0, 5000.0, 12.0, 6000.0), t, tau)
    data = [
        value + NOISE * spread(-1.5, 1.5, 101 + 7 * j, length) for j, value in enumerate(exact)
    ]

    def misfit(at):
        found = concentrations(at, t, tau)
        return sum(
            (((value - column) / NOISE) ** 2).sum() for value, column in zip(found, data, strict=True)
        )

    both = jax.jit(jax.value_and_grad(misfit))
    points = [jnp.array([value * (1 + 1e-6 * i) for value in AT]) for i in range(evaluations)]

    def run() -> list[float]:
        found = [jax.block_until_ready(both(point)) for point in points]
        values, slopes = (jnp.stack(column).sum(axis=0) for column in zip(*found, strict=True))
        return [float(values), *slopes.tolist()]

    return run


def main() -> None:
    """Times each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=10)
    options = parser.parse_args()
    for name, of, evaluations in (("reactor", reactor, 10), ("kinetics", kinetics, 100)):
        for length in (10_000, 100_000):
            run = of(length, evaluations)
            run()
            least, sums = float("inf"), []
            for _ in range(options.repeat):
                start = time.perf_counter()
                sums = run()
                least = min(least, time.perf_counter() - start)
            line = {
                "case": name,
                "conditions": length,
                "evaluations": evaluations,
                "seconds": least,
                "sums": sums,
                "package": f"jax {jax.__version__}",
            }
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()

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


def network(nodes: int, evaluations: int) -> Callable[[], list[float]]:
    """The gradient by all weights of what phases are along a run of RK4; every step is kept, which is fastest."""
    place = jnp.arange(nodes * nodes).reshape(nodes, nodes)
    weights = jnp.where(jnp.eye(nodes, dtype=bool), 0.0, jnp.sin(1.7 * place))
    omega, start = jnp.cos(0.9 * jnp.arange(nodes)), 0.1 * jnp.arange(nodes)
    steps, stride, dt = 100, 10, 0.01

    def misfit(w):
        def f(theta):
            s, c = jnp.sin(theta), jnp.cos(theta)
            return omega + 4.0 / nodes * ((w @ s) * c - (w @ c) * s)

        def step(x, _):
            k1 = f(x)
            k2 = f(x + 0.5 * dt * k1)
            k3 = f(x + 0.5 * dt * k2)
            k4 = f(x + dt * k3)
            return x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

        def stretch(x, _):
            x, _ = jax.lax.scan(step, x, None, length=stride)
            return x, (x**2).sum()

        _, squares = jax.lax.scan(stretch, start, None, length=steps // stride)
        return (start**2).sum() + squares.sum()

    both = jax.jit(jax.value_and_grad(misfit))

    def run() -> list[float]:
        sums = jnp.zeros(3)
        for _ in range(evaluations):
            value, slopes = jax.block_until_ready(both(weights))
            slopes = jnp.where(weights == 0.0, 0.0, slopes)
            sums += jnp.stack([value, slopes.sum(), (slopes * weights).sum()])
        return sums.tolist()

    return run


def main() -> None:
    """Times each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=10)
    options = parser.parse_args()
    many, nodes = (10_000, 100_000), (50, 200)
    for name, of, evaluations, sizes in (
        ("reactor", reactor, 10, many),
        ("kinetics", kinetics, 100, many),
        ("network", network, 1, nodes),
    ):
        for length in sizes:
            run = of(length, evaluations)
            run()
            least, sums = float("inf"), []
            for _ in range(options.repeat):
                start = time.perf_counter()
                sums = run()
                least = min(least, time.perf_counter() - start)
            line = {
                "case": name,
                "size": length,
                "evaluations": evaluations,
                "seconds": least,
                "sums": sums,
                "package": f"jax {jax.__version__}",
            }
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()

"""The Kuramoto network of `kuramoto.rs` by the Python package lyapax, timed warm.

One JSON object with, for each of three ways, the exponents, the final state and the times:

* `as called`: `lyapunov_spectrum` with the package's `kuramoto_coupling`, called as its README
  calls it. Each call traces and compiles what the package does not keep compiled;
* `in jit`: the same inside a `jax.jit` of one's own, so that a warm call only computes;
* `products in jit`: so too, with a coupling of one's own, as the package invites: w sin(y - x) as
  two matrix products.

All in float64, on all cores that XLA takes. The first call does not count; of those after it the
least does.
The start basis goes in by `resume`, as the checkpoint of a run that has not begun.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402  (after float64 is on, as the package's README asks)
import numpy as np  # noqa: E402
from lyapax import LyapunovCheckpoint, Network, lyapunov_spectrum, network_problem  # noqa: E402
from lyapax.coupling import CouplingFn, kuramoto_coupling  # noqa: E402

Run = Callable[[jax.Array, jax.Array], tuple[jax.Array, jax.Array]]


class Call(NamedTuple):
    """One timed call."""

    wall: float
    busy: float
    exponents: jax.Array
    state: jax.Array


def products(cvar_state: jax.Array, weights: jax.Array, params: dict[str, float]) -> jax.Array:
    """G/N sum_j w_ij sin(theta_j - theta_i), with one sine and one cosine for each node."""
    sine, cosine = jnp.sin(cvar_state[0]), jnp.cos(cvar_state[0])
    sums = weights @ jnp.stack([sine, cosine], axis=1)
    coupled = cosine * sums[:, 0] - sine * sums[:, 1]
    return (params["G"] / weights.shape[0] * coupled)[None, :]


def spectrum(coupling: CouplingFn, sizes: argparse.Namespace) -> Run:
    """Exponents and final state as a function of the start and the weights."""
    omega = jnp.linspace(-1.0, 1.0, sizes.nodes)

    def dfun(_state: jax.Array, coupled: jax.Array, _params: dict[str, float]) -> jax.Array:
        return omega[None, :] + coupled

    def run(theta: jax.Array, weights: jax.Array) -> tuple[jax.Array, jax.Array]:
        network = Network(weights=weights, cvar_indices=(0,))
        problem = network_problem(
            dfun, network, coupling, {"G": 1.0}, theta, sizes.dt, integrator="heun"
        )
        start = LyapunovCheckpoint(
            state=theta,
            Y=jnp.eye(sizes.nodes, sizes.k),
            cum_log_growth=jnp.zeros(sizes.k),
            elapsed_time=jnp.asarray(0.0),
            dt=sizes.dt,
        )
        result = lyapunov_spectrum(
            problem, sizes.steps, k=sizes.k, renorm_every=sizes.renorm_every, resume=start
        )
        return result.exponents, result.checkpoint.state

    return run


def timed(run: Run, theta: jax.Array, weights: jax.Array) -> Call:
    """Seconds of one call, the processor's seconds in it, and its result."""
    wall, busy = time.perf_counter(), time.process_time()
    result = jax.block_until_ready(run(theta, weights))
    return Call(time.perf_counter() - wall, time.process_time() - busy, *result)


def measure(run: Run, weights: jax.Array, sizes: argparse.Namespace) -> dict:
    """One way: what it finds and how long it takes."""
    theta = 2.0 * jnp.pi * jnp.arange(sizes.nodes) / sizes.nodes
    first = timed(run, theta, weights)
    calls: list[Call] = []
    spent = 0.0
    while spent < (sizes.again_s if len(calls) >= sizes.repeat else sizes.enough_s):
        calls.append(timed(run, theta, weights))
        spent += calls[-1].wall
    best = min(calls, key=lambda call: call.wall)
    return {
        "first_call_s": first.wall,
        "elapsed_s": best.wall,
        "cores_busy": best.busy / best.wall,
        "calls": len(calls),
        "exponents": np.asarray(best.exponents).tolist(),
        "final_state": np.asarray(best.state).tolist(),
    }


def arguments() -> argparse.Namespace:
    """Sizes of the run, all from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    for name in ("steps", "k", "renorm-every", "repeat"):
        parser.add_argument(f"--{name}", type=int, required=True)
    for name in ("dt", "again-s", "enough-s"):
        parser.add_argument(f"--{name}", type=float, required=True)
    return parser.parse_args()


def main() -> None:
    """Prints one JSON object."""
    sizes = arguments()
    weights = jnp.asarray(np.load(sizes.weights), dtype=jnp.float64)
    sizes.nodes = weights.shape[0]
    provided = spectrum(kuramoto_coupling(), sizes)
    ways: dict[str, Run] = {
        "as called": provided,
        "in jit": jax.jit(provided),
        "products in jit": jax.jit(spectrum(products, sizes)),
    }
    found = {name: measure(run, weights, sizes) for name, run in ways.items()}
    versions = {name: version(name) for name in ("lyapax", "jax", "jaxlib", "numpy")}
    threads = len(os.sched_getaffinity(0))
    print(json.dumps({"couplings": found, "versions": versions, "threads": threads}))


if __name__ == "__main__":
    main()

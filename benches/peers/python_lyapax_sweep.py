"""4096 Lorenz systems over rho by the Python package lyapax: `sweep_lyapunov_spectrum`, warm.

One JSON object: seconds of the first call, which compiles, the least of those after it, and check values of all
exponents. In float64, on all cores that XLA takes.
"""

import argparse
import json
import time
from importlib.metadata import version

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402  (after float64 is on, as the package's README asks)
import numpy as np  # noqa: E402
from lyapax.sweep import sweep_lyapunov_spectrum  # noqa: E402

SIGMA, BETA = 10.0, 8.0 / 3.0


def field(state: jax.Array, rho: jax.Array) -> jax.Array:
    """Lorenz (1963), equations 25 to 27."""
    x, y, z = state
    return jnp.stack([SIGMA * (y - x), x * (rho - z) - y, x * y - BETA * z])


def arguments() -> argparse.Namespace:
    """Sizes of the sweep."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("members", "steps", "renorm-every", "repeat"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--dt", type=float, required=True)
    return parser.parse_args()


def main() -> None:
    """Prints one JSON object."""
    sizes = arguments()

    def step(state: jax.Array, params: dict[str, jax.Array]) -> jax.Array:
        rho, dt = params["rho"], sizes.dt
        k1 = field(state, rho)
        k2 = field(state + 0.5 * dt * k1, rho)
        k3 = field(state + 0.5 * dt * k2, rho)
        k4 = field(state + dt * k3, rho)
        return state + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    rho = jnp.linspace(0.0, 100.0, sizes.members)
    times = []
    for _ in range(1 + sizes.repeat):
        start = time.perf_counter()
        result = sweep_lyapunov_spectrum(
            step,
            jnp.ones(3),
            {"rho": rho},
            sizes.dt,
            sizes.steps,
            k=3,
            renorm_every=sizes.renorm_every,
        )
        exponents = np.asarray(jax.block_until_ready(result.exponents))
        times.append(time.perf_counter() - start)
    print(
        json.dumps({
            "package": f"lyapax {version('lyapax')} on jax {version('jax')}",
            "first_call_s": times[0],
            "elapsed_s": min(times[1:]),
            "sums": exponents.sum(axis=0).tolist(),
        })
    )


if __name__ == "__main__":
    main()

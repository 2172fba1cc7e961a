"""The all-to-all Kuramoto network by the Python package lyapax on a card, timed as `gpu_acceleration` times ours.

One line for each size: seconds of a warm call as its README calls it, inside a `jax.jit` of one's own,
and with a coupling of one's own as two matrix products.
"""

import argparse

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402  (after float64 is on)
from lyapax.coupling import kuramoto_coupling  # noqa: E402

from python_lyapax import measure, products, spectrum  # noqa: E402


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="200,1000,2000")
    parser.add_argument("--steps", type=int, default=200)
    sizes = parser.parse_args()
    print(jax.devices()[0].device_kind)
    print(f"{'nodes':>6} {'as called':>12} {'in jit':>12} {'products':>12}  first exponent")
    for nodes in map(int, sizes.sizes.split(",")):
        case = argparse.Namespace(
            nodes=nodes, steps=sizes.steps, k=5, renorm_every=10, dt=0.01, repeat=3, again_s=0.5, enough_s=5.0
        )
        weights = jnp.ones((nodes, nodes)) - jnp.eye(nodes)
        provided = spectrum(kuramoto_coupling(), case)
        ways = [provided, jax.jit(provided), jax.jit(spectrum(products, case))]
        found = [measure(way, weights, case) for way in ways]
        times = " ".join(f"{one['elapsed_s']:12.4f}" for one in found)
        print(f"{nodes:6} {times}  {found[0]['exponents'][0]:+.12f}")


if __name__ == "__main__":
    main()

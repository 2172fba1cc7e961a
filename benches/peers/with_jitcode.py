"""The Kuramoto network of `kuramoto.rs` by JiTCODE, timed after its C code is compiled.

It steps by DOPRI5 with its own control of the step (default tolerances), and takes QR at the same
times. One JSON object; `{"absent": why}` where JiTCODE or a compiler is not to be had.
"""

import argparse
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np

try:
    from jitcode import jitcode, jitcode_lyap, y
    from symengine import sin
except ImportError as error:
    print(json.dumps({"absent": str(error)}))
    sys.exit()


def compiled(weights: np.ndarray, sizes: argparse.Namespace) -> jitcode_lyap:
    """The equations of state and tangents, as C."""
    nodes = len(weights)
    omega = np.linspace(-1.0, 1.0, nodes)
    equations = [
        omega[i] + sum(weights[i, j] / nodes * sin(y(j) - y(i)) for j in range(nodes) if j != i)
        for i in range(nodes)
    ]
    ode = jitcode_lyap(equations, n=nodes, n_lyap=sizes.k, verbose=False)
    ode.compile_C()
    ode.set_integrator("dopri5")
    return ode


def start(ode: jitcode_lyap, sizes: argparse.Namespace) -> None:
    """The common start: phases and, instead of random tangents, the first unit vectors."""
    nodes = ode.n_basic
    theta = 2.0 * np.pi * np.arange(nodes) / nodes
    tangents = np.eye(sizes.k, nodes).ravel()
    jitcode.set_initial_value(ode, np.hstack([theta, tangents]), 0.0)


def spectrum(ode: jitcode_lyap, sizes: argparse.Namespace) -> tuple[float, list[float]]:
    """Seconds, and the exponents."""
    start(ode, sizes)
    interval = sizes.renorm_every * sizes.dt
    blocks = sizes.steps // sizes.renorm_every
    begin = time.perf_counter()
    local = [ode.integrate((block + 1) * interval)[1] for block in range(blocks)]
    elapsed = time.perf_counter() - begin
    return elapsed, sorted(np.mean(local, axis=0).tolist(), reverse=True)


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    for name in ("steps", "k", "renorm-every", "repeat"):
        parser.add_argument(f"--{name}", type=int, required=True)
    for name in ("dt", "again-s", "enough-s"):
        parser.add_argument(f"--{name}", type=float, required=True)
    sizes = parser.parse_args()
    begin = time.perf_counter()
    try:
        ode = compiled(np.load(sizes.weights), sizes)
    except (Exception, SystemExit) as error:  # setuptools' many ways to say: no compiler
        print(json.dumps({"absent": f"its C code did not compile: {error!r}"}))
        return
    compile_s = time.perf_counter() - begin
    runs: list[tuple[float, list[float]]] = []
    while len(runs) < sizes.repeat and sum(elapsed for elapsed, _ in runs) < sizes.enough_s:
        runs.append(spectrum(ode, sizes))
    elapsed, exponents = min(runs)
    found = {"elapsed_s": elapsed, "compile_s": compile_s, "exponents": exponents}
    print(json.dumps(found | {"version": version("jitcode")}))


if __name__ == "__main__":
    main()

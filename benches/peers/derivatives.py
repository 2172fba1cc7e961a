#!/usr/bin/env python3
"""Compares `benches/derivatives` with JAX, in one run.

    python3 benches/peers/derivatives.py

All six derivatives of a stirred tank's conversion at 10 000 and 100 000 conditions, ten times in a row, by
`jit(vmap(value_and_grad))` (which of one output is `jacrev` with its value); 100 evaluations of chi squared with its
gradient for a kinetic model, by `jit(value_and_grad)`; and the gradient along a run of a network by all of its weights.
Both sides use all threads (but for the network, which ours goes through on one), are warm, read everything that they
compute, and take turns; the least time of each counts. What is compared: sums of all values and of each derivative,
to 1e-9.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from run import HERE, PYTHON, ROOT, VENV, call


def lines(command: list[str | Path]) -> list[dict[str, Any]]:
    """What a side prints."""
    return [json.loads(line) for line in call(command).splitlines() if line.startswith("{")]


def main() -> None:
    """Prints one line for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=2)
    options = parser.parse_args()
    if not PYTHON.exists():
        call([sys.executable, "-m", "venv", VENV])
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    call([*pip, "-r", HERE / "requirements.txt"])
    bench: list[str | Path] = ["cargo", "bench", "--locked", "--bench", "derivatives"]
    subprocess.run([*bench, "--no-run"], cwd=ROOT, check=True)
    ours: list[list[dict[str, Any]]] = []
    peers: list[list[dict[str, Any]]] = []
    for _ in range(options.turns):
        ours.append(lines([*bench, "-q", "--", "--json"]))
        peers.append(lines([PYTHON, HERE / "jax_derivatives.py"]))
    differ = False
    for mine, theirs in zip(zip(*ours, strict=True), zip(*peers, strict=True), strict=True):
        a = min(mine, key=lambda side: side["seconds"])
        b = min(theirs, key=lambda side: side["seconds"])
        times = a["evaluations"]
        print(
            f"{a['case']}: {a['seconds'] / times * 1e6:.1f} µs, {b['package']} "
            f"{b['seconds'] / times * 1e6:.1f} µs, ratio {b['seconds'] / a['seconds']:.1f}; "
            f"sums {sum(a['sums']):.9e} and {sum(b['sums']):.9e}"
        )
        pairs = zip(a["sums"], b["sums"], strict=True)
        differ |= any(abs(x - y) > 1e-9 * abs(y) for x, y in pairs)
    if differ:
        sys.exit("the sums differ")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares `examples/sweep.rs` with the Python package lyapax (0.3.0, on JAX), in one run.

    python3 benches/peers/sweep.py

4096 Lorenz systems, rho from 0 to 100, from (1, 1, 1): 2000 RK4 steps of .01 without a transient, three exponents,
QR every 10 steps. The peer is called once before, in the same process, and compiles then; the least of its later calls
counts. Ours is a new process each time, in whose first call the sweep is timed, errors and sum rule of each member
included; the least of `--repeat` counts. The sides take turns.

What is compared: the sums over all members of each exponent. Start tangents differ, which a run of 20 units of time does
not forget altogether: they must agree to .5 %, and the sum of all, which does not depend on them, to 1e-6.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from run import HERE, PYTHON, ROOT, TARGET, VENV, call

EXAMPLE = TARGET / "release" / "examples" / "sweep"
SIZES = {"members": 4096, "steps": 2000, "renorm-every": 10, "dt": 0.01}


def sized(command: list[str | Path]) -> list[str | Path]:
    """The command with the sizes that both sides share."""
    return [*command, *(word for name, size in SIZES.items() for word in (f"--{name}", str(size)))]


def main() -> None:
    """Prints one line for each side, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    if not PYTHON.exists():
        call([sys.executable, "-m", "venv", VENV])
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    call([*pip, "-r", HERE / "requirements.txt"])
    subprocess.run(
        ["cargo", "build", "--release", "--locked", "--example", "sweep"], cwd=ROOT, check=True
    )
    ours_command = sized([EXAMPLE, "--json", "--t-transient", "0"])
    if options.threads is not None:
        ours_command += ["--threads", str(options.threads)]
    peer_command = sized([PYTHON, HERE / "python_lyapax_sweep.py"])
    ours: list[dict[str, Any]] = []
    peers: list[dict[str, Any]] = []
    for _ in range(2):
        peers.append(json.loads(call([*peer_command, "--repeat", str(options.repeat)])))
        ours += [json.loads(call(ours_command)) for _ in range(options.repeat)]
    mine = min(ours, key=lambda side: side["elapsed_s"])
    peer = min(peers, key=lambda side: side["elapsed_s"])
    work = SIZES["members"] * SIZES["steps"]
    for name, side in (("lyapax, this one", mine), (peer["package"], peer)):
        seconds = side["elapsed_s"]
        print(f"{name}: {seconds:.4f} s, {seconds / work * 1e9:.1f} ns a member and step,", end=" ")
        print("sums", " ".join(f"{total:.6f}" for total in side["sums"]))
    print(f"the peer's first call: {peer['first_call_s']:.2f} s")
    print(f"ratio: {peer['elapsed_s'] / mine['elapsed_s']:.1f}")
    a, b = mine["sums"], peer["sums"]
    scale = abs(sum(a))
    if any(abs(x - y) > 5e-3 * scale for x, y in zip(a, b, strict=True)):
        sys.exit("the exponents differ")
    if abs(sum(a) - sum(b)) > 1e-6 * scale:
        sys.exit("the sums of all exponents differ")


if __name__ == "__main__":
    main()

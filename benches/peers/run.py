#!/usr/bin/env python3
"""Compares `examples/kuramoto.rs` with the Python package lyapax (0.3.0, on JAX), in one run.

    python3 benches/peers/run.py --nodes 20,50

theta_i' = omega_i + G/N sum_j w_ij sin(theta_j - theta_i), omega from -1 to 1, G = 1,
theta_i(0) = 2 pi i / N: 200 Heun steps of .01 without a transient, 5 exponents, QR every 10 steps.

What is compared: all exponents and the final state, of both sides from the same weights, the same
start and the same start basis, the first five unit vectors. They must agree to 1e-8, or the program
ends with status 1 and says which do not.

How times are taken: each side is asked for the whole spectrum again and again for 3 s, the peer
`--repeat` times at least unless 20 s are spent on it, and the least time counts. Both sides are called once before, in the same process; the
peer compiles then. What ours takes in its first call is told beside it. The sides take turns, never
at once.

What is written: `peers.md` and `peers.json` in `--out`. Python 3.11, `cargo` and the network (once,
for pip) are needed; the virtual environment is `target/peers-venv`.
"""

import argparse
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
VENV = ROOT / "target" / "peers-venv"
PYTHON = VENV / "bin" / "python"
EXAMPLE = TARGET / "release" / "examples" / "kuramoto"

SIZES = {"steps": 200, "k": 5, "renorm-every": 10}
DT = 0.01
ENOUGH_S = 20.0
# Both sides are called again for so long at least: a processor that was idle takes a while to be fast.
AGAIN_S = 3.0
TOLERANCE = 1e-8
# JiTCODE follows the flow itself, the others its Heun map.
JITCODE_TOLERANCE = 1e-3


@dataclass(frozen=True)
class Case:
    """What ours is asked for, and the graph that the peer gets."""

    name: str
    graph: str
    from_file: bool

    def ours(self, file: Path) -> str:
        """The value of `--graph`."""
        return str(file) if self.from_file else self.name


CASES = {
    "random": Case("random", "random", from_file=True),
    "dense": Case("dense", "dense", from_file=False),
    "uniform": Case("uniform", "dense", from_file=False),
}


@dataclass
class Row:
    """One line of the table: times in seconds, ratios as the peer's time over ours."""

    nodes: int
    graph: str
    form: str
    ours_s: float
    ours_first_call_s: float
    ours_threads: str
    peer_s: dict[str, float]
    peer_first_call_s: dict[str, float]
    peer_cores_busy: dict[str, float]
    ratio: dict[str, float]
    difference: float
    state_difference: float
    exponents: list[float]
    peer_exponents: dict[str, list[float]]


def call(command: list[str | Path]) -> str:
    """The standard output of a command that must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"status {done.returncode} of: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout.strip()


def set_up(skip_build: bool, jitcode: bool) -> None:
    """The virtual environment with the peer, and our example in release."""
    if not PYTHON.exists():
        call([sys.executable, "-m", "venv", VENV])
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    call([*pip, "-r", HERE / "requirements.txt"])
    if jitcode:
        optional = [str(word) for word in [*pip, "-r", HERE / "requirements-jitcode.txt"]]
        if subprocess.run(optional, cwd=ROOT, check=False).returncode != 0:
            print("JiTCODE could not be installed: its row is left out", file=sys.stderr)
    if not skip_build:
        call(["cargo", "build", "--release", "--locked", "--example", "kuramoto"])


def sizes_of(command: list[str | Path]) -> list[str | Path]:
    """The command with the sizes that all sides share."""
    return [*command, *(word for name, size in SIZES.items() for word in (f"--{name}", str(size)))]


def python(script: str, weights: Path, repeat: int) -> dict[str, Any]:
    """What a program beside this one prints about a network."""
    command: list[str | Path] = [PYTHON, HERE / script, "--weights", weights, "--dt", str(DT)]
    command += ["--repeat", str(repeat), "--again-s", str(AGAIN_S), "--enough-s", str(ENOUGH_S)]
    found: dict[str, Any] = json.loads(call(sizes_of(command)))
    return found


def ours(case: Case, nodes: int, weights: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Our run of a case, with the least time of several."""
    command = sizes_of([EXAMPLE, "--json", "--nodes", str(nodes), "--basis", "identity"])
    command += ["--graph", case.ours(weights), "--again-s", str(AGAIN_S)]
    if options.threads is not None:
        command += ["--threads", str(options.threads)]
    found: dict[str, Any] = json.loads(call(command))
    return found


def apart(left: list[float], right: list[float]) -> float:
    """The largest difference of two lists of numbers; NaN where there is one."""
    return largest(abs(a - b) for a, b in zip(left, right, strict=True))


def largest(values: Iterable[float]) -> float:
    """The largest of some numbers; NaN where there is one."""
    values = list(values)
    return math.nan if any(map(math.isnan, values)) else max(values)


def row(case: Case, nodes: int, mine: dict[str, Any], peer: dict[str, Any], threads: str) -> Row:
    """Our run beside the peer's."""
    couplings: dict[str, dict[str, Any]] = peer["couplings"]

    def each(field: str) -> dict[str, Any]:
        return {name: found[field] for name, found in couplings.items()}

    exponents = sorted(mine["exponents"], reverse=True)
    return Row(
        nodes=nodes,
        graph=case.name,
        form=mine.get("coupling_form", "not told"),
        ours_s=mine["elapsed_s"],
        ours_first_call_s=mine["first_call_s"],
        ours_threads=threads,
        peer_s=each("elapsed_s"),
        peer_first_call_s=each("first_call_s"),
        peer_cores_busy=each("cores_busy"),
        ratio={name: found["elapsed_s"] / mine["elapsed_s"] for name, found in couplings.items()},
        difference=largest(apart(exponents, found) for found in each("exponents").values()),
        state_difference=largest(
            apart(mine["final_state"], found) for found in each("final_state").values()
        ),
        exponents=exponents,
        peer_exponents=each("exponents"),
    )


def jitcode_row(case: Case, mine: dict[str, Any], weights: Path, repeat: int) -> dict[str, Any]:
    """JiTCODE on the same network: its time and how far its exponents are."""
    found = python("with_jitcode.py", weights, repeat)
    found |= {"graph": case.name, "nodes": mine["nodes"]}
    if "absent" not in found:
        found["difference"] = apart(sorted(mine["exponents"], reverse=True), found["exponents"])
        found["ratio"] = found["elapsed_s"] / mine["elapsed_s"]
    return found


def processor() -> str:
    """The name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def compare(options: argparse.Namespace) -> dict[str, Any]:
    """All cases at all sizes."""
    options.out.mkdir(parents=True, exist_ok=True)
    threads = "default" if options.threads is None else str(options.threads)
    rows: list[Row] = []
    jitcode: list[dict[str, Any]] = []
    versions: dict[str, str] = {}
    peer_threads = 0
    for nodes in options.nodes:
        for graph in dict.fromkeys(case.graph for case in options.cases):
            weights = (options.out / f"{graph}-{nodes}.npy").resolve()
            call([PYTHON, HERE / "weights.py", graph, str(nodes), weights])
            peer = python("python_lyapax.py", weights, options.repeat)
            versions, peer_threads = peer["versions"], peer["threads"]
            for case in (case for case in options.cases if case.graph == graph):
                mine = ours(case, nodes, weights, options)
                rows.append(row(case, nodes, mine, peer, threads))
                print(line(rows[-1]), file=sys.stderr, flush=True)
                if nodes in options.jitcode and case.name == graph:
                    jitcode.append(jitcode_row(case, mine, weights, options.repeat))
            weights.unlink()
    return {
        "date": date.today().isoformat(),
        "processor": processor(),
        "versions": {"python": platform.python_version(), **versions},
        "rustc": call(["rustc", "--version"]),
        "commit": call(["git", "describe", "--always", "--dirty"]),
        "peer_threads": peer_threads,
        "rows": rows,
        "jitcode": jitcode,
    }


def line(row: Row) -> str:
    """A row of the table."""
    peers = [f"{row.peer_s[name]:.4g} | {row.ratio[name]:.3g}" for name in row.peer_s]
    ours_s = [f"{row.ours_first_call_s:.4g}", f"{row.ours_s:.4g}"]
    cells = [str(row.nodes), row.graph, row.form, row.ours_threads, *ours_s, *peers]
    return "| " + " | ".join([*cells, f"{row.difference:.1e}"]) + " |"


def jitcode_line(found: dict[str, Any]) -> str:
    """A sentence on JiTCODE."""
    where = f"JiTCODE, {found['graph']}, {found['nodes']} nodes"
    if "absent" in found:
        return f"* {where}: left out, {found['absent']}"
    return (
        f"* {where} ({found['version']}, DOPRI5, one thread): {found['elapsed_s']:.4g} s after "
        f"{found['compile_s']:.3g} s of compiling, {found['ratio']:.3g} times ours; exponents "
        f"apart by {found['difference']:.1e}"
    )


def table(report: dict[str, Any]) -> str:
    """The report as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    head = (
        f"{report['processor']}; Python side: {versions}, {report['peer_threads']} threads; "
        f"ours: {report['commit']}, {report['rustc']}; {report['date']}. Seconds of a spectrum, "
        "least of several, and the peer's over ours.\n"
    )
    names = ["nodes", "graph", "form of ours", "threads of ours", "ours at first, s", "ours, s"]
    for name in report["rows"][0].peer_s:
        names += [f"peer, `{name}`, s", "÷ ours"]
    names.append("exponents apart")
    titles = "| " + " | ".join(names) + " |\n" + "| --- " * len(names) + "|"
    lines = [head, titles, *map(line, report["rows"])]
    if report["jitcode"]:
        lines += ["", *map(jitcode_line, report["jitcode"])]
    return "\n".join(lines) + "\n"


def disagreements(report: dict[str, Any]) -> list[str]:
    """What is further apart than it may be, NaN included."""
    told = [
        f"{row.graph}, {row.nodes} nodes: {what} differ by {value:.1e}, "
        f"more than {TOLERANCE:.0e}:\n"
        f"  exponents of ours {row.exponents}\n  exponents of the peer {row.peer_exponents}"
        for row in report["rows"]
        for what, value in (("exponents", row.difference), ("states", row.state_difference))
        if not value <= TOLERANCE
    ]
    told += [
        f"JiTCODE, {found['graph']}, {found['nodes']} nodes: exponents differ by "
        f"{found['difference']:.1e}, more than {JITCODE_TOLERANCE:.0e}"
        for found in report["jitcode"]
        if "absent" not in found and not found["difference"] <= JITCODE_TOLERANCE
    ]
    return told


def numbers(text: str) -> list[int]:
    """`20,50` as a list; nothing as an empty one."""
    return [int(word) for word in text.split(",") if word]


def cases(text: str) -> list[Case]:
    """Cases by their names."""
    return [CASES[name] for name in text.split(",")]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--nodes", type=numbers, default="20,50,200,500,1000,2000", help="sizes (%(default)s)")
    add("--cases", type=cases, default=",".join(CASES), help="what ours runs (%(default)s)")
    add("--repeat", type=int, default=5, help="calls of the peer at least (%(default)s)")
    add("--threads", type=int, help="threads of ours; its default if not said")
    add("--jitcode", type=numbers, default="20", help="sizes for JiTCODE, or '' (%(default)s)")
    add("--skip-build", action="store_true", help="our example is built already")
    add("--out", type=Path, default=ROOT / "target" / "peers", help="where the table goes")
    return parser.parse_args()


def main() -> None:
    """Runs, writes, and fails where the sides disagree."""
    options = arguments()
    set_up(options.skip_build, bool(set(options.jitcode) & set(options.nodes)))
    report = compare(options)
    (options.out / "peers.md").write_text(table(report), encoding="utf-8")
    rows = [asdict(row) for row in report["rows"]]
    text = json.dumps(report | {"rows": rows}, indent=2) + "\n"
    (options.out / "peers.json").write_text(text, encoding="utf-8")
    print(table(report))
    wrong = disagreements(report)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

"""Writes the weights of a network as a .npy file: W[target][source], zeros on the diagonal.

`random` draws each weight from [0, 1) by NumPy's `default_rng(SEED)` (PCG64), row by row; `dense`
has ones.
"""

import argparse
from pathlib import Path

import numpy as np

SEED = 20


def weights(graph: str, nodes: int) -> np.ndarray:
    """The n × n matrix of one graph."""
    shape = (nodes, nodes)
    matrix = np.random.default_rng(SEED).random(shape) if graph == "random" else np.ones(shape)
    np.fill_diagonal(matrix, 0.0)
    return matrix


def main() -> None:
    """Writes one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", choices=["random", "dense"])
    parser.add_argument("nodes", type=int)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    np.save(arguments.file, weights(arguments.graph, arguments.nodes))


if __name__ == "__main__":
    main()

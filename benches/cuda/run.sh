#!/usr/bin/env bash
# What a CUDA card gives, within eight minutes: first whether it is right, then how fast it is.
#
#     bash run.sh                # on a machine with a card, in the folder that build.sh made
#     DEVICE=wgpu:0 bash run.sh  # on another device
#
# Needs NVIDIA's driver and what lies beside it. Where `python3` has lyapax and JAX with CUDA, the same network is
# timed by them on the same card.
set -uo pipefail
cd "$(dirname "$0")"
device="${DEVICE:-cuda:0}"
nvidia="$PWD/nvidia/nvidia"
if [ -d "$nvidia" ]; then
    export LD_LIBRARY_PATH="$nvidia/cuda_nvrtc/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export CUDA_PATH="${CUDA_PATH:-$nvidia/cuda_runtime}"
fi
title() { printf '\n== %s\n' "$*"; }

title "The card"
nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader 2>/dev/null
./devices || exit 1

title "Is it right? Every device beside the CPU, exact spectra, laws, faults"
if ! LYAPAX_REQUIRE_DEVICE=1 timeout 220 ./check --test-threads 1; then
    echo "the checks failed: no figure below would mean anything"
    exit 1
fi

title "Networks and ensembles, CPU and card"
timeout 120 ./gpu_acceleration --device "$device" --plot gpu.svg

title "What was moved, started and compiled"
timeout 50 ./gpu_acceleration --device "$device" --sizes 2000 --members 100000 --repeat 1 --json

title "The Python package lyapax on the same card"
if python3 -c 'import jax, lyapax; assert jax.devices()[0].platform == "gpu"' 2>/dev/null; then
    timeout 80 python3 python_on_card.py --sizes 200,1000,2000
else
    echo "python3 has no lyapax, or its JAX sees no card: not measured"
fi

#!/usr/bin/env bash
# Makes a folder that `run.sh` needs nothing beside on a machine with an NVIDIA card: programs, NVIDIA's
# compiler and headers, the scripts. Copy it there and call `bash run.sh` in it.
#
#     bash benches/cuda/build.sh [FOLDER]        # target/cuda-bench if not said
#
# Needs here: the Rust toolchain, python3 with venv, the network for its packages.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
to="${1:-$root/target/cuda-bench}"
features="${LYAPAX_BENCH_FEATURES:-cuda}"
mkdir -p "$to"
cd "$root"

# Bindings of a CUDA that drivers of this time know.
export CUDARC_CUDA_VERSION="${CUDARC_CUDA_VERSION:-12080}"
target="${CARGO_TARGET_DIR:-$root/target}"
for example in devices gpu_acceleration kuramoto; do
    cargo build --release --locked --features "$features" --example "$example"
    cp "$target/release/examples/$example" "$to/"
done
# The tests of devices as a program of their own.
cargo test --locked --features "$features" --test devices --no-run --message-format=json >"$to/build.json"
python3 - "$to" <<'PYTHON'
import json, shutil, sys
lines = (json.loads(line) for line in open(f"{sys.argv[1]}/build.json"))
made = [line["executable"] for line in lines if line.get("executable") and line["target"]["name"] == "devices"]
shutil.copy(made[-1], f"{sys.argv[1]}/check")
PYTHON
rm "$to/build.json"

# NVIDIA's compiler and headers, where a machine has a driver alone.
python3 -m venv "$to/venv"
"$to/venv/bin/pip" install --quiet --target "$to/nvidia" nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12
rm -rf "$to/venv"
cp benches/cuda/run.sh benches/cuda/python_on_card.py "$to/"
cp benches/peers/python_lyapax.py benches/peers/weights.py "$to/"
du -sh "$to"

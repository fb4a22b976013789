#!/usr/bin/env bash
# Runs all variants of the kernel benchmark one after the other on one card and
# writes a single JSON file. Usage: bench/run.sh BUILD_DIR OUT.json
set -euo pipefail
programs=$1/bench
out=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for variant in plain unelided checked; do
  echo "bench: $variant"
  WARPSAN_OPTIONS=${WARPSAN_OPTIONS:-} "$programs/kernels_$variant" \
    --benchmark_out="$scratch/$variant.json" --benchmark_out_format=json
done
python3 "$here/summary.py" merge "$out" "$scratch"/*.json
python3 "$here/summary.py" table "$out"

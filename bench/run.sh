#!/usr/bin/env bash
# Runs all variants of the kernel benchmark one after the other on one card and
# writes a single JSON file. Usage: bench/run.sh BUILD_DIR OUT.json [growth]
# With `growth` the runs of growing size, which need 8 GiB of device memory, and no others.
set -euo pipefail
programs=$1/bench
out=$2
filter=-growth
[[ ${3:-} == growth ]] && filter=growth
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for variant in plain unelided checked; do
  echo "bench: $variant"
  WARPSAN_OPTIONS=${WARPSAN_OPTIONS:-} "$programs/kernels_$variant" \
    --benchmark_filter="$filter" --benchmark_out="$scratch/$variant.json" --benchmark_out_format=json
done
python3 "$here/summary.py" merge "$out" "$scratch"/*.json
if [[ $filter != growth ]]; then
  python3 "$here/summary.py" table "$out"
fi

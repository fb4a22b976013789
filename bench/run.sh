#!/usr/bin/env bash
# Runs all variants of the kernel benchmark one after the other on one card and
# writes a single JSON file. Usage: bench/run.sh BUILD_DIR OUT.json [growth|launches|proofs]
# With `growth` the runs of growing size, which need 10 GiB of device memory, with
# `launches` the host time of launches, with `proofs` kernels with shared arrays in
# modes fsm and ld, with proofs of either kind, and no others.
set -euo pipefail
programs=$1/bench
out=$2
group=${3:-kernels}
variants=(plain unelided checked)
case $group in
  kernels) options=(--benchmark_filter=-growth\|launches --benchmark_min_time=0.1 --benchmark_repetitions=5) ;;
  # The large ones take one launch for each repetition, the small ones some.
  growth) options=(--benchmark_filter=growth --benchmark_min_time=1e-4 --benchmark_repetitions=9) ;;
  launches) options=(--benchmark_filter=launches --benchmark_repetitions=5) ;;
  proofs)
    variants+=(proved ld ld_proved)
    options=(--benchmark_filter='^(reduction|scan|sweeps|transpose|matrix|butterflies)/'
      --benchmark_min_time=0.05 --benchmark_repetitions=5)
    ;;
  *) sed -n '2,6s/^# //p' "$0" >&2 && exit 1 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for variant in "${variants[@]}"; do
  echo "bench: $variant"
  WARPSAN_OPTIONS=${WARPSAN_OPTIONS:-} "$programs/kernels_$variant" "${options[@]}" \
    --benchmark_report_aggregates_only=true \
    --benchmark_out="$scratch/$variant.json" --benchmark_out_format=json
done
python3 "$here/summary.py" merge "$out" "$scratch"/*.json
case $group in
  kernels) python3 "$here/summary.py" table "$out" ;;
  launches) python3 "$here/summary.py" launches "$out" ;;
esac

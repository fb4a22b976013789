#!/usr/bin/env bash
# From a fresh clone to a race report: set-up, build, compile
# examples/racy_reduction.cu with the detector, run it. Exit 0 if the race was
# found. Runs on a GPU if there is one, else on the CPU target.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Tests want more.
WARPSAN_SETUP=product
# shellcheck source=scripts/setup.sh
source scripts/setup.sh

readonly SOURCE=examples/racy_reduction.cu
readonly PROGRAM=build/demo/racy_reduction
readonly RACES_FOUND=66

step() { printf '[demo] %s\n' "$*"; }

# nvidia-smi may be installed without a working driver.
target_option() {
  if command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q GPU; then
    return
  fi
  printf '%s' --cpu
}

option=$(target_option)
step "build WarpSan"
# A build folder that is there may have tests, which stay.
[[ -e build/build.ninja ]] || cmake --preset release -DWARPSAN_TESTS=OFF -DWARPSAN_BENCH=OFF
cmake --build build --target product

mkdir -p "$(dirname "$PROGRAM")"
step "compile: warpsan++ ${option:+$option }-O2 -g $SOURCE"
build/bin/warpsan++ ${option:+"$option"} -O2 -g "$SOURCE" -o "$PROGRAM"

step "run"
status=0
"$PROGRAM" || status=$?
case $status in
  "$RACES_FOUND") step "exit code $status: the race was found" ;;
  0) step "failed: the program ran, but no race was reported" ; exit 1 ;;
  *) step "failed: the program ended with exit code $status (see README.md, Exit codes)" ; exit 1 ;;
esac

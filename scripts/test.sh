#!/usr/bin/env bash
# Set-up, build, all tests. The last line is `N passed, N failed, N skipped`,
# counted in single tests; tests that need a GPU are skipped without one.
# Usage: scripts/test.sh [preset] (release by default, see CMakePresets.json)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/setup.sh
source scripts/setup.sh

preset=${1:-release}
case $preset in
  release) build=build ;;
  *) build=build-$preset ;;
esac

step() { printf '[test] %s\n' "$*"; }

step "configure ($preset)"
cmake --preset "$preset"
step "build"
cmake --build "$build"
step "run"
# Results of an earlier run must not be counted.
rm -rf "$build/test-results"
mkdir -p "$build/test-results"
status=0
ctest --preset "$preset" --output-junit test-results/ctest.xml || status=$?
python3 scripts/count_tests.py "$build/test-results/ctest.xml" "$build/test-results" || status=1
exit "$status"

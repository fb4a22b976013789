#!/usr/bin/env bash
# Formatting, spelling, shell scripts, clang-tidy.
# Usage: scripts/lint.sh [--fix]; --fix formats the sources, else nothing changes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Sources without LLVM or CUDA headers: a minute; all of them would take ten.
readonly TIDY_FOLDERS='/report/[^/]*\.cpp$'
readonly BUILD=build-ci

step() { printf '[lint] %s\n' "$*"; }

format=(--dry-run -Werror)
[[ ${1:-} != --fix ]] || format=(-i)
step "clang-format ${format[*]}"
git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -0 clang-format-22 "${format[@]}"

step "codespell"
git ls-files -z | xargs -0 codespell

step "shellcheck"
git ls-files -z '*.sh' .ci/run tools/shim | xargs -0 shellcheck -x
shellcheck -s sh tools/warpsan++.in

step "clang-tidy"
cmake --preset ci >/dev/null
run-clang-tidy-22 -quiet -j 2 -p "$BUILD" "$TIDY_FOLDERS"

#!/usr/bin/env bash
# Formatting, spelling, shell scripts; see also scripts/tidy.sh.
# Usage: scripts/lint.sh [--fix]; --fix formats the sources, else nothing changes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '[lint] %s\n' "$*"; }

format=(--dry-run -Werror)
[[ ${1:-} != --fix ]] || format=(-i)
step "clang-format ${format[*]}"
git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' '*.js' | xargs -0 clang-format-22 "${format[@]}"

step "codespell"
git ls-files -z | xargs -0 codespell

step "shellcheck"
git ls-files -z '*.sh' .ci/run tools/shim tools/warpsan_nvcc/device_linker | xargs -0 shellcheck -x
shellcheck -s sh tools/warpsan++.in

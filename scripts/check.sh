#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs `make check`: the house rules, a second compiler, the tests under sanitizers, and, for the
# changed files, the thread sanitizer, clang-tidy and the fuzz targets (scripts/changed.py). All
# parts run, even after one that fails; a missing tool is a failure. Prints the minutes of each part
# at the end.
#
#   scripts/check.sh [PART]...     setup rules build tests threads tidy fuzz; default: all
#
# CHECK_SINCE: the commit at which the change begins (default: see scripts/changed.py).
# CHECK_ALL=1: threads, tidy and fuzz check everything, and tests runs all suites (`make nightly`).
# CHECK_ROOMS: threads and fuzz check what a change of these rooms needs.
# FUZZ_SECONDS: for each fuzz target (default: 20). FUZZ_SEED: its random seed (default: 1).
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh

readonly jobs=${CHECK_JOBS:-$(nproc)}
readonly everything=${CHECK_ALL:-}

# changed KIND: prints the checks of a kind that the change needs, a name a line.
changed() {
  local rooms
  read -ra rooms <<<"${CHECK_ROOMS:-}"
  python3 scripts/changed.py "$1" "${rooms[@]}"
}

part_rules() {
  local status=0 rule
  scripts/format.sh --check || status=1
  for rule in tidy scripts lanes unicode_tables; do
    build/venv/bin/python "tests/${rule}_test.py" || status=1
  done
  return "$status"
}

# Warnings are errors here, so this is also the build with the second compiler. It builds and tests
# the Python module too.
part_build() {
  cmake --preset asan -DFACSIM_PYTHON=ON -DPython_EXECUTABLE="$PWD/build/venv/bin/python" \
    >/dev/null && cmake --build --preset asan -j "$jobs"
}

part_tests() {
  local status=0 lane=(-L '^check$')
  [[ -z $everything ]] || lane=()
  ctest --preset asan "${lane[@]}" || status=$?
  # A report on the extension module is a report on the process of the tests, which ends silently.
  head -n 40 build/asan/sanitizer/python/report* 2>/dev/null
  build/venv/bin/python tests/not_run.py build/asan/Testing/Temporary/LastTest.log
  return "$status"
}

part_threads() {
  local rooms programs names
  if [[ -n $everything ]]; then
    cmake --preset tsan >/dev/null && cmake --build --preset tsan -j "$jobs" &&
      ctest --preset tsan -E '^(tidy|scripts|lanes|unicode_tables|harness|install)$'
    return
  fi
  rooms=$(changed threads) || return
  if [[ -z $rooms ]]; then
    echo 'threads: passed (no room with threads has changed)'
    return 0
  fi
  mapfile -t programs <<<"$rooms"
  names=${rooms//$'\n'/|}
  programs=("${programs[@]/#/facsim_}")
  cmake --preset tsan >/dev/null &&
    cmake --build --preset tsan -j "$jobs" --target "${programs[@]/%/_test}" &&
    ctest --preset tsan -R "^($names)(_other_half)?\$"
}

part_tidy() {
  local commit
  [[ -z $everything ]] || {
    scripts/lint.sh
    return
  }
  commit=$(python3 scripts/changed.py base) || return
  if [[ -z $commit ]]; then
    echo 'tidy: git has no history here, so nothing is known to have changed; see make lint'
    return 0
  fi
  scripts/lint.sh --since "$commit"
}

# Uses a fixed seed: a check must fail because of a change, not by chance.
part_fuzz() {
  local -x FUZZ_SECONDS=${FUZZ_SECONDS:-20} FUZZ_SEED=${FUZZ_SEED-1}
  local targets
  targets=$(changed fuzz) || return
  if [[ -n $everything ]]; then
    scripts/fuzz.sh
  elif [[ -z $targets ]]; then
    echo 'fuzz: passed (no reader of foreign bytes has changed)'
  else
    mapfile -t targets <<<"$targets"
    scripts/fuzz.sh "${targets[@]}"
  fi
}

part_setup() { scripts/setup.sh test dev types; }

choose_parts check setup rules build tests threads tidy fuzz -- "$@" || exit
# If setup fails, nothing else runs: without its tools every part fails, some after half an hour.
if [[ ${parts[0]} == setup ]]; then
  run_parts --stop check setup || exit
  parts=("${parts[@]:1}")
  [[ ${#parts[@]} -gt 0 ]] || exit 0
fi
run_parts check "${parts[@]}"

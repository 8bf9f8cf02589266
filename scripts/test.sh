#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs `make quick` and `make test`: installs what is missing, builds, and runs the tests of that
# lane (labels in tests/CMakeLists.txt).
#
#   scripts/test.sh quick     unit tests, golden vectors, house rules, each command once
#   scripts/test.sh test      everything that a user needs to trust a build (default)
#   scripts/test.sh all       all tests, with those without such a label, for `make nightly`
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh

readonly wanted=${1:-test}
case $wanted in
  quick)
    meanwhile=()
    options=()
    target=quick_parts
    ;;
  test | all)
    meanwhile=(spark page)
    options=(-DFACSIM_PARQUET=ON -DFACSIM_PYTHON=ON)
    target=all
    ;;
  *)
    echo "test: unknown lane '$wanted'; say quick, test or all" >&2
    exit 2
    ;;
esac

part_setup() { scripts/setup.sh test; }

configure() {
  cmake --preset release -DPython_EXECUTABLE="$PWD/build/venv/bin/python" "${options[@]}" >/dev/null
}

# The tools that only the tests need (Java, Spark, a browser) are installed while the compiler runs.
# The second `configure` then finds Spark's Python.
part_build() {
  local fetching='' status=0
  if [[ ${#meanwhile[@]} -gt 0 ]]; then
    scripts/setup.sh "${meanwhile[@]}" &
    fetching=$!
  fi
  configure && cmake --build --preset release --target "$target" || status=$?
  [[ -z $fetching ]] || wait "$fetching" || status=$?
  [[ $status -eq 0 ]] && configure
}

part_tests() {
  local status=0
  # In the quick lane a property is tried 20 times rather than 100, since a person waits for it.
  [[ $wanted != quick ]] || local -x RC_PARAMS=${RC_PARAMS:-max_success=20}
  local labelled=(-L "^$wanted\$")
  [[ $wanted != all ]] || labelled=()
  ctest --preset release "${labelled[@]}" || status=$?
  build/venv/bin/python tests/not_run.py build/release/Testing/Temporary/LastTest.log
  return "$status"
}

run_parts --stop "$wanted" setup build tests

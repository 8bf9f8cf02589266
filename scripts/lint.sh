#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Format, clang-tidy and the house rules. A tool that is missing is named as skipped, not as passed;
# the status is 0 only if nothing that ran failed.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=0
skipped=0
passed=0
# Runs a check; status 77 means that its tool is missing.
check() {
  "$@"
  case $? in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
}

tidy() {
  if ! command -v clang-tidy-19 >/dev/null || ! command -v run-clang-tidy-19 >/dev/null ||
    ! command -v clang++-19 >/dev/null; then
    echo 'clang-tidy: skipped: no clang-tidy-19 with clang-19' >&2
    return 77
  fi
  # The second compiler's own commands, or clang-tidy meets flags that it does not know.
  cmake --preset clang >/dev/null || return 1
  run-clang-tidy-19 -quiet -p build/clang "$PWD/(apps|facsim|fuzz)/.*\.cc$" \
    >build/clang-tidy.log 2>build/clang-tidy.err
  local status=$?
  grep -E '(warning|error):' build/clang-tidy.log | sort -u >&2
  if [[ $status -ne 0 ]] || grep -qE 'warning:' build/clang-tidy.log; then
    echo 'clang-tidy: failed; the whole text is in build/clang-tidy.log' >&2
    return 1
  fi
  echo 'clang-tidy: passed'
}

check scripts/format.sh --check
check tidy
check python3 tests/tidy_test.py
echo "lint: $passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]

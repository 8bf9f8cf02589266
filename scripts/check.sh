#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make check` runs: the house rules, a second compiler, the tests under sanitizers, clang-tidy
# over what changed lately, every fuzz target for a short while. All parts run, also behind one that
# fails; a tool that is missing is a failure. Ends with the minutes of each part.
#
#   scripts/check.sh [PART]...     rules build tidy fuzz tests threads; default: all
#
# CHECK_SINCE: the commit whose later changes clang-tidy reads (default: ten commits back).
# CHECK_UNTIL: when a caller's time is over, in seconds since 1970: a part that is not through by then
# is ended and named as unfinished, which is no failure and no success (default: all the time).
# FUZZ_SECONDS: for each fuzz target (default: 20). FUZZ_SEED: which way it takes (default: 1).
set -uo pipefail
cd "$(dirname "$0")/.."

readonly jobs=${CHECK_JOBS:-$(nproc)}
# Tests of rooms whose code runs on several threads, or reads what another thread writes.
readonly threaded=(run corpus cluster seen dedup)

part_rules() { scripts/format.sh --check && build/venv/bin/python tests/tidy_test.py; }

# Warnings are errors here, so this is also the build with the second compiler. The Python module is
# among what it builds and what its tests try.
part_build() {
  cmake --preset asan -DFACSIM_PYTHON=ON -DPython_EXECUTABLE="$PWD/build/venv/bin/python" \
    >/dev/null && cmake --build --preset asan -j "$jobs"
}

part_tests() {
  local status=0
  ctest --preset asan || status=$?
  # A report on the extension module is one on the tests' own process, which ends without a word.
  head -n 40 build/asan/sanitizer/python/report* 2>/dev/null
  build/venv/bin/python tests/not_run.py build/asan/Testing/Temporary/LastTest.log
  return "$status"
}

part_threads() {
  local programs=("${threaded[@]/#/facsim_}") names
  names=$(IFS='|' && echo "${threaded[*]}")
  cmake --preset tsan >/dev/null &&
    cmake --build --preset tsan -j "$jobs" --target "${programs[@]/%/_test}" &&
    ctest --preset tsan -R "^($names)\$"
}

part_tidy() {
  local commit
  if ! commit=$(since); then
    echo 'check: git has no history here, so nothing is known to have changed; see make lint'
    return 0
  fi
  scripts/lint.sh --since "$commit"
}

# The same way each time: a check is to fail for a change, not by chance.
part_fuzz() { FUZZ_SECONDS=${FUZZ_SECONDS:-20} FUZZ_SEED=${FUZZ_SEED:-1} scripts/fuzz.sh; }

# Where the changes begin that clang-tidy reads.
since() {
  if [[ -n ${CHECK_SINCE:-} ]]; then
    echo "$CHECK_SINCE"
  else
    git rev-list --first-parent --max-count=11 HEAD | tail -n 1
  fi
}

parts=(rules build tidy fuzz tests threads)
if [[ $# -gt 0 ]]; then
  for part in "$@"; do
    if [[ " ${parts[*]} " != *" $part "* ]]; then
      echo "check: unknown part '$part'; say ${parts[*]}" >&2
      exit 2
    fi
  done
  parts=("$@")
fi

# A part in a group of processes of its own, ended with all that it started when time is over. Status
# 124: unfinished.
part_in_time() {
  local left=$((CHECK_UNTIL - $(date +%s))) group watch status=0
  if [[ $left -le 0 ]]; then return 124; fi
  set -m
  "part_$1" &
  group=$!
  (sleep "$left" && kill -TERM -- "-$group") >/dev/null 2>&1 &
  watch=$!
  set +m
  wait "$group" || status=$?
  if kill -TERM -- "-$watch" 2>/dev/null; then return "$status"; fi
  kill -KILL -- "-$group" 2>/dev/null
  return 124
}

failed=()
unfinished=()
times=()
for part in "${parts[@]}"; do
  echo "check: $part"
  begun=$SECONDS
  status=0
  if [[ -n ${CHECK_UNTIL:-} ]]; then
    part_in_time "$part" || status=$?
  else
    "part_$part" || status=$?
  fi
  if [[ $status -eq 124 ]]; then
    unfinished+=("$part")
  elif [[ $status -ne 0 ]]; then
    failed+=("$part")
  fi
  took=$((SECONDS - begun))
  times+=("$(printf '%-8s %3d min %02d s' "$part" $((took / 60)) $((took % 60)))")
done

printf 'check: %s\n' "${times[@]}"
passed=$((${#parts[@]} - ${#failed[@]} - ${#unfinished[@]}))
echo "check: $passed passed, ${#failed[@]} failed${failed[0]:+: ${failed[*]}}"
if [[ ${#unfinished[@]} -gt 0 ]]; then
  echo "check: not finished for want of time: ${unfinished[*]}; run scripts/check.sh ${unfinished[*]}"
fi
[[ ${#failed[@]} -eq 0 ]]

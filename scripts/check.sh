#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make check` runs: the house rules, a second compiler, the tests under sanitizers, clang-tidy
# over what changed lately, every fuzz target for a short while. All parts run, also behind one that
# fails; a tool that is missing is a failure. Ends with the minutes of each part.
#
#   scripts/check.sh [PART]...     rules build tests threads tidy fuzz; default: all
#
# CHECK_SINCE: the commit whose later changes clang-tidy reads (default: ten commits back).
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

parts=(rules build tests threads tidy fuzz)
if [[ $# -gt 0 ]]; then
  for part in "$@"; do
    if [[ " ${parts[*]} " != *" $part "* ]]; then
      echo "check: unknown part '$part'; say ${parts[*]}" >&2
      exit 2
    fi
  done
  parts=("$@")
fi

failed=()
times=()
for part in "${parts[@]}"; do
  echo "check: $part"
  begun=$SECONDS
  "part_$part" || failed+=("$part")
  took=$((SECONDS - begun))
  times+=("$(printf '%-8s %3d min %02d s' "$part" $((took / 60)) $((took % 60)))")
done

printf 'check: %s\n' "${times[@]}"
echo "check: $((${#parts[@]} - ${#failed[@]})) passed, ${#failed[@]} failed${failed[0]:+: ${failed[*]}}"
[[ ${#failed[@]} -eq 0 ]]

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy on our C++ with the checks of .clang-tidy; any finding is a failure.
#
#   scripts/lint.sh                 all files
#   scripts/lint.sh --since COMMIT  files changed since then (for a header: the source beside it)
set -uo pipefail
cd "$(dirname "$0")/.."

readonly log=build/clang-tidy.log errors=build/clang-tidy.err

case ${1:-} in
  '') mapfile -t files < <(scripts/sources.sh) ;;
  --since)
    # A file that only moved, or only has other #include lines, needs no new run.
    if ! changed=$(python3 scripts/changed.py read-anew "${2:?--since needs a commit}"); then
      echo "lint: git does not know what changed since '$2'" >&2
      exit 1
    fi
    mapfile -t files < <(grep -xFf <(scripts/sources.sh) <<<"$changed")
    ;;
  *)
    echo "lint: unknown argument '$1'; say nothing or --since COMMIT" >&2
    exit 2
    ;;
esac

for tool in clang-tidy-19 run-clang-tidy-19 clang++-19; do
  if ! command -v "$tool" >/dev/null; then
    echo "lint: no $tool; it is in the Debian packages clang-19 and clang-tidy-19" >&2
    exit 1
  fi
done

# clang-tidy can only read sources that this build compiles. Examples and benchmarks are built
# elsewhere.
sources=()
for file in "${files[@]}"; do
  source=${file%.h}
  source=${source%.cc}.cc
  case $source in
    apps/* | facsim/* | fuzz/* | plugins/*) [[ -e $source ]] && sources+=("$PWD/$source") ;;
  esac
done
mapfile -t sources < <(printf '%s\n' "${sources[@]}" | sort -u)
if [[ -z ${sources[0]} ]]; then
  echo 'lint: passed (no file of ours has changed)'
  exit 0
fi

# The compile commands are those of the second compiler, since clang-tidy does not know some flags
# of the first. Each source has its own command, so it must also compile alone.
cmake --preset asan -B build/lint -DFACSIM_UNITY=OFF >/dev/null || exit 1
tidy() { run-clang-tidy-19 -quiet -j "$(nproc)" -p build/lint "$@"; }
status=0
mapfile -t ours < <(printf '%s\n' "${sources[@]}" | grep -v '_test\.cc$')
mapfile -t tests < <(printf '%s\n' "${sources[@]}" | grep '_test\.cc$')
: >"$log" && : >"$errors"
if [[ ${#ours[@]} -gt 0 ]]; then
  tidy "${ours[@]}" >>"$log" 2>>"$errors" || status=$?
fi
# The analyzer is off for tests: it follows every path through their macros, which takes most of the
# time and finds nothing that the sanitizers, under which each test runs, would not find.
if [[ ${#tests[@]} -gt 0 ]]; then
  tidy -checks='-clang-analyzer-*' "${tests[@]}" >>"$log" 2>>"$errors" || status=$?
fi
# The analyzer reports a pointer as never set that Asio's coroutines set through a base class.
findings=$(grep -E '(warning|error):' "$log" |
  grep -v '^/usr/include/boost/asio/impl/awaitable.hpp:.*after_suspend_fn_' | sort -u)
[[ -z $findings ]] || printf '%s\n' "$findings" >&2
if [[ $status -ne 0 || -n $findings ]]; then
  echo "lint: clang-tidy failed; the whole text is in $log and $errors" >&2
  exit 1
fi
echo "lint: passed (${#sources[@]} files)"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets and runs each for FUZZ_SECONDS on its corpus, one on each processor at a
# time (FUZZ_JOBS sets another number).
#
#   scripts/fuzz.sh [TARGET...]      those named (warc, matches, ...), or all
#
# New inputs are saved in build/fuzz/found/TARGET, where the next run begins. An input that breaks a
# target is saved in build/fuzz/broken/TARGET, under the name that libFuzzer gives it. With
# FUZZ_SEED=N (1, 2, ...) a run begins with the corpus only, and tries the same inputs each time, as
# far as its time allows.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly seconds=${FUZZ_SECONDS:-30}
readonly jobs=${FUZZ_JOBS:-$(nproc)}
readonly programs=build/asan/fuzz
readonly seed=${FUZZ_SEED:-}
readonly found=build/fuzz/found${seed:+-$seed}
readonly broken=build/fuzz/broken

say() { printf 'fuzz: %s\n' "$*"; }
die() {
  say "$@" >&2
  exit 1
}

# A clang without libFuzzer can compile such a program but cannot link it.
has_libfuzzer() {
  clang++-19 -fsanitize=fuzzer,address,undefined -x c++ -o "$found/try" - 2>"$found/try.log" \
    <<<'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
}

build() {
  mkdir -p "$found"
  command -v clang++-19 >/dev/null || die 'needs clang 19; install the package clang-19'
  has_libfuzzer ||
    die "clang++-19 cannot link libFuzzer; install the package libclang-rt-19-dev ($found/try.log)"
  rm -f "$found/try" "$found/try.log"
  cmake --preset asan >/dev/null || die 'the preset asan cannot be configured'
  cmake --build --preset asan --target fuzzers || die 'the fuzz targets cannot be built'
}

names_of_all() {
  local program name
  for program in "$programs"/facsim_*_fuzz; do
    [[ -x $program ]] || continue
    name=${program##*/facsim_}
    echo "${name%_fuzz}"
  done
}

# Runs one target once; the output goes to its log.
run_once() {
  local name=$1 log=$found/$1.log options
  # A zstd frame or xz stream in a file may request 2 GiB, of which only the used part is filled.
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=4096
    -print_final_stats=1)
  [[ -f fuzz/$name.dict ]] && options+=(-dict="fuzz/$name.dict")
  local folders=("$found/$name")
  if [[ -n $seed ]]; then
    # The order of files must be fixed: that of a folder depends on the file system.
    find "fuzz/corpus/$name" -type f | sort | paste -s -d, | tr -d '\n' >"$found/$name.seeds"
    options+=(-seed="$seed" -reload=0 -seed_inputs="@$found/$name.seeds")
    rm -rf "${found:?}/$name"
  else
    folders+=("fuzz/corpus/$name")
  fi
  mkdir -p "$found/$name" "$broken/$name"
  "$programs/facsim_${name}_fuzz" "${options[@]}" -artifact_prefix="$broken/$name/" \
    "${folders[@]}" >"$log" 2>&1 &
  trap 'kill $!; exit 1' TERM
  wait $!
}

# The machine may have stalled while an input took 10 seconds. So that input is tried again alone,
# and if it is fast then, the whole run: with a seed it reaches the same input in the same state.
fuzz() {
  local name=$1 log=$found/$1.log status=0 slow
  rm -f "$broken/$name"/timeout-*
  run_once "$name" || status=$?
  if [[ $status -ne 0 ]] && grep -q '^SUMMARY: libFuzzer: timeout' "$log"; then
    say "$name: an input took 10 seconds, which may be the machine's fault; once more"
    status=0
    for slow in "$broken/$name"/timeout-*; do
      "$programs/facsim_${name}_fuzz" -timeout=10 "$slow" >"$log" 2>&1 || status=$?
    done
    [[ $status -ne 0 ]] || run_once "$name" || status=$?
  fi
  if [[ $status -ne 0 ]]; then
    tail -n 40 "$log" >&2
    say "$name failed; its input is in $broken/$name, what it said in $log" >&2
    return 1
  fi
  local counts='number_of_executed_units|average_exec_per_sec|peak_rss_mb'
  say "$name: $(sed -nE "s/^stat::($counts): */\1 /p" "$log" | tr '\n' ' ')"
}

# work FIRST: runs every jobs-th target, from number FIRST on; all targets take the same time.
# Returns the number of failed ones.
work() {
  local place failed=0
  for ((place = $1; place < ${#names[@]}; place += jobs)); do
    fuzz "${names[place]}" || failed=$((failed + 1))
  done
  return "$failed"
}

[[ $seed =~ ^([1-9][0-9]*)?$ ]] || die "FUZZ_SEED=$seed is no whole number from 1 on"
build
names=("$@")
[[ $# -gt 0 ]] || mapfile -t names < <(names_of_all)
[[ ${#names[@]} -gt 0 ]] || die "no fuzz target was built in $programs"
for name in "${names[@]}"; do
  [[ -x $programs/facsim_${name}_fuzz ]] || die "there is no fuzz target '$name'"
done

say "${#names[@]} targets for $seconds s each, $jobs at once"
workers=()
trap 'kill "${workers[@]}" 2>/dev/null; exit 130' INT TERM
for ((first = 0; first < jobs; ++first)); do
  work "$first" &
  workers+=($!)
done
failed=0
for worker in "${workers[@]}"; do
  wait "$worker" || failed=$((failed + $?))
done
say "$((${#names[@]} - failed)) passed, $failed failed"
[[ $failed -eq 0 ]]

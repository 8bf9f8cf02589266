#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make nightly` runs: every test and check there is, in full size, however long it takes (half a
# day on two processors). All parts run, even after one that fails; ends with the minutes of each.
#
#   scripts/nightly.sh [PART]...     default: all parts
#   ROOMS="seen store" scripts/nightly.sh [PART]...
#
# tests: all of the release build, with whole sets in Spark. alone: each source compiled by itself,
# with warnings as errors (preset dev). sanitized: all suites under the address sanitizer, with all
# corpora. threads: all suites that run a program of ours, under the thread sanitizer. tidy: clang-tidy
# over everything. fuzz: each target for FUZZ_SECONDS (default: 300), new ways each night. The others
# are the make targets of their names.
#
# ROOMS: whoever changes a room runs its part before handing it in. Without PART these are the parts
# that know the room, and threads and fuzz take what a change of the room needs.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh

read -ra rooms <<<"${ROOMS:-}"
export CHECK_ROOMS=${ROOMS:-}
[[ ${#rooms[@]} -gt 0 ]] || export CHECK_ALL=1

# Nothing is missing here without a word.
export FACSIM_NIGHTLY=1 FACSIM_REQUIRE_SPARK=1 FACSIM_NEEDS_BROWSER=1

part_tests() { FACSIM_SPARK_WHOLE=1 scripts/test.sh all; }

part_alone() {
  scripts/setup.sh test && cmake --preset dev >/dev/null && cmake --build --preset dev
}
part_sanitized() { CHECK_ALL=1 scripts/check.sh setup rules build tests; }
part_threads() { scripts/check.sh setup threads; }
part_tidy() { CHECK_ALL=1 scripts/check.sh setup tidy; }
part_fuzz() {
  FUZZ_SECONDS=${FUZZ_SECONDS:-300} FUZZ_SEED=${FUZZ_SEED-} scripts/check.sh setup fuzz
}
for target in faults races abuse soak archives memory openapi quality aarch64; do
  eval "part_$target() { make $target; }"
done

all=(tests alone sanitized threads tidy fuzz faults races abuse soak archives memory openapi quality aarch64)
if [[ $# -eq 0 && ${#rooms[@]} -gt 0 ]]; then
  of_rooms=$(python3 scripts/changed.py parts "${rooms[@]}") || exit
  mapfile -t wished <<<"$of_rooms"
  set -- "${wished[@]}"
fi
choose_parts nightly "${all[@]}" -- "$@" || exit
run_parts nightly "${parts[@]}"

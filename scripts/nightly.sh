#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs `make nightly`: every test and check in full size, however long it takes (half a day on two
# processors). All parts run, even after one that fails. Prints the minutes of each at the end.
#
#   scripts/nightly.sh [PART]...     default: all parts
#   ROOMS="seen store" scripts/nightly.sh [PART]...
#
# tests: all tests of the release build, with whole sets in Spark. alone: compiles each source by
# itself, with warnings as errors (preset dev). sanitized: all suites under the address sanitizer,
# with all corpora. threads: all suites that run our programs, under the thread sanitizer. tidy:
# clang-tidy on everything. fuzz: each target for FUZZ_SECONDS (default: 300), with a new seed each
# night. The others are the make targets of the same names.
#
# ROOMS: runs the parts for changed rooms before a change is handed in. Without PART, these are the
# parts that test the rooms, and threads and fuzz check what a change of the rooms needs.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/parts.sh

read -ra rooms <<<"${ROOMS:-}"
export CHECK_ROOMS=${ROOMS:-}
[[ ${#rooms[@]} -gt 0 ]] || export CHECK_ALL=1

# A missing tool must be an error here.
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

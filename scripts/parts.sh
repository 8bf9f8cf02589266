# SPDX-License-Identifier: Apache-2.0
# Runs the parts of a lane (test.sh, check.sh, nightly.sh) one after the other, and prints their
# times.
#
#   source scripts/parts.sh
#   run_parts LANE PART...            runs all parts, even after one that fails
#   run_parts --stop LANE PART...     stops after one that fails
#
# The function part_PART runs PART. With FACSIM_STAGES=FILE, a line `LANE PART SECONDS` is written
# to that file for each part; .ci/run prints them all.
# shellcheck shell=bash

# choose_parts LANE ALL... -- WISH...: sets the array `parts` to the wished ones, by default all.
# Returns 2 for an unknown one.
choose_parts() {
  local lane=$1 wish
  shift
  parts=()
  while [[ $1 != -- ]]; do
    parts+=("$1")
    shift
  done
  shift
  for wish in "$@"; do
    if [[ " ${parts[*]} " != *" $wish "* ]]; then
      echo "$lane: unknown part '$wish'; say ${parts[*]}" >&2
      return 2
    fi
  done
  [[ $# -eq 0 ]] || parts=("$@")
}

run_parts() {
  local stop='' lane part begun took failed=() times=() passed=0
  if [[ $1 == --stop ]]; then
    stop=1
    shift
  fi
  lane=$1
  shift
  for part in "$@"; do
    echo "$lane: $part"
    begun=$SECONDS
    if "part_$part"; then
      passed=$((passed + 1))
    else
      failed+=("$part")
    fi
    took=$((SECONDS - begun))
    times+=("$(printf '%-8s %3d min %02d s' "$part" $((took / 60)) $((took % 60)))")
    [[ -z ${FACSIM_STAGES:-} ]] || echo "$lane $part $took" >>"$FACSIM_STAGES"
    [[ -z $stop || ${#failed[@]} -eq 0 ]] || break
  done
  printf "$lane: %s\n" "${times[@]}"
  echo "$lane: $passed passed, ${#failed[@]} failed${failed[0]:+: ${failed[*]}}"
  [[ ${#failed[@]} -eq 0 ]]
}

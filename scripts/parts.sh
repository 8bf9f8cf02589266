# SPDX-License-Identifier: Apache-2.0
# The parts of a lane (test.sh, check.sh, nightly.sh): they run in turn, and their seconds are printed.
#
#   source scripts/parts.sh
#   run_parts LANE PART...            all of them, also after one that fails
#   run_parts --stop LANE PART...     none after one that fails
#
# PART is run by the function part_PART. With FACSIM_STAGES=FILE a line `LANE PART SECONDS` goes into
# that file for each; .ci/run prints them all.
# shellcheck shell=bash

# choose_parts LANE ALL... -- WISH...: the array `parts`: what was wished, or all; 2 for an unknown one.
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

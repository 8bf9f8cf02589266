#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs each fuzz target for FUZZ_SECONDS from its corpus; what it finds that is new stays in
# build/fuzz/found, and an input that breaks it is left there with the name that libFuzzer gives.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly seconds=${FUZZ_SECONDS:-30}
failed=0
ran=0
for program in build/fuzz/fuzz/facsim_*_fuzz; do
  [[ -x $program ]] || continue
  name=${program##*/facsim_}
  name=${name%_fuzz}
  found=build/fuzz/found/$name
  mkdir -p "$found"
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
  [[ -f fuzz/$name.dict ]] && options+=(-dict="fuzz/$name.dict")
  echo "fuzz: $name for $seconds s"
  ran=$((ran + 1))
  if ! "$program" "${options[@]}" -artifact_prefix="$found/" "$found" "fuzz/corpus/$name" \
    >"$found.log" 2>&1; then
    tail -n 40 "$found.log" >&2
    echo "fuzz: $name failed; its input is in $found" >&2
    failed=$((failed + 1))
  else
    grep -E 'number_of_executed_units|average_exec_per_sec|peak_rss_mb' "$found.log"
  fi
done
if [[ $ran -eq 0 ]]; then
  echo 'fuzz: no fuzz target was built' >&2
  exit 1
fi
echo "fuzz: $((ran - failed)) passed, $failed failed"
[[ $failed -eq 0 ]]

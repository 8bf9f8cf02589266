#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats our C++ in place with clang-format 19; with --check only prints the files that differ.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v clang-format-19 >/dev/null; then
  echo 'format: no clang-format-19; it is in the Debian package of that name' >&2
  exit 1
fi
mapfile -t files < <(scripts/sources.sh)
if [[ ${1:-} != --check ]]; then
  clang-format-19 -i "${files[@]}"
  echo "format: ${#files[@]} files formatted"
  exit 0
fi
bad=()
for file in "${files[@]}"; do
  clang-format-19 "$file" | cmp -s - "$file" || bad+=("$file")
done
if [[ ${#bad[@]} -gt 0 ]]; then
  printf 'format: %s differs from the house format\n' "${bad[@]}" >&2
  echo 'format: failed; run make fmt' >&2
  exit 1
fi
echo "format: passed (${#files[@]} files)"

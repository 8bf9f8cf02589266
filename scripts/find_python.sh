#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the path of a CPython of the given version that can make virtual environments: the one on
# PATH, or else one of pyenv. Ends with status 1 if there is none.
#
#   scripts/find_python.sh 3.12
set -euo pipefail

version=${1:?which version, such as 3.12}
candidates=("python$version")
if command -v pyenv >/dev/null; then
  candidates+=("$(pyenv root)/versions/$version".*/bin/python3)
fi
for candidate in "${candidates[@]}"; do
  # The interpreter prints its own path: a name on PATH may be a wrapper that selects one of
  # several.
  "$candidate" - "$version" 2>/dev/null <<'END' && exit 0
import ensurepip, sys, venv
is_it = sys.implementation.name == "cpython" and "%d.%d" % sys.version_info[:2] == sys.argv[1]
sys.exit(print(sys.executable) if is_it else 1)
END
done
exit 1

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints our C++ sources and headers, one a line, relative to the project's root.
set -euo pipefail
cd "$(dirname "$0")/.."
find apps bench examples facsim fuzz plugins python tests -type f \( -name '*.cc' -o -name '*.h' \) | sort

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the benchmarks: whole runs of the program on real data, the Hamming index beside its peers, a
# small load on the service, then the micro benchmarks. Results go to build/bench.
#
#   scripts/bench.sh [argument of bench/whole/run.py]...
set -euo pipefail
cd "$(dirname "$0")/.."

python3 bench/whole/run.py --facsim build/release/facsim "$@"

readonly index=build/bench/bench/index/facsim_index_bench
if [[ -x $index ]]; then
  # Small and short. It has 10 M fingerprints without --quick, and 100 M and more with --full.
  "$index" --quick | tee build/bench/index.md
fi

readonly load=build/bench/bench/service/facsim_service_load
if [[ -x $load ]]; then
  # Takes a minute. Recorded results use --pages 1000000.
  python3 bench/whole/service.py --quick --facsim build/release/facsim --load "$load"
  python3 bench/whole/service_sync.py --pages 50000 --facsim build/release/facsim --load "$load"
fi

readonly micro=build/bench/bench/facsim_micro_bench
if [[ -x $micro ]]; then
  "$micro" --benchmark_out=build/bench/micro.json --benchmark_out_format=json
fi

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks a running service against its own description: schemathesis makes valid and invalid
# requests from facsim/serve/openapi.json, and checks the answers.
#
#   scripts/openapi.sh [EXAMPLES]      requests of each operation; default: 100
#
# OPENAPI_SEED: the random seed of the requests (default: 1).
set -euo pipefail
cd "$(dirname "$0")/.."

readonly program=$PWD/build/release/facsim
readonly schemathesis=$PWD/build/venv-openapi/bin/schemathesis
readonly hooks=$PWD/scripts examples=${1:-100}

folder=$(mktemp -d)
service=
finish() {
  if [[ -n $service ]] && kill -0 "$service" 2>/dev/null; then
    kill "$service"
    wait "$service" || true
  fi
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder" # what schemathesis remembers goes with it
# These statuses are right too: a wrong line of a batch is reported in a line of the answer (200),
# and a list that is too long is too large (413).
cat >schemathesis.toml <<'END'
[[operations]]
include-path-regex = ":batch$|fingerprints:check$"
checks.negative_data_rejection.expected-statuses = [200, 400, 403, 404, 415, 422]

[[operations]]
include-path-regex = "/uncrawled$"
checks.negative_data_rejection.expected-statuses = [400, 403, 404, 413, 415, 422]
END

"$program" serve store --listen 127.0.0.1:0 --memory 64M 2>log &
service=$!
address=
for _ in $(seq 200); do
  address=$(sed -n 's/.*"event":"listening","detail":"\([^"]*\)".*/\1/p' log)
  [[ -n $address ]] && break
  sleep 0.05
done
if [[ -z $address ]]; then
  cat log >&2
  exit 1
fi

status=0
PYTHONPATH=$hooks PYTHONDONTWRITEBYTECODE=1 SCHEMATHESIS_HOOKS=openapi_hooks \
  "$schemathesis" run "$address/openapi.json" --max-examples "$examples" \
  --seed "${OPENAPI_SEED:-1}" --workers 1 --request-timeout 30 --no-color || status=$?
if ! kill -0 "$service" 2>/dev/null; then
  echo 'openapi: the service ended' >&2
  status=1
fi
if grep '"level":"error"' log >errors; then
  echo 'openapi: the log has errors' >&2
  head -n 5 errors >&2
  status=1
fi
exit "$status"

#!/usr/bin/env bash
# test.sh [ARGUMENTS OF go test]: the tests with the race detector, on SQLite and on a PostgreSQL of their own, with the
# clients from npm. Installs what is missing; without arguments it tests everything.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

need_compiler
need_node
need_pgbouncer
# npm writes its list last: one that is newer than ours says that the clients are in place.
if [ ! test/clients/node_modules/.package-lock.json -nt test/clients/package-lock.json ]; then
  npm ci --prefix test/clients --no-audit --no-fund --loglevel=error
fi

[ $# -gt 0 ] || set -- ./...
CGO_ENABLED=1 exec scripts/with-postgres.sh go test -race -timeout 30m "$@"

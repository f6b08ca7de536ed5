#!/usr/bin/env bash
# test-citus.sh [ARGUMENT OF go test…]: runs the tests of databases that Citus distributes over two workers: the distribution itself, the
# API, several servers, processes that are killed, the removal of old rows, and shards that move under load. with-citus.sh says on which
# servers.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

[ -n "${FIRMHUB_TEST_CITUS:-}" ] || exec scripts/with-citus.sh scripts/test-citus.sh "$@"
export FIRMHUB_TEST_POSTGRES=$FIRMHUB_TEST_CITUS
run() { go test -tags citus -count=1 -parallel 3 -timeout 30m "$@"; }
if [ $# -gt 0 ]; then
  need_clients # as scripts/test.sh does
  run "$@"
else
  run -run 'Test(Citus|Matrix|NoFirm|Audit|ContactSearch|Instances)' ./internal/app/ ./internal/firmhubtest/
  run -run TestCitus ./internal/db/
  run ./ent/rule/ ./internal/app/doctor/ ./internal/firmhubtest/people/ ./internal/firmhubtest/records/
  run -run 'Test(Kill|Cleanup|Maintain)(_.*)?/postgres' ./internal/job/ ./internal/domain/{apiclient,contact/importer,file,messaging,session,user,wallet}/
fi

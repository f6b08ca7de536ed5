#!/usr/bin/env bash
# test-citus.sh [ARGUMENT OF go test…]: runs the tests of databases that Citus distributes over two workers: the distribution itself, the
# API, several servers, processes that are killed, the removal of old rows, and shards that move under load. FIRMHUB_TEST_CITUS is the
# URL of a database of a coordinator that knows its two workers, and FIRMHUB_TEST_CITUS_SPARE that of a server that will be a third one;
# all let the user in without a password. Unset, four clusters are started in a temporary folder, which needs a PostgreSQL with the extension.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

cluster=
as_owner() (
  cd /
  if [ "$(id -u)" -eq 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
)

stop() {
  [ -n "$cluster" ] || return 0
  for folder in "$cluster"/[0-9]*/; do
    as_owner "$postgres_bin/pg_ctl" stop -D "$folder" -m immediate -s >/dev/null 2>&1 || true
  done
  rm -rf "$cluster"
}

# start PORT: makes and starts a server.
start() {
  as_owner "$postgres_bin/initdb" -D "$cluster/$1" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  as_owner "$postgres_bin/pg_ctl" start -D "$cluster/$1" -l "$cluster/$1.log" -w -t 60 -s -o "-p $1 \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=600 -c max_prepared_transactions=600 \
    -c max_worker_processes=200 -c wal_level=logical -c shared_buffers=256MB -c fsync=off -c synchronous_commit=off \
    -c shared_preload_libraries=citus -c citus.shard_count=4 -c citus.enable_unsafe_triggers=on \
    -c citus.node_conninfo=sslmode=disable" || { cat "$cluster/$1.log" >&2 && die "PostgreSQL did not start."; }
  psql -qX "postgres://postgres@127.0.0.1:$1/postgres" -c 'CREATE EXTENSION citus'
}

if [ -z "${FIRMHUB_TEST_CITUS:-}" ]; then
  need_postgres
  [ -f "$postgres_bin/../lib/citus.so" ] || [ -f "$("$postgres_bin/pg_config" --pkglibdir)/citus.so" ] ||
    die "The PostgreSQL of $postgres_bin has no extension citus; docs/scale.md says how to build it. FIRMHUB_TEST_CITUS names another server."
  export PATH="$postgres_bin:$PATH"
  cluster=$(mktemp -d "${TMPDIR:-/tmp}/firmhub-citus.XXXXXX")
  trap stop EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  [ "$(id -u)" -ne 0 ] || chown postgres "$cluster"
  port=$((30000 + RANDOM % 10000))
  FIRMHUB_TEST_CITUS="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
  FIRMHUB_TEST_CITUS_SPARE="postgres://postgres@127.0.0.1:$((port + 3))/postgres?sslmode=disable"
  for server in "$port" $((port + 1)) $((port + 2)) $((port + 3)); do start "$server"; done
  psql -qX "$FIRMHUB_TEST_CITUS" >/dev/null -c "SELECT citus_set_coordinator_host('127.0.0.1', $port)" \
    -c "SELECT citus_add_node('127.0.0.1', $((port + 1)))" -c "SELECT citus_add_node('127.0.0.1', $((port + 2)))"
fi
export FIRMHUB_TEST_CITUS FIRMHUB_TEST_CITUS_SPARE FIRMHUB_TEST_POSTGRES=$FIRMHUB_TEST_CITUS
run() { go test -tags citus -count=1 -parallel 3 -timeout 30m "$@"; }
if [ $# -gt 0 ]; then
  need_clients # as scripts/test.sh does
  run "$@"
else
  run -run 'Test(Citus|Matrix|NoFirm|Audit|ContactSearch|Instances)' ./internal/app/ ./internal/firmhubtest/
  run ./ent/rule/ ./internal/app/doctor/ ./internal/firmhubtest/people/ ./internal/firmhubtest/records/
  run -run 'Test(Kill|Cleanup|Maintain)(_.*)?/postgres' ./internal/job/ ./internal/domain/{apiclient,contact/importer,file,messaging,session,user,wallet}/
fi

#!/usr/bin/env bash
# with-citus.sh COMMAND…: runs the command with FIRMHUB_TEST_CITUS set to the coordinator of a cluster of Citus with two workers, and
# FIRMHUB_TEST_CITUS_SPARE to a server that is no worker yet. They are started in a temporary folder, quick and forgetful, which needs a
# PostgreSQL with the extension. Where FIRMHUB_TEST_CITUS is set already, that cluster is used; all servers let the user in without a
# password.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=need.sh
. "$scripts/need.sh"

[ $# -gt 0 ] || die "usage: scripts/with-citus.sh COMMAND…"
if [ -n "${FIRMHUB_TEST_CITUS:-}" ]; then
  export FIRMHUB_TEST_POSTGRES=$FIRMHUB_TEST_CITUS
  exec "$@"
fi

as_owner() (
  cd /
  if [ "$(id -u)" -eq 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
)

stop() {
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

need_postgres
[ -f "$postgres_bin/../lib/citus.so" ] || [ -f "$("$postgres_bin/pg_config" --pkglibdir)/citus.so" ] ||
  die "The PostgreSQL of $postgres_bin has no extension citus; docs/scale.md says how to build it. FIRMHUB_TEST_CITUS names another server."
export PATH="$postgres_bin:$PATH"
cluster=$(mktemp -d "${TMPDIR:-/tmp}/firmhub-citus.XXXXXX")
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
[ "$(id -u)" -ne 0 ] || chown postgres "$cluster"
port=$((12000 + RANDOM % 7000)) # below those that systems choose by themselves
FIRMHUB_TEST_CITUS="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
FIRMHUB_TEST_CITUS_SPARE="postgres://postgres@127.0.0.1:$((port + 3))/postgres?sslmode=disable"
for server in "$port" $((port + 1)) $((port + 2)) $((port + 3)); do start "$server"; done
psql -qX "$FIRMHUB_TEST_CITUS" >/dev/null -c "SELECT citus_set_coordinator_host('127.0.0.1', $port)" \
  -c "SELECT citus_add_node('127.0.0.1', $((port + 1)))" -c "SELECT citus_add_node('127.0.0.1', $((port + 2)))"
export FIRMHUB_TEST_CITUS FIRMHUB_TEST_CITUS_SPARE FIRMHUB_TEST_POSTGRES=$FIRMHUB_TEST_CITUS

"$@"

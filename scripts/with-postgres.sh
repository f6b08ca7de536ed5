#!/usr/bin/env bash
# with-postgres.sh COMMAND…: runs the command with FIRMHUB_TEST_POSTGRES set to a PostgreSQL of its own: a cluster in a
# temporary folder on a free port, quick and forgetful, stopped and removed whatever comes of the command. Where
# FIRMHUB_TEST_POSTGRES is set already, that server is used; its user must be allowed to create databases. FIRMHUB_SHARED_BUFFERS
# is how much of the databases the cluster keeps in memory, 256MB otherwise. FIRMHUB_POSTGRES_FOLDER is where the temporary folder
# is created, TMPDIR otherwise.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=need.sh
. "$scripts/need.sh"

[ $# -gt 0 ] || die "usage: scripts/with-postgres.sh COMMAND…"
[ -z "${FIRMHUB_TEST_POSTGRES:-}" ] || exec "$@"

need_postgres
cluster=$(mktemp -d "${FIRMHUB_POSTGRES_FOLDER:-${TMPDIR:-/tmp}}/firmhub-postgres.XXXXXX")

# PostgreSQL refuses to run as root.
owner=
if [ "$(id -u)" -eq 0 ]; then
  for owner in postgres _postgres nobody; do
    id -u "$owner" >/dev/null 2>&1 && break
  done
  chown "$owner" "$cluster"
fi

# as_owner COMMAND…: runs it as the cluster's owner, in a folder that every user may be in.
as_owner() (
  cd /
  if [ -z "$owner" ]; then
    "$@"
  elif command -v runuser >/dev/null; then
    runuser -u "$owner" -- "$@"
  else
    sudo -u "$owner" "$@"
  fi
)

stop() {
  as_owner "$postgres_bin/pg_ctl" stop -D "$cluster/data" -m immediate -s >/dev/null 2>&1 || true
  rm -rf "$cluster"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

init() { as_owner "$postgres_bin/initdb" -D "$cluster/data" -U postgres -A trust -E UTF8 --no-sync "$@" >"$cluster/log" 2>&1; }

# Letters of every script, and a linguistic order, as most servers have: what counts on the order of code points without
# saying so is found out. Servers before 15 have no ICU for a whole database.
locale=$(locale -a | awk 'tolower($0) ~ /^(c|en_us)[.]utf-?8$/ { found = $0 } END { print found ? found : "C" }')
init --locale="$locale" --locale-provider=icu --icu-locale=und ||
  { rm -rf "$cluster/data" && init --locale="$locale"; } ||
  { cat "$cluster/log" >&2 && die "initdb failed."; }

start() {
  as_owner "$postgres_bin/pg_ctl" start -D "$cluster/data" -l "$cluster/server.log" -w -t 60 -s -o "-p $1 \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=300 -c shared_buffers=${FIRMHUB_SHARED_BUFFERS:-256MB} \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=2GB" >>"$cluster/log" 2>&1
}

for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 10000))
  if start "$port"; then
    FIRMHUB_TEST_POSTGRES="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
    break
  fi
done
if [ -z "${FIRMHUB_TEST_POSTGRES:-}" ]; then
  cat "$cluster/log" "$cluster/server.log" >&2 || true
  die "PostgreSQL did not start."
fi
export FIRMHUB_TEST_POSTGRES
unset FIRMHUB_POSTGRES_FOLDER # firmhub warns of settings that it does not know
export PATH="$postgres_bin:$PATH" # pg_dump and pg_restore of the server's version

"$@"

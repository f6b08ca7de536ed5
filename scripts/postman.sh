#!/usr/bin/env bash
# postman.sh PROGRAM FILE: writes a Postman collection of all routes, made from the OpenAPI document that the program serves.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

program=$1 file=$2
need_clients
work=$(mktemp -d)
server=
stop() {
  if [ -n "$server" ]; then kill "$server" && wait "$server" || true; fi
  rm -rf "$work"
}
trap stop EXIT

# The settings of whoever runs this are for a real server: with FIRMHUB_DATABASE_URL serve would migrate its database.
for name in $(compgen -e FIRMHUB_); do unset "$name"; done
FIRMHUB_DATA_DIR=$work "$program" serve --addr=127.0.0.1:0 --log=error >"$work/said" &
server=$!
url=
while kill -0 "$server" && [ -z "$url" ]; do
  sleep 0.1
  url=$(sed -n 's/^firmhub serves on \([^ ]*\) .*/\1/p' "$work/said")
done
"$program" call GET /openapi.json --server="$url" >"$work/openapi.json"
node test/clients/postman.js <"$work/openapi.json" >"$work/collection.json"
mv "$work/collection.json" "$file"

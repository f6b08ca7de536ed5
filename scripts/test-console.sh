#!/usr/bin/env bash
# test-console.sh [ARGUMENTS OF playwright test]: tests the console in Chromium, on a server with the demo on SQLite and on one
# on PostgreSQL. FIRMHUB_TEST_DATABASES=sqlite leaves PostgreSQL out.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

databases=${FIRMHUB_TEST_DATABASES:-sqlite postgres}
if [[ " $databases " == *" postgres "* && -z ${FIRMHUB_TEST_POSTGRES:-} ]]; then
  exec scripts/with-postgres.sh "$0" "$@"
fi
need_console
need_headless
make --no-print-directory build

work=$(mktemp -d "${TMPDIR:-/tmp}/firmhub-console.XXXXXX")
servers=()
stop() {
  [ ${#servers[@]} -eq 0 ] || kill "${servers[@]}" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop EXIT

export FIRMHUB_RATE_LIMIT=off FIRMHUB_ADMIN_PASSWORD=Super-admin-1
# On PostgreSQL a server has no channels without a key, which is no secret here.
export FIRMHUB_SECRETS_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
# The tests receive the calls of webhooks themselves.
export FIRMHUB_ALLOWED_PRIVATE_TARGETS=127.0.0.1
# The provider of single sign-on is one of the tests.
node test/clients/oidc-page.js >"$work/provider" &
servers+=($!)
for _ in $(seq 100); do
  [ -s "$work/provider" ] && break
  sleep 0.1
done
cat >"$work/oidc.json" <<END
[{"name": "Corp", "issuer": "$(cat "$work/provider")", "clientId": "firmhub", "clientSecret": "no secret here",
  "domains": ["belavista.example"], "autoJoin": {"firm": "Torrefação Bela Vista", "role": "Owner"}}]
END
export FIRMHUB_OIDC=$work/oidc.json
export CONSOLE_ADMIN=admin@firmhub.local CONSOLE_ADMIN_PASSWORD=$FIRMHUB_ADMIN_PASSWORD CONSOLE_SERVERS=

# serve NAME DATABASE: starts a server with the demo, and adds it to CONSOLE_SERVERS.
serve() {
  local url=
  mkdir "$work/$1"
  : >"$work/$1/log" # The server may begin after it is first read.
  bin/firmhub serve --demo --addr 127.0.0.1:0 --data-dir "$work/$1" --database-url "$2" >"$work/$1/log" 2>&1 &
  servers+=($!)
  for _ in $(seq 600); do
    url=$(sed -n 's|^firmhub serves on \(http://[^ ]*\).*|\1|p' "$work/$1/log")
    [ -z "$url" ] || break
    kill -0 "${servers[-1]}" 2>/dev/null || break
    sleep 0.1
  done
  [ -n "$url" ] || { cat "$work/$1/log" >&2 && die "The server on $1 did not start."; }
  CONSOLE_SERVERS+="$1=$url "
}

for database in $databases; do
  case $database in
  sqlite) serve sqlite "sqlite://$work/firmhub.db" ;;
  postgres)
    name=firmhub_console_$$
    psql -q "$FIRMHUB_TEST_POSTGRES" -c "CREATE DATABASE $name"
    serve postgres "$(sed "s|/postgres?|/$name?|" <<<"$FIRMHUB_TEST_POSTGRES")"
    ;;
  esac
done
browsers=(chromium chromium-browser google-chrome google-chrome-stable)
# What is measured and pictured is what people have.
[ -n "${CONSOLE_FLOOD:-}${CONSOLE_SPEED:-}${CONSOLE_PICTURES:-}" ] || browsers=(chromium-headless-shell "${browsers[@]}")
# Not by head, which may end before all is written and fail the pipe.
read -r CHROMIUM < <(command -v "${browsers[@]}")
export CHROMIUM
cd web
npx playwright test "$@"

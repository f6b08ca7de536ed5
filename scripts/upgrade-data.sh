#!/usr/bin/env bash
# upgrade-data.sh VERSION: makes test/upgrade/VERSION: a filled database of each kind, what the API says about them, and the
# checksums of the migrations. Run it in the commit of a release, and commit the folder: from then on the tests open these databases
# with each later program, and refuse a change of these migrations.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

[[ ${1:-} =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "usage: scripts/upgrade-data.sh VERSION, such as 1.2.3"
folder=$PWD/test/upgrade/$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X github.com/firmhub/firmhub/internal/app/version.linked=$1" -o "$work/firmhub" ./cmd/firmhub
mkdir -p "$folder"
scripts/with-postgres.sh go -C test run ./upgrade/fill -program "$work/firmhub" -folder "$folder"
sha256sum ent/migrate/*/*.sql >"$folder/migrations.sha256"
chmod 644 "$folder"/*

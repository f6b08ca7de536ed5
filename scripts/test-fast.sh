#!/usr/bin/env bash
# test-fast.sh [ARGUMENTS OF go test]: runs the tests on SQLite only, and without the race detector: what to run between
# two edits. It skips what needs PostgreSQL. Without arguments it tests everything: this module and that in test.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

need_clients
need_browser
export FIRMHUB_TEST_DATABASES=sqlite
[ $# -gt 0 ] || set -- ./...
case " $* " in
*" ./... "*) go test -short -parallel 4 "$@" && go -C test test -short -parallel 4 "$@" ;;
*) go -C "$(module_of "$@")" test -short -parallel 4 "${@/#.\/test\//./}" ;;
esac

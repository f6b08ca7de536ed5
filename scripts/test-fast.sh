#!/usr/bin/env bash
# test-fast.sh [ARGUMENTS OF go test]: runs the tests on SQLite only, and without the race detector: what to run between
# two edits. It skips what needs PostgreSQL. Without arguments it tests everything: this module and those in test
# and bench.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

need_clients
need_browser
export FIRMHUB_TEST_DATABASES=sqlite
[ $# -gt 0 ] || set -- ./...
case " $* " in
*" ./... "*) for module in . test bench; do go -C "$module" test -short -parallel 4 "$@"; done ;;
*)
  module=$(module_of "$@")
  go -C "$module" test -short -parallel 4 "${@/#.\/$module\//./}"
  ;;
esac

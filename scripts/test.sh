#!/usr/bin/env bash
# test.sh [ARGUMENTS OF go test]: runs the tests with the race detector, on SQLite and on a PostgreSQL of their own, with
# the clients from npm. Installs what is missing; without arguments it tests everything: this module, those in
# test and bench, and a part of the console. With FIRMHUB_TEST_CONSOLE=all it tests the whole of the console, as make test-console does.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

need_compiler
need_clients
need_browser
need_pgbouncer
need_proxies
need_promtool
need_strace

# Packages that the race detector leaves out, because they take several times as long with it: SQLite, which is C translated to
# Go, the hashes of the standard library, and what reads texts letter by letter. None has data that our goroutines share.
# A package that starts goroutines, or that calls sync/atomic, sync.Once or sync.Map, does not belong here: the detector would not
# see what its atomic operations order, and report races that are none.
without_race=(
  modernc.org/sqlite/lib
  modernc.org/libc/...
  modernc.org/memory
  crypto/internal/fips140/...
  crypto/pbkdf2
  regexp
  unicode
  unicode/utf8
  github.com/vektah/gqlparser/v2/lexer
  github.com/vektah/gqlparser/v2/parser
  github.com/firmhub/firmhub/internal/transfer/csvfile
)

unset FIRMHUB_TEST_DATABASES # all of them

# The tests of the console that run in three minutes: its logic, all screens with each role and axe, the session, and what would
# be worst to break.
console=(src/)
for name in screens session users wallet leave; do
  console+=("e2e/$name.spec.ts")
done

# Each test has a database, which PostgreSQL stores in 760 files. To create and drop it takes 0.5 CPU seconds on ext4 and 0.1 in
# memory, which is used where 4 GB are free.
in_memory=/dev/shm
if [ -w "$in_memory" ] && [ "$(df -Pk "$in_memory" | awk 'END { print $4 }')" -gt $((4 * 1024 * 1024)) ]; then
  export FIRMHUB_POSTGRES_FOLDER=${FIRMHUB_POSTGRES_FOLDER:-$in_memory}
fi

# test_module FOLDER ARGUMENTS…: runs go test in a module.
test_module() { scripts/with-postgres.sh go -C "$1" test "${@:2}"; }

# The longest package may take half an hour beside the others. With -parallel 4, other tests use two CPUs while one waits for a
# timeout or for PostgreSQL. make lint runs vet.
flags=(-timeout 60m -parallel 4 -vet=off -trimpath) # with -trimpath, other clones find what was compiled
race=(-race)
for package in "${without_race[@]}"; do
  race+=("-gcflags=$package=-race=false")
done
# race_detector ARGUMENTS…: runs go test in this module, with the race detector. It waits a second at the end of each package for
# the races of goroutines that still run; a tenth is enough. The garbage collector runs less often, since tests keep little and
# allocate much: it takes a tenth of their processor time otherwise.
race_detector() { GORACE=atexit_sleep_ms=100 GOGC=400 CGO_ENABLED=1 test_module . "${race[@]}" "${flags[@]}" "$@"; }

# The race detector sees the goroutines of a test's own process. The module test starts programs, as its clients, and bench measures,
# so they are compiled as the program is. The same holds for most seeds of the simulation.
export CGO_ENABLED=0
first= # The packages that take longest, so that the others run beside them.
case $* in '' | ./...) first=./internal/firmhubtest/... && set -- ./... ;; esac
case " $* " in
*" ./... "*)
  race_detector ${first:+"$first"} "$@"
  test_module . "${flags[@]}" "${@/#.\/.../.\/internal\/simulation}"
  test_module test "${flags[@]}" "$@"
  test_module bench "${flags[@]}" "$@"
  case ${FIRMHUB_TEST_CONSOLE:-} in
  all) scripts/test-console.sh ;;
  *) FIRMHUB_TEST_DATABASES=sqlite scripts/test-console.sh "${console[@]}" ;;
  esac
  ;;
*)
  module=$(module_of "$@")
  set -- "${@/#.\/$module\//./}"
  case $module in
  .) race_detector "$@" ;;
  *) test_module "$module" "${flags[@]}" "$@" ;;
  esac
  ;;
esac

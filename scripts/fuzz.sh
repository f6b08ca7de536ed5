#!/usr/bin/env bash
# fuzz.sh TIME: runs every fuzz test of the repository, one after the other, for that long.
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-1m}
grep -rHoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | while IFS=: read -r file target; do
  name=${target#func }
  echo "== $name in $(dirname "$file"), $time"
  go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" "$(dirname "$file")" </dev/null
done

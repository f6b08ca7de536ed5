#!/usr/bin/env bash
# packages.sh [-update]: fails when more packages are compiled into the program than its budget, and names those that are not in
# packages.txt, or when package ent has more lines than its budget: it is compiled alone, before nearly everything else. A budget is raised
# only together with a line in ARCHITECTURE.md that says for what; -update writes packages.txt anew.
set -euo pipefail
cd "$(dirname "$0")/.."

budget=695
ent_budget=80000
list=scripts/packages.txt

# What is the same on every machine: the program as it is released for Linux.
packages=$(CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go list -deps ./cmd/firmhub)
count=$(wc -l <<<"$packages")
others=$(grep '^[^/]*[.]' <<<"$packages" | grep -v '^github.com/firmhub/firmhub/' | LC_ALL=C sort)

if [ "${1:-}" = -update ]; then
  echo "$others" >"$list"
elif [ "$count" -gt "$budget" ]; then
  echo "firmhub: $count packages are compiled into the program, at most $budget may be. Of others, these are new:" >&2
  LC_ALL=C comm -13 "$list" <(echo "$others") | sed 's/^/  /' >&2
  echo "Take out what is not needed, or raise the budget in scripts/packages.sh with its reason in ARCHITECTURE.md." >&2
  exit 1
fi

lines=$(cat ent/*.go | wc -l)
if [ "$lines" -gt "$ent_budget" ]; then
  echo "firmhub: package ent has $lines lines, and may have at most $ent_budget. Omit more in ent/omit.go, or raise the budget in" >&2
  echo "scripts/packages.sh with its reason in ARCHITECTURE.md." >&2
  exit 1
fi

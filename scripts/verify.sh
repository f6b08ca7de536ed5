#!/usr/bin/env bash
# verify.sh: generates all code and builds the console anew, and fails when that changes or adds a file.
set -euo pipefail
cd "$(dirname "$0")/.."

state() { git status --porcelain --untracked-files=all && git diff; }

before=$(state)
make --no-print-directory generate console
if [ "$before" != "$(state)" ]; then
  git status --short
  git --no-pager diff --stat
  echo "firmhub: the generated code is not that of its sources. Commit what 'make generate console' writes." >&2
  exit 1
fi

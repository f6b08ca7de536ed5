#!/usr/bin/env bash
# lint.sh: runs golangci-lint on the packages of each module that have a file written by hand. It reports nothing about generated
# files, but would take most of its time for them.
set -euo pipefail
cd "$(dirname "$0")/.."

# golangci-lint is built from the version in lint.mod, unless GOLANGCI_LINT names one.
lint=${GOLANGCI_LINT:-go tool -modfile=$PWD/lint.mod golangci-lint}

# packages prints the folders of this module that have a file written by hand. In ent itself only the generator is.
packages() {
  git grep --untracked -L '^// Code generated .* DO NOT EDIT\.$' -- '*.go' $(modules_below) |
    xargs -n1 dirname | sort -u | sed 's|^|./|' | grep -vx ./ent
}

# modules_below prints the arguments of git that leave out the modules below this folder.
modules_below() {
  git ls-files '*/go.mod' | sed 's|\(.*\)/go.mod|:!\1|'
}

for module in . test bench; do
  (
    cd "$module"
    # The command and the list are split on purpose.
    # shellcheck disable=SC2046,SC2086
    $lint run $(packages)
  )
done

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

for module in . test test/chaos bench; do
  (
    cd "$module"
    # The command and the list are split on purpose.
    # shellcheck disable=SC2046,SC2086
    $lint run $(packages)
  )
done

# Comments that fill their lines are at most 100 columns wide, a tab being four.
wide=$(git grep --untracked -L '^// Code generated .* DO NOT EDIT\.$' -- '*.go' ':!ent/*.go' 'ent/*/*.go' |
  LC_ALL=C.UTF-8 xargs grep -nP '^(// .{98,}|\t// .{94,}|\t\t// .{90,}|\t\t\t// .{86,})$' || true)
if [ -n "$wide" ]; then
  printf 'comments wider than 100 columns:\n%s\n' "$wide" >&2
  exit 1
fi

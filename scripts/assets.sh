#!/usr/bin/env bash
# Fetches the front-end files of internal/httpd/docsui from npm: GraphiQL with React for the playground, Swagger UI for the
# reader of the OpenAPI document, the SignalR client for the notification page. Minified and gzipped, without source maps; the licence of each beside them.
# To move to a newer version: change the number here, run this, look at the pages in a browser, commit the outcome.
set -euo pipefail
cd "$(dirname "$0")/.."

GRAPHIQL=3.8.3
REACT=18.3.1
SWAGGER_UI=5.35.0
SIGNALR=10.0.11 # also in test/clients/package.json
ESBUILD=0.25.12 # GraphiQL's own graphiql.min.js is not minified

target=$PWD/internal/httpd/docsui/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --prefix "$work" \
  "graphiql@$GRAPHIQL" "react@$REACT" "react-dom@$REACT" "swagger-ui-dist@$SWAGGER_UI" \
  "@microsoft/signalr@$SIGNALR" "@microsoft/signalr-protocol-msgpack@$SIGNALR" "esbuild@$ESBUILD"

rm -rf "$target"
mkdir -p "$target/licenses"

# pack NAME: what comes in, less its pointer to a source map, gzipped.
pack() { sed -E -e 's|^//# sourceMappingURL=.*$||' -e 's|/\*# sourceMappingURL=[^*]*\*/||' | gzip -9n >"$target/$1.gz"; }
minify() { node_modules/.bin/esbuild --log-level=error --minify --target=es2020 --legal-comments=eof "$1"; }

minify node_modules/graphiql/graphiql.min.js | pack graphiql.js
minify node_modules/graphiql/graphiql.min.css | pack graphiql.css
pack react.js <node_modules/react/umd/react.production.min.js
pack react-dom.js <node_modules/react-dom/umd/react-dom.production.min.js
pack swagger-ui.js <node_modules/swagger-ui-dist/swagger-ui-bundle.js
pack swagger-ui.css <node_modules/swagger-ui-dist/swagger-ui.css
pack signalr.js <node_modules/@microsoft/signalr/dist/browser/signalr.min.js
pack signalr-msgpack.js <node_modules/@microsoft/signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.min.js

cp node_modules/graphiql/LICENSE "$target/licenses/graphiql.txt"
cp node_modules/react/LICENSE "$target/licenses/react.txt"
cat node_modules/swagger-ui-dist/NOTICE node_modules/swagger-ui-dist/LICENSE >"$target/licenses/swagger-ui.txt"
cp node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt "$target/licenses/swagger-ui-bundle.txt"
cp node_modules/@msgpack/msgpack/LICENSE "$target/licenses/msgpack.txt" # within signalr-msgpack.js
# The packages of SignalR name their licence, and have no file of it.
cat >"$target/licenses/signalr.txt" <<'END'
The MIT License (MIT)

Copyright (c) .NET Foundation and Contributors

All rights reserved.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
END

ls -l "$target"

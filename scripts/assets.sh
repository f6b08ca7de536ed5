#!/usr/bin/env bash
# Fetches the front-end files of internal/docsui from npm: GraphiQL with React for the playground, Swagger UI for the
# reader of the OpenAPI document. Minified and gzipped, without source maps; the licence of each beside them.
# To move to a newer version: change the number here, run this, look at both pages in a browser, commit the outcome.
set -euo pipefail
cd "$(dirname "$0")/.."

GRAPHIQL=3.8.3
REACT=18.3.1
SWAGGER_UI=5.35.0
ESBUILD=0.25.12 # GraphiQL's own graphiql.min.js is not minified

target=$PWD/internal/docsui/assets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm install --silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --prefix "$work" \
  "graphiql@$GRAPHIQL" "react@$REACT" "react-dom@$REACT" "swagger-ui-dist@$SWAGGER_UI" "esbuild@$ESBUILD"

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

cp node_modules/graphiql/LICENSE "$target/licenses/graphiql.txt"
cp node_modules/react/LICENSE "$target/licenses/react.txt"
cat node_modules/swagger-ui-dist/NOTICE node_modules/swagger-ui-dist/LICENSE >"$target/licenses/swagger-ui.txt"
cp node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt "$target/licenses/swagger-ui-bundle.txt"

ls -l "$target"

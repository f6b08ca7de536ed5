// Package docsui serves the two pages for people: a GraphQL playground at /graphql/playground and a reader of the
// OpenAPI document at /docs. Everything that they load is embedded, so that they work without the internet, and
// nothing else can run in them. scripts/assets.sh fetches the front-end files.
package docsui

import (
	"embed"
	"net/http"
	"path"
	"strings"
)

//go:embed pages/* assets/*.gz
var files embed.FS

const (
	playgroundPath = "/graphql/playground"
	docsPath       = "/docs"
)

// Register adds the two pages and what they load to mux, under exact paths: any other path stays the caller's to refuse.
func Register(mux *http.ServeMux) {
	serve := func(at, file string) { mux.Handle("GET "+at, load(file)) }

	serve(playgroundPath, "pages/playground.html")
	for _, file := range []string{
		"pages/playground.css", "pages/playground.js", "assets/graphiql.css.gz", "assets/graphiql.js.gz",
		"assets/react.js.gz", "assets/react-dom.js.gz",
	} {
		serve(assetPath(playgroundPath, file), file)
	}
	serve(docsPath, "pages/docs.html")
	for _, file := range []string{"pages/docs.css", "pages/docs.js", "assets/swagger-ui.css.gz", "assets/swagger-ui.js.gz"} {
		serve(assetPath(docsPath, file), file)
	}
}

func assetPath(page, file string) string {
	return page + "/assets/" + strings.TrimSuffix(path.Base(file), ".gz")
}

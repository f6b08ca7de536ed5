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

// Page is a page or a file that a page loads. The path is exact.
type Page struct {
	Path    string
	Handler http.Handler
}

// Pages returns the two pages and what they load.
func Pages() []Page {
	pages := []Page{
		{playgroundPath, load("pages/playground.html")},
		{docsPath, load("pages/docs.html")},
	}
	for page, files := range map[string][]string{
		playgroundPath: {
			"pages/playground.css", "pages/playground.js", "assets/graphiql.css.gz", "assets/graphiql.js.gz",
			"assets/react.js.gz", "assets/react-dom.js.gz",
		},
		docsPath: {"pages/docs.css", "pages/docs.js", "assets/swagger-ui.css.gz", "assets/swagger-ui.js.gz"},
	} {
		for _, file := range files {
			pages = append(pages, Page{assetPath(page, file), load(file)})
		}
	}
	return pages
}

func assetPath(page, file string) string {
	return page + "/assets/" + strings.TrimSuffix(path.Base(file), ".gz")
}

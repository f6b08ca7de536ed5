// Package docsui serves the pages for people: a GraphQL playground at /graphql/playground, a reader of the OpenAPI document
// at /docs, and at /notifications-demo a page that shows notifications as they arrive. Everything that they load is
// embedded, so that they work without the internet, and nothing else can run in them. scripts/assets.sh fetches the
// front-end files.
package docsui

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
)

//go:embed pages/* assets/*.gz
var files embed.FS

const (
	playgroundPath    = "/graphql/playground"
	docsPath          = "/docs"
	notificationsPath = "/notifications-demo"
)

// Page is a page or a file that a page loads. The path is exact.
type Page struct {
	Path    string
	Handler http.Handler
}

// Demo is whom the notification page offers to log in as, with one password for all. The page shows both to everyone.
type Demo struct {
	Password string   `json:"password"`
	People   []Person `json:"people"`
}

// Person is somebody in a [Demo], with a text that says who it is.
type Person struct {
	Email string `json:"email"`
	Text  string `json:"text"`
}

// Pages returns the pages and what they load. The zero Demo offers nobody.
func Pages(demo Demo) []Page {
	pages := []Page{
		{playgroundPath, load("pages/playground.html")},
		{docsPath, load("pages/docs.html")},
		{notificationsPath, load("pages/notifications/index.html")},
		{assetPath(notificationsPath, "demo.json"), newAsset("demo.json", demo.encode())},
	}
	for page, files := range map[string][]string{
		playgroundPath: {
			"pages/playground.css", "pages/playground.js", "assets/graphiql.css.gz", "assets/graphiql.js.gz",
			"assets/react.js.gz", "assets/react-dom.js.gz",
		},
		docsPath: {"pages/docs.css", "pages/docs.js", "assets/swagger-ui.css.gz", "assets/swagger-ui.js.gz"},
		notificationsPath: {
			"pages/notifications/page.css", "pages/notifications/main.js", "pages/notifications/session.js",
			"pages/notifications/hub.js", "pages/notifications/inbox.js", "pages/notifications/toasts.js",
			"assets/signalr.js.gz", "assets/signalr-msgpack.js.gz",
		},
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

// encode returns the JSON that the page reads, with a list also where nobody is in it.
func (d Demo) encode() []byte {
	d.People = append([]Person{}, d.People...)
	encoded, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	return encoded
}

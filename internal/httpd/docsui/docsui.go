// Package docsui serves the pages for people: at / a description of this server, at
// /graphql/playground a GraphQL playground, at /docs a reader of the OpenAPI document, and at
// /notifications-demo a page that shows notifications as they arrive. Everything that they load is
// embedded, so that they work without the internet, and nothing else can run in them.
// scripts/assets.sh fetches the front-end files.
package docsui

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/firmhub/firmhub/internal/httpd/static"
)

//go:embed pages/* assets/*.gz
var files embed.FS

const (
	playgroundPath    = "/graphql/playground"
	docsPath          = "/docs"
	notificationsPath = "/notifications-demo"
)

// policy lets a page load from this server only, and run no inline script and no inline style.
// GraphiQL and Swagger UI contain their fonts and icons as data. GraphiQL's dialogs try to add one
// style that locks scrolling. The browser refuses it and reports that in its console; these pages
// do not scroll.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Demo are the users that the pages offer to sign in as, with one password for all. The pages show
// both to everyone.
type Demo struct {
	Password string   `json:"password"`
	People   []Person `json:"people"`
}

// Person is one user of a [Demo].
type Person struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Firm  string `json:"firm"`
	Role  string `json:"role"`
}

// Pages returns the pages, except the one at /, and the files that they load. The zero Demo offers
// nobody.
func Pages(demo Demo) []static.Page {
	var pages []static.Page
	for page, parts := range map[string][]string{
		playgroundPath: {
			"pages/playground/index.html", "pages/playground/page.css", "pages/playground/main.js", "pages/playground/examples.js",
			"pages/playground/memory.js", "pages/shared/frame.css", "pages/shared/account.js", "pages/shared/session.js",
			"assets/graphiql.css.gz", "assets/graphiql.js.gz", "assets/react.js.gz", "assets/react-dom.js.gz",
		},
		docsPath: {
			"pages/docs/index.html", "pages/docs/page.css", "pages/docs/main.js", "pages/docs/ids.js", "pages/docs/key.js", "pages/docs/access.js",
			"pages/docs/plain.js", "pages/docs/resolve.js",
			"pages/shared/frame.css", "pages/shared/account.js", "pages/shared/session.js",
			"assets/swagger-ui.css.gz", "assets/swagger-ui.js.gz",
		},
		notificationsPath: {
			"pages/notifications/index.html", "pages/notifications/page.css", "pages/notifications/main.js",
			"pages/notifications/hub.js", "pages/notifications/inbox.js", "pages/notifications/toasts.js", "pages/shared/session.js",
			"assets/signalr.js.gz", "assets/signalr-msgpack.js.gz",
		},
	} {
		for _, part := range parts {
			pages = append(pages, static.Page{Path: partPath(page, part), Handler: static.Open(files, part, policy)})
		}
		pages = append(pages, static.Page{Path: partPath(page, "demo.json"), Handler: static.New("demo.json", policy, demo.encode())})
	}
	return append(pages, static.Page{Path: homeStyle, Handler: static.Open(files, "pages/home/home.css", policy)})
}

// partPath returns the path of a page for its index, and else the path of a file that the page
// loads.
func partPath(page, file string) string {
	name := strings.TrimSuffix(path.Base(file), ".gz")
	if name == "index.html" {
		return page
	}
	return page + "/assets/" + name
}

// encode returns the JSON that the page reads. It contains a list even if nobody is in it.
func (d Demo) encode() []byte {
	d.People = append([]Person{}, d.People...)
	encoded, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	return encoded
}

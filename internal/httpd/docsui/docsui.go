// Package docsui serves the pages for people beside the console: at / a description of this server,
// at /graphql/playground a GraphQL playground, at /docs a reader of the OpenAPI document, and at
// /notifications-demo a page that shows notifications as they arrive. They have the look and the
// session of the console. Everything that they load is embedded, so that they work without the
// internet, and nothing else can run in them. scripts/assets.sh fetches the front-end files.
package docsui

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/firmhub/firmhub/internal/httpd/static"
	"github.com/firmhub/firmhub/web"
)

//go:embed pages/* assets/*.gz
var files embed.FS

// policy lets a page load from this server only, and run no inline script and no inline style.
// GraphiQL and Swagger UI contain their fonts and icons as data. GraphiQL's dialogs try to add one
// style that locks scrolling. The browser refuses it and reports that in its console; these pages
// do not scroll.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Demo are the users that the console offers to sign in as, with one password for all. The page at
// / and the console show both to everyone.
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

// Pages returns the pages, except the one at /, and the files that all pages load. The zero Demo
// offers nobody.
func Pages(demo Demo) []static.Page {
	pages := []static.Page{
		{Path: "/assets/demo.json", Handler: static.New("demo.json", policy, demo.encode())},
		{Path: "/assets/home.css", Handler: static.Open(files, "pages/home/home.css", policy)},
	}
	for _, name := range []string{"src/tokens.css", "src/session/access.js", "src/session/authorized.js", "public/icon.svg"} {
		pages = append(pages, static.Page{Path: assetPath("", name), Handler: static.Open(web.Shared, name, policy)})
	}
	for _, name := range []string{"frame.css", "scheme.js", "account.js", "api.js"} {
		pages = append(pages, static.Page{Path: assetPath("", name), Handler: static.Open(files, "pages/shared/"+name, policy)})
	}
	for page, parts := range map[string][]string{
		"/graphql/playground": {
			"pages/playground/index.html", "pages/playground/page.css", "pages/playground/main.js", "pages/playground/examples.js",
			"pages/playground/memory.js",
			"assets/graphiql.css.gz", "assets/graphiql.js.gz", "assets/react.js.gz", "assets/react-dom.js.gz",
		},
		"/docs": {
			"pages/docs/index.html", "pages/docs/page.css", "pages/docs/main.js", "pages/docs/ids.js", "pages/docs/key.js", "pages/docs/access.js",
			"pages/docs/plain.js", "pages/docs/resolve.js",
			"assets/swagger-ui.css.gz", "assets/swagger-ui.js.gz",
		},
		"/notifications-demo": {
			"pages/notifications/index.html", "pages/notifications/page.css", "pages/notifications/main.js",
			"pages/notifications/hub.js", "pages/notifications/inbox.js", "pages/notifications/toasts.js",
			"assets/signalr.js.gz", "assets/signalr-msgpack.js.gz",
		},
	} {
		pages = append(pages, static.Page{Path: page, Handler: static.New("index.html", policy, render(parts[0], nil))})
		for _, part := range parts[1:] {
			pages = append(pages, static.Page{Path: assetPath(page, part), Handler: static.Open(files, part, policy)})
		}
	}
	return pages
}

// assetPath returns the path of a file that a page loads, or that all pages load.
func assetPath(page, file string) string {
	return page + "/assets/" + strings.TrimSuffix(path.Base(file), ".gz")
}

// render returns the HTML of a page. All pages have the head of shared/head.html.
func render(name string, data any) []byte {
	parsed, err := template.ParseFS(files, name, "pages/shared/head.html")
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	var html bytes.Buffer
	if err := parsed.Execute(&html, data); err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	return html.Bytes()
}

// encode returns the JSON that the console reads. It contains a list even if nobody is in it.
func (d Demo) encode() []byte {
	d.People = append([]Person{}, d.People...)
	encoded, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("docsui: %v", err))
	}
	return encoded
}

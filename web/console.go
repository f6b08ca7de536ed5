// Package web has the console, which people use in the browser at /console. Its source is in src,
// and npm builds it into dist. Both are committed, so that the server is built by Go alone.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"

	"github.com/firmhub/firmhub/internal/httpd/static"
)

//go:embed dist
var dist embed.FS

// Shared are the files that the other pages of the server have in common with the console: its
// tokens, its session and its icon. They are served as they are.
//
//go:embed src/tokens.css src/session/access.js src/session/authorized.js public/icon.svg
var Shared embed.FS

// policy lets the console load from this server only, and run no inline script. The components add
// styles of their own to the page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// filePolicy is for the files that the console loads, which are no pages: a script has the policy
// of the page that runs it. It is short, since it is sent with each of them.
const filePolicy = "default-src 'none'"

// Pages returns the console at the addresses of its screens, and the files that it loads. Their
// paths have a hash of all files, so that the files of two versions are never mixed, and browsers
// keep them. All servers of a process share the pages.
func Pages() []static.Page { return pages() }

var pages = sync.OnceValue(func() []static.Page {
	names, contents, version := files()
	base := "/console/assets/" + version + "/"
	var pages []static.Page
	for i, name := range names {
		if name != "index.html" {
			pages = append(pages, static.Page{Path: base + name, Handler: static.New(name, filePolicy, contents[i]).Forever()})
			continue
		}
		index := static.New(name, policy, bytes.ReplaceAll(contents[i], []byte(`"./`), []byte(`"`+base)))
		for _, path := range []string{"", "/", "/{screen}", "/{screen}/{id}", "/admin/{screen}/{id}"} {
			pages = append(pages, static.Page{Path: "/console" + path, Handler: index})
		}
		// No screen is that deep. The console says so in the language of the user.
		pages = append(pages, static.Page{Path: "/console/{path...}", Handler: index.NotFound()})
	}
	return pages
})

// files returns the built files with a hash of all of them. It panics without them: the program was
// then built without its own parts.
func files() (names []string, contents [][]byte, version string) {
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic(fmt.Sprintf("web: %v", err))
	}
	sum := sha256.New()
	for _, entry := range entries {
		content, err := dist.ReadFile("dist/" + entry.Name())
		if err != nil {
			panic(fmt.Sprintf("web: %v", err))
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", entry.Name(), len(content))
		_, _ = sum.Write(content)
		names, contents = append(names, entry.Name()), append(contents, content)
	}
	return names, contents, hex.EncodeToString(sum.Sum(nil)[:8])
}

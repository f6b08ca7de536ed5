package app

import (
	"net/http"
	"slices"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/httpd/docsui"
	"github.com/firmhub/firmhub/rest"
	"github.com/firmhub/firmhub/web"
)

// mounts returns all handlers of the server except /metrics.
func (a *App) mounts() []httpd.Mount {
	const get = http.MethodGet
	ready := httpd.NewReadyz(a.leaving, a.DB.Ping, a.brokerHealth)
	shown := a.shownDemo()
	about := docsui.About{Version: version.Release(), Database: "PostgreSQL", Demo: shown}
	if a.DB.Dialect() == db.SQLite {
		about.Database = "SQLite"
	}
	toDocs := http.RedirectHandler("/docs", http.StatusMovedPermanently)
	mounts := []httpd.Mount{
		{Path: "/graphql", Kind: httpd.API, Handler: a.graph, Refuse: graph.Refuse}, // accepts any method, and refuses by itself
		{Path: hubPath, Kind: httpd.API, Credential: httpd.Query, Handler: a.hub},   // accepts any method, and refuses by itself
		{
			Method: http.MethodPost, Path: hubPath + "/negotiate", Kind: httpd.API, Credential: httpd.Query,
			Handler: http.HandlerFunc(a.hub.ServeNegotiate),
		},
		{Method: get, Head: true, Path: "/", Kind: httpd.Page, Handler: docsui.Home(about, http.HandlerFunc(httpd.Home))},
		{Method: get, Head: true, Path: "/docs/", Kind: httpd.Page, Handler: toDocs},
		{Method: get, Head: true, Path: graph.SchemaPath, Kind: httpd.Page, Handler: http.HandlerFunc(a.graph.ServeSchema)},
		{Method: get, Head: true, Path: "/openapi.json", Kind: httpd.Page, Handler: http.HandlerFunc(a.api.ServeOpenAPI)},
		{Method: get, Head: true, Path: "/.well-known/jwks.json", Kind: httpd.Page, Handler: http.HandlerFunc(a.jwks)},
		{Method: get, Head: true, Path: "/healthz", Kind: httpd.Probe, Unlimited: true, Handler: http.HandlerFunc(httpd.Healthz)},
		{Method: get, Head: true, Path: "/readyz", Kind: httpd.Probe, Handler: ready},
	}
	mounts = append(mounts, httpd.Mount{
		Method: get, Head: true, Path: file.PublicPath + "{token}", Kind: httpd.Page, Handler: http.HandlerFunc(a.publicImage),
	})
	for _, page := range slices.Concat(docsui.Pages(shown), web.Pages()) {
		mounts = append(mounts, httpd.Mount{Method: get, Head: true, Path: page.Path, Kind: httpd.Page, Handler: page.Handler})
	}
	kinds := map[rest.Kind]httpd.Kind{
		rest.JSON: httpd.API, rest.Upload: httpd.Upload, rest.Stream: httpd.Stream, rest.Content: httpd.Content,
	}
	for _, e := range a.api.Endpoints() {
		mounts = append(mounts, httpd.Mount{Method: e.Method, Path: e.Path, Head: e.Head, Kind: kinds[e.Kind], Handler: e.Handler})
	}
	return mounts
}

// hubPath is the path at which clients connect to the hub of notifications.
const hubPath = "/notificationhub"

// jwks serves the keys that verify access tokens. A new key is published an hour before it signs,
// so a copy that is five minutes old is always valid.
func (a *App) jwks(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=300")
	httpd.WriteJSON(w, http.StatusOK, a.Tokens.JWKS(r.Context()))
}

// shownDemo returns the log-ins that the pages offer.
func (a *App) shownDemo() (shown docsui.Demo) {
	if !a.config.ShowDemo {
		return docsui.Demo{}
	}
	shown.Password = demo.Password
	for _, login := range demo.Logins() {
		shown.People = append(shown.People, docsui.Person(login))
	}
	return shown
}

package app

import (
	"embed"
	"html/template"
	"net/http"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/rest"
)

//go:embed unsubscribe.html
var pages embed.FS

var unsubscribePage = template.Must(template.ParseFS(pages, "unsubscribe.html"))

// unsubscribeMounts are the page by which the recipient of a mail opts out. GET shows it and
// changes nothing, since programs follow the links in mails. POST opts out, by the button of the
// page or by the program that shows the mail (RFC 8058).
func (a *App) unsubscribeMounts() []httpd.Mount {
	answer := func(w http.ResponseWriter, r *http.Request, link *consent.Link, err error) {
		if err != nil {
			rest.RefusePlain(w, r, err)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy",
			"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Robots-Tag", "noindex")
		header.Set("Cache-Control", "no-store")
		_ = unsubscribePage.Execute(w, link) // to a client that is gone
	}
	const path = consent.LinkPath + "{token}"
	return []httpd.Mount{
		{
			Method: http.MethodGet, Head: true, Path: path, Kind: httpd.Page, Refuse: rest.RefusePlain,
			Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				link, err := a.links.Read(r.Context(), r.PathValue("token"))
				answer(w, r, link, err)
			}),
		},
		{
			Method: http.MethodPost, Path: path, Kind: httpd.Page, Refuse: rest.RefusePlain,
			Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				link, err := a.links.Follow(r.Context(), r.PathValue("token"))
				answer(w, r, link, err)
			}),
		},
	}
}

package app

import (
	"mime"
	"net/http"

	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/rest"
)

// linkMounts serve the files of messages to providers that get them from this server.
func (a *App) linkMounts() []httpd.Mount {
	return []httpd.Mount{{
		Method: http.MethodGet, Head: true, Path: media.LinkPath + "{token}", Kind: httpd.Page, Refuse: rest.RefusePlain,
		Handler: http.HandlerFunc(a.linkedMedia),
	}}
}

// linkedMedia serves a file to whoever has a link of it. A browser saves it and runs nothing of it.
func (a *App) linkedMedia(w http.ResponseWriter, r *http.Request) {
	found, content, err := a.media.Linked(r.Context(), r.PathValue("token"))
	if err != nil {
		rest.RefusePlain(w, r, err)
		return
	}
	defer func() { _ = content.Close() }() // it was only read
	header := w.Header()
	header.Set("Content-Type", found.ContentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": found.Name}))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", content.ModTime(), content)
}

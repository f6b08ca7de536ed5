package docsui

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/httpd/static"
)

// About is the server's description on the page at /.
type About struct {
	// Version is the release, or dev.
	Version string
	// Database is the name of the kind of database, such as PostgreSQL.
	Database string
	// Demo is listed with its password if there are people in it.
	Demo Demo
}

// Home serves the page at / to browsers, which name HTML in Accept. Everyone else is answered by
// others.
func Home(about About, others http.Handler) http.Handler {
	page := static.New("index.html", policy, render("pages/home/index.html", about))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		if prefersHTML(r.Header.Values("Accept")) {
			page.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

// prefersHTML reports whether the values of an Accept header name HTML, and JSON not with a higher
// quality. A range such as */*, which programs send, does not count.
func prefersHTML(accept []string) bool {
	html, json := 0.0, 0.0
	for entry := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		name, parameters, _ := strings.Cut(entry, ";")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "text/html":
			html = quality(parameters)
		case "application/json":
			json = quality(parameters)
		}
	}
	return html > 0 && html >= json
}

// quality returns the q among the parameters of a media range. It is 1 by default, and 0 if it is
// not a quality.
func quality(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

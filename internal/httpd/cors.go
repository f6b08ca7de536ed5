package httpd

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Origins are the web origins whose pages may call the API, with credentials. A response to any
// other origin has no CORS header, so its browser refuses it.
type Origins []string

var (
	corsMethods = strings.Join([]string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	}, ", ")
	corsRequestHeaders = strings.Join([]string{
		"Authorization", "Content-Type", "Accept", requestIDHeader, "X-Api-Key", "X-Firm-Id", "Idempotency-Key",
		"Last-Event-ID", "X-Requested-With", "X-SignalR-User-Agent",
	}, ", ")
	corsAnswerHeaders = strings.Join([]string{
		requestIDHeader, "Location", "Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
		"Content-Disposition", "Deprecation", "Sunset", "WWW-Authenticate",
	}, ", ")
)

const preflightSeconds = "600"

// allowSocket reports whether a WebSocket may be opened: by a page of these origins, by a page of
// this host, or by a program that is not a browser.
func (o Origins) allowSocket(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(o, origin) {
		return true
	}
	page, err := url.Parse(origin)
	return err == nil && strings.EqualFold(page.Host, r.Host)
}

// describe sets the headers of CORS, and reports whether the request is a preflight of an origin
// that may call.
func (o Origins) describe(header http.Header, r *http.Request) (preflight bool) {
	if len(o) == 0 {
		return false
	}
	// Caches must keep the responses to two origins apart, also the refusals.
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(o, origin) {
		return false
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Allow-Credentials", "true")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header.Set("Access-Control-Expose-Headers", corsAnswerHeaders)
		return false
	}
	header.Set("Access-Control-Allow-Methods", corsMethods)
	header.Set("Access-Control-Allow-Headers", corsRequestHeaders)
	header.Set("Access-Control-Max-Age", preflightSeconds)
	return true
}

package app

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// cors lets the pages of exactly these origins call the API, with credentials. Every other origin gets no CORS header
// at all, and so its browser refuses.
type cors []string

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
		"Content-Disposition", "Deprecation", "Sunset",
	}, ", ")
)

const preflightSeconds = "600"

// allowsSocket tells whether a WebSocket may be opened, which browsers do without asking: by a page of these origins,
// by a page of this very host, or by a program that is no browser.
func (c cors) allowsSocket(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(c, origin) {
		return true
	}
	page, err := url.Parse(origin)
	return err == nil && strings.EqualFold(page.Host, r.Host)
}

// answers sets the headers of CORS; true means that the request was a preflight and is answered with that.
func (c cors) answers(w http.ResponseWriter, r *http.Request) bool {
	if len(c) == 0 {
		return false
	}
	header := w.Header()
	// Caches must keep the answers to two origins apart, also the refusals.
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(c, origin) {
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
	w.WriteHeader(http.StatusNoContent)
	return true
}

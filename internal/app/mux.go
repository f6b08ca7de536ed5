package app

import (
	"net/http"
	"path"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/rest"
)

const (
	apiPrefix   = "/api/"
	graphqlPath = "/graphql"
)

// routes sends each path to its handler. Under /api the REST face answers for all paths; the others are in a mux, whose
// own refusals are put into the envelope.
type routes struct {
	api http.Handler
	mux *http.ServeMux
}

func (h routes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, apiPrefix) {
		h.api.ServeHTTP(w, r)
		return
	}
	// The mux would redirect a path with // or dots. Here paths are exact.
	if !isPlain(r.URL.Path) {
		rest.Refuse(w, r, unknownPath())
		return
	}
	handler, pattern := h.mux.Handler(r)
	if pattern != "" {
		h.mux.ServeHTTP(w, r)
		return
	}
	said := headerOnly{header: http.Header{}}
	handler.ServeHTTP(&said, r)
	if said.status != http.StatusMethodNotAllowed {
		rest.Refuse(w, r, unknownPath())
		return
	}
	allow := said.header.Get("Allow")
	w.Header().Set("Allow", allow)
	rest.Refuse(w, r, fault.New(fault.MethodNotAllowed, "This path takes %s.", allow))
}

func unknownPath() error {
	return fault.New(fault.NotFound, "There is nothing at this path. /docs lists what there is.")
}

func isPlain(text string) bool {
	clean := path.Clean(text)
	return text == clean || text == clean+"/"
}

// headerOnly takes down the head of an answer that nobody is sent.
type headerOnly struct {
	header http.Header
	status int
}

func (h *headerOnly) Header() http.Header         { return h.header }
func (h *headerOnly) WriteHeader(status int)      { h.status = status }
func (h *headerOnly) Write(p []byte) (int, error) { return len(p), nil }

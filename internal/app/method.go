package app

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// unknownMethod stands in logs for a method that HTTP does not define. The client's own text may be as long as all
	// headers together.
	unknownMethod = "unknown"
	// allMethods are those that some path takes.
	allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
)

// isMethod reports whether HTTP defines the method.
func isMethod(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return true
	}
	return false
}

// refuseMethod answers a request whose method HTTP does not define, whatever its path.
func refuseMethod(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", allMethods)
	refuse(w, r, fault.New(fault.MethodNotAllowed, "This method is not one of HTTP."))
}

package httpd

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// unknownMethod is logged instead of a method that HTTP does not define. The client's own text
	// may be as long as all headers together.
	unknownMethod = "unknown"
	// allMethods are the methods that some path takes.
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

// unknownMethod refuses a request whose method HTTP does not define, whatever its path, in the form
// of the path.
func (r *Router) unknownMethod(request *http.Request, at *node) *Mount {
	request.Method = unknownMethod
	if at == nil {
		return &r.badMethod
	}
	m := r.refusal(Page, at.other, unknownMethodRefusal)
	m.limiter = r.badMethod.limiter
	return &m
}

func unknownMethodRefusal(header http.Header) error {
	header.Set("Allow", allMethods)
	return fault.New(fault.MethodNotAllowed, "This method is not one of HTTP.")
}

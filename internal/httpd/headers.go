package httpd

import (
	"net/http"
	"strings"
)

const rangeHeader = "Range"

// setHeaders sets the headers of every answer, and answers preflight requests of CORS, which have
// no credential. The pages replace the content policy by their own.
func (s *Server) setHeaders(next handler) handler {
	return func(x *exchange) {
		header := x.w.Header()
		header.Set(requestIDHeader, x.viewer().Request.ID)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if x.mount.Kind.identifies() {
			header.Set("Cache-Control", "no-store")
		}
		// Each of many ranges may be a request to the store of the files. A server may answer with
		// the whole content instead.
		if strings.Contains(x.r.Header.Get(rangeHeader), ",") {
			x.r.Header.Del(rangeHeader)
		}
		if x.r.Method != unknownMethod && s.origins.describe(header, x.r) {
			x.w.WriteHeader(http.StatusNoContent)
			return
		}
		next(x)
	}
}

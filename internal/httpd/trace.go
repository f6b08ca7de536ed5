package httpd

import (
	"cmp"
	"net/http"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/tracing"
)

// trace begins the span of a request, and returns the function that ends it. The span shows neither
// path nor query nor headers, in which there may be tokens and names. The trace never continues
// that of the caller, who could otherwise make each of its calls be sampled: it has a link.
func (s *Server) trace(x *exchange) (end func()) {
	ctx, span := s.tracer.Start(x.r.Context(), tracing.Server, cmp.Or(x.r.Pattern, "unknown route"))
	span.Link(x.r.Header.Get("Traceparent"))
	x.r = x.r.WithContext(ctx)
	return func() {
		if span == nil {
			return
		}
		span.Text("http.request.method", x.r.Method)
		span.Text("http.route", x.mount.Path)
		span.Number("http.response.status_code", x.w.status)
		v := x.viewer()
		span.Text("firmhub.request", v.Request.ID)
		if v.FirmID != uuid.Nil {
			span.Text("firmhub.firm", v.FirmID.String())
		}
		if x.w.status >= http.StatusInternalServerError || x.w.isCut {
			span.Fail()
		}
		span.End()
	}
}

package app

import (
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"strconv"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
)

// refuse answers a request that does not come as far as its operation, in the form of the face that was asked.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	if r.URL.Path != graphqlPath {
		rest.Refuse(w, r, err)
		return
	}
	told := fault.From(err)
	if told.Code == fault.InternalError || told.Code == fault.Unavailable {
		slog.ErrorContext(r.Context(), "request failed", "error", err)
	}
	if told.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(told.RetryAfter.Seconds()))))
	}
	writeJSON(w, told.Code.Status(), map[string]any{"data": nil, "errors": []any{map[string]any{
		"message":    told.Message,
		"extensions": map[string]any{"code": told.Code, "requestId": viewer.From(r.Context()).Request.ID},
	}}})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	// The status is out; a client that went away learns nothing any more.
	_ = json.NewEncoder(w).Encode(body)
}

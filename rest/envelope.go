package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// RequestIDHeader is the header with the request id of every response.
const RequestIDHeader = "X-Request-Id"

// The headers that describe a rate limit.
const (
	limitHeader     = "RateLimit-Limit"
	remainingHeader = "RateLimit-Remaining"
	resetHeader     = "RateLimit-Reset"
)

// schemeHeader names the credential that a route takes.
const schemeHeader = "WWW-Authenticate"

// failure is the envelope of a refusal.
type failure struct {
	IsSuccess bool          `json:"isSuccess"`
	Data      *struct{}     `json:"data"`
	Message   string        `json:"message"`
	Error     failureReason `json:"error"`
}

type failureReason struct {
	Code      fault.Code    `json:"code"`
	Details   fault.Details `json:"details"`
	RequestID string        `json:"requestId"`
}

// Refuse answers an error in the envelope, with the status of its code. It also serves requests
// that reach no route: beyond a rate limit, to an unknown path, after a panic. It logs bugs and
// outages, unless the executor has logged them.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	refusal := refuse(w, r, err)
	answer := failure{Message: refusal.Message, Error: failureReason{
		Code: refusal.Code, Details: refusal.Details, RequestID: requestID(r.Context()),
	}}
	if answer.Error.Details == nil {
		answer.Error.Details = fault.Details{}
	}
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		panic(err) // Strings only: cannot happen.
	}
	write(w, r, refusal.Code.Status(), bytes.TrimRight(body.Bytes(), "\n"))
}

// RefusePlain does the same as [Refuse] for a route outside of the envelope: it answers with the
// message as plain text.
func RefusePlain(w http.ResponseWriter, r *http.Request, err error) {
	refusal := refuse(w, r, err)
	http.Error(w, refusal.Message, refusal.Code.Status())
}

// refuse returns the refusal of an error, logs an error that is ours, and sets the headers of the
// refusal.
func refuse(w http.ResponseWriter, r *http.Request, err error) *fault.Error {
	refusal := fault.From(err)
	log(r, refusal, err)
	if refusal.IsTemporary() {
		w.Header().Set("Retry-After", strconv.Itoa(refusal.RetrySeconds()))
	}
	if refusal.Limit > 0 {
		// The headers describe this limit, not the general one.
		w.Header().Set(limitHeader, strconv.Itoa(refusal.Limit))
		w.Header().Set(remainingHeader, "0")
		w.Header().Set(resetHeader, strconv.Itoa(int(math.Ceil(refusal.Reset.Seconds()))))
	}
	if refusal.Code == fault.Unauthorized && w.Header().Get(schemeHeader) == "" { // else the route takes no access token
		w.Header().Set(schemeHeader, viewer.Challenge(viewer.SchemeBearer, refusal))
	}
	return refusal
}

func log(r *http.Request, refusal *fault.Error, err error) {
	if !refusal.Ours() {
		return
	}
	var presented *gqlerror.Error
	if errors.As(err, &presented) && errors.As(presented.Err, new(*fault.Error)) {
		return // The executor's presenter logged it.
	}
	path := r.URL.Path
	if strings.HasSuffix(r.Pattern, "{token}") { // Whoever has the link may follow it.
		path = r.Pattern
	}
	slog.ErrorContext(r.Context(), "request failed", "path", path, "error", err)
}

// write answers with the JSON made of the parts. It ignores errors of the connection: the client
// left.
func write(w http.ResponseWriter, r *http.Request, status int, parts ...[]byte) {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(length))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	if id := requestID(r.Context()); id != "" {
		header.Set(RequestIDHeader, id)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return
		}
	}
}

func requestID(ctx context.Context) string { return viewer.From(ctx).Request.ID }

// withoutNull returns the executor's {"data":{…}} without the fields of the object that are null.
func withoutNull(data []byte) []byte {
	kept := append(make([]byte, 0, len(data)), `{"`+dataAlias+`":{`...)
	opening := len(kept)
	gjson.GetBytes(data, dataAlias).ForEach(func(name, value gjson.Result) bool {
		if value.Type != gjson.Null {
			if len(kept) > opening {
				kept = append(kept, ',')
			}
			kept = append(append(append(kept, name.Raw...), ':'), value.Raw...)
		}
		return true
	})
	return append(kept, "}}"...)
}

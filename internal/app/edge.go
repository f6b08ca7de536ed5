package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/viewer"
)

// edge is what every request passes first, in the order of ServeHTTP: it gets an id and an address, is logged and
// measured whatever comes of it; unless it is a monitor's, an allowance; and, where it is for the API, a viewer and a
// deadline.
type edge struct {
	next http.Handler
	// knows tells whether a request for the API has a path and a method that there are. The others are refused by next,
	// whoever asks.
	knows func(*http.Request) bool
	// active counts the requests under way, also those that took over their connection.
	active sync.WaitGroup
	// trusted are the proxies whose X-Forwarded-For is believed.
	trusted []netip.Prefix
	cors    cors
	credentials
	// record notes the call of an API client, once it is answered.
	record  func(apiclient.Request)
	limiter *limiter
	metrics *metrics
}

// requestTimeout is how long a request may work.
const requestTimeout = 30 * time.Second

// ServeHTTP assigns r anew where it learns something; what is deferred sees the last one.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.active.Add(1)
	defer e.active.Done()
	began := time.Now()
	out := &answer{ResponseWriter: w}
	request := describe(r, e.trusted)
	r = as(r, &viewer.Viewer{Request: request})
	defer func() {
		aborted := e.recovered(out, r, recover())
		e.observe(out, r, began)
		if aborted {
			panic(http.ErrAbortHandler) // net/http cuts the connection, so that the client does not take a half for the whole
		}
	}()

	out.Header().Set(requestIDHeader, request.ID)
	secure(out.Header())
	if e.cors.answers(out, r) {
		return
	}
	if isProbe(r) {
		e.next.ServeHTTP(out, r)
		return
	}
	if !isAPI(r) {
		if err := e.limiter.admit(out.Header(), viewer.From(r.Context()), 1); err != nil {
			refuse(out, r, err)
			return
		}
		e.next.ServeHTTP(out, r)
		return
	}

	out.Header().Set("Cache-Control", "no-store")
	if !e.knows(r) {
		_ = e.limiter.admit(out.Header(), viewer.From(r.Context()), 1) // It counts, but 404 and 405 come before 429.
		e.next.ServeHTTP(out, r)
		return
	}
	r.Body = received(r)
	v, err := e.identify(r, request)
	if err != nil {
		refuse(out, r, err)
		return
	}
	r = as(r, v)
	if err := e.limiter.admit(out.Header(), v, 1); err != nil {
		refuse(out, r, err)
		return
	}
	r, cancel := bound(r)
	defer cancel()
	e.next.ServeHTTP(out, r)
}

// maxReceived is what is read of a body before anybody is identified: a JSON body of the largest size, and one byte more.
const maxReceived = 1<<20 + 1

// received reads a body before it is asked whose it is: a caller who sends slowly would otherwise act by what they were
// when they began. What is longer is a file, or refused.
func received(r *http.Request) io.ReadCloser {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength >= maxReceived {
		return r.Body
	}
	var body bytes.Buffer
	_, _ = body.ReadFrom(io.LimitReader(r.Body, maxReceived))
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(&body, r.Body), r.Body} // after an error the body says it again
}

func as(r *http.Request, v *viewer.Viewer) *http.Request {
	return r.WithContext(viewer.NewContext(r.Context(), v))
}

// isAPI tells the requests that are made on someone's behalf from the operator's and the public pages.
func isAPI(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, apiPrefix) || r.URL.Path == graphqlPath
}

// bound limits the time of a request. For /graphql, where some answers are streams, the handler does so itself.
func bound(r *http.Request) (*http.Request, context.CancelFunc) {
	if r.URL.Path == graphqlPath {
		return r, func() {}
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	return r.WithContext(ctx), cancel
}

// recovered answers for a handler that panicked. It tells whether the connection must be cut, because the answer had
// begun already or the handler asked for it.
func (e *edge) recovered(out *answer, r *http.Request, panicked any) (aborted bool) {
	if panicked == nil {
		return false
	}
	if err, ok := panicked.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return true
	}
	if out.begun() {
		slog.ErrorContext(r.Context(), "panic in mid-answer", "panic", fmt.Sprint(panicked), "stack", string(debug.Stack()))
		return !out.hijacked
	}
	refuse(out, r, fmt.Errorf("panic: %v\n%s", panicked, debug.Stack()))
	return false
}

// observe writes the access log, the metrics, and the calls of API clients. The query is left out: it may hold an
// access_token, or a name that somebody searches for.
func (e *edge) observe(out *answer, r *http.Request, began time.Time) {
	took := time.Since(began)
	e.metrics.request(r, out.status, took)
	attrs := []slog.Attr{
		slog.String("method", r.Method),
		slog.String("path", r.URL.EscapedPath()),
		slog.Int("status", out.status),
		slog.Float64("ms", float64(took.Microseconds())/1000),
		slog.Int64("bytes", out.bytes),
	}
	v := viewer.From(r.Context())
	if v.Request.Address.IsValid() {
		attrs = append(attrs, slog.String("address", v.Request.Address.String()))
	}
	switch v.Kind {
	case viewer.User:
		attrs = append(attrs, slog.String("user", v.UserID.String()), slog.String("firm", v.FirmID.String()))
	case viewer.APIClient:
		attrs = append(attrs, slog.String("apiClient", v.APIClientID.String()), slog.String("firm", v.FirmID.String()))
		e.record(apiclient.Request{
			FirmID: v.FirmID, APIClientID: v.APIClientID, Method: r.Method, Path: r.URL.EscapedPath(), Status: out.status,
			Address: v.Request.Address, Began: began, Took: took,
		})
	case viewer.Anonymous, viewer.System:
	}
	level := slog.LevelInfo
	if isProbe(r) {
		level = slog.LevelDebug
	}
	slog.LogAttrs(r.Context(), level, "request", attrs...)
}

// wait returns when no request is under way. It is for after the server was closed, when they can only be on their last
// lines; one that is stuck is left behind.
func (e *edge) wait(ctx context.Context) {
	ended := make(chan struct{})
	go func() {
		e.active.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(lastLines):
		slog.WarnContext(ctx, "a request does not end")
	}
}

const lastLines = 5 * time.Second

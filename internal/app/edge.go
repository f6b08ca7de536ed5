package app

import (
	"context"
	"errors"
	"fmt"
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

// edge is the middleware of every request, in the order of ServeHTTP: it sets an id and an address, logs and measures
// whatever the answer is, refuses methods that HTTP does not define, takes a call off an allowance, and, under the API,
// finds out who asks.
type edge struct {
	next http.Handler
	// knows reports whether a request for the API has a path and a method that exist. The others are refused by next,
	// whatever the credential.
	knows func(*http.Request) bool
	// active counts the requests under way, also those that took over their connection.
	active sync.WaitGroup
	// trusted are the proxies whose X-Forwarded-For is believed.
	trusted []netip.Prefix
	cors    cors
	credentials
	// record notes the call of an API client, once it is answered.
	record func(apiclient.Request)
	// limiter is for calls. readiness and scrapes are for /readyz and /metrics: neither must fail because of other requests
	// from the same address.
	limiter, readiness, scrapes *limiter
	metrics                     *metrics
	sending                     *sending
	bodies                      *receiver
}

// ServeHTTP assigns r anew where it learns something; what is deferred sees the last one.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.active.Add(1)
	defer e.active.Done()
	began := time.Now()
	out := &answer{ResponseWriter: w, sending: e.sending}
	request := describe(r, e.trusted)
	r = as(r, &viewer.Viewer{Request: request})
	if r.Body != nil && r.Body != http.NoBody {
		out.body = &incoming{source: r.Body}
		r.Body = out.body
		defer out.body.release()
	}
	defer func() {
		aborted := e.recovered(out, r, recover())
		e.observe(out, r, began)
		if aborted {
			panic(http.ErrAbortHandler) // net/http cuts the connection, so that the client does not take a half for the whole
		}
	}()

	out.Header().Set(requestIDHeader, request.ID)
	secure(out.Header())
	switch {
	case !isMethod(r.Method):
		r.Method = unknownMethod
	case e.cors.answers(out, r):
		return
	case isAPI(r):
		out.Header().Set("Cache-Control", "no-store")
		if !e.knows(r) {
			break // next refuses it, whatever the credential
		}
		v, err := e.identify(r, request)
		if err != nil {
			refuse(out, r, err)
			return
		}
		r = as(r, v)
	}
	limiter, caller := e.limiterOf(r), viewer.From(r.Context())
	out.describeLimit = func() { limiter.describe(out.Header(), caller) }
	if err := limiter.admit(caller); err != nil {
		refuse(out, r, err)
		return
	}
	if r.Method == unknownMethod {
		refuseMethod(out, r)
		return
	}
	e.next.ServeHTTP(out, r)
	if !out.begun() {
		out.WriteHeader(http.StatusOK) // as net/http would, which does not tell out
	}
}

// limiterOf returns the limiter that a request counts in; nil for /healthz, which costs nothing.
func (e *edge) limiterOf(r *http.Request) *limiter {
	if r.Method == unknownMethod {
		return e.limiter
	}
	switch r.URL.Path {
	case healthPath:
		return nil
	case readyPath:
		return e.readiness
	case metricsPath:
		return e.scrapes
	}
	return e.limiter
}

func as(r *http.Request, v *viewer.Viewer) *http.Request {
	return r.WithContext(viewer.NewContext(r.Context(), v))
}

// isAPI reports whether a request is made on someone's behalf; the others are for the operator's and the public pages.
func isAPI(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, apiPrefix) || r.URL.Path == graphqlPath
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

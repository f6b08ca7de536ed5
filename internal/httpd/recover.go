package httpd

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// recoverPanic is deferred. It answers for a handler that panics, with InternalError. If the
// response has begun it cuts the connection, so that the client does not take a part for the whole.
// A handler cuts the connection by panic(http.ErrAbortHandler).
func recoverPanic(x *exchange) {
	if x.aborted(recover()) {
		x.w.isCut = true
		panic(http.ErrAbortHandler)
	}
}

// aborted handles the value with which a handler panicked, and reports whether the connection must
// be cut.
func (x *exchange) aborted(panicked any) bool {
	if panicked == nil {
		return false
	}
	if err, ok := panicked.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return true
	}
	if x.w.begun() {
		slog.ErrorContext(x.r.Context(), "panic in the middle of an answer",
			"panic", fmt.Sprint(panicked), "stack", string(debug.Stack()))
		return !x.w.hijacked
	}
	x.refuse(fmt.Errorf("panic: %v\n%s", panicked, debug.Stack()))
	return false
}

package graph

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bodies implements [Bodies]: it reads bodies without limits, for the current viewer of a test.
type bodies struct{ viewer **viewer.Viewer }

// Receive implements [Bodies].
func (bodies) Receive(_ http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error) {
	body, err := io.ReadAll(r.Body)
	return body, r, err
}

// OpenForm implements [Bodies].
func (bodies) OpenForm(http.ResponseWriter, *http.Request, func(context.Context) error) (*upload.Body, error) {
	return nil, errors.ErrUnsupported
}

// Renew implements [Bodies].
func (b bodies) Renew(r *http.Request) (*http.Request, error) {
	return r.WithContext(viewer.NewContext(r.Context(), *b.viewer)), nil
}

// authenticate implements [sessions]: it returns the viewer of a test for any token.
type authenticate func() (*viewer.Viewer, error)

// Authenticate implements [sessions].
func (a authenticate) Authenticate(context.Context, string, viewer.Request) (*viewer.Viewer, error) {
	return a()
}

// limiter implements [Limiter]: it is called with the number of calls, and nil allows everything.
type limiter func(calls int) error

// Allow implements [Limiter].
func (l limiter) Allow(v *viewer.Viewer) error { return l.AllowFurther(v, 1) }

// AllowFurther implements [Limiter].
func (l limiter) AllowFurther(_ *viewer.Viewer, calls int) error {
	if l == nil {
		return nil
	}
	return l(calls)
}

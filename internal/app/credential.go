package app

import (
	"context"
	"net/http"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	apiKeyHeader = "X-Api-Key" //nolint:gosec // the name of a header, no key
	firmHeader   = "X-Firm-Id"
)

// credentials find out who asks. Each is Unauthorized for a credential that is not ours, or not valid any more.
type credentials struct {
	// authenticate gives the viewer behind an access token.
	authenticate func(ctx context.Context, token string, request viewer.Request) (*viewer.Viewer, error)
	// visit gives the viewer in the firm that X-Firm-Id names, or one who is refused.
	visit func(ctx context.Context, v *viewer.Viewer, firm string) (*viewer.Viewer, error)
	// recognise gives the viewer behind an API key, with what X-Firm-Id names.
	recognise func(ctx context.Context, key, firm string, request viewer.Request) (*viewer.Viewer, error)
}

// identify says who asks: the bearer of the access token, else the holder of the API key. A credential that is no good
// gives Anonymous, with the reason: whether the operation needs one is for its access rule to say, and log-in works with a
// stale token at hand. When the credential can't be judged (the database is away), nothing else is said either.
func (c *credentials) identify(r *http.Request, request viewer.Request) (*viewer.Viewer, error) {
	v := &viewer.Viewer{Request: request}
	// Of two firms that are named neither is one.
	firm := strings.Join(r.Header.Values(firmHeader), ",")
	var err error
	if token, ok := bearer(r); ok {
		v, err = c.authenticate(r.Context(), token, request)
		if err == nil && firm != "" {
			v, err = c.visit(r.Context(), v, firm)
		}
	} else if key := r.Header.Get(apiKeyHeader); key != "" {
		v, err = c.recognise(r.Context(), key, firm, request)
	}
	switch {
	case err == nil:
		return v, nil
	case fault.Is(err, fault.Unauthorized):
		return &viewer.Viewer{Request: request, Refused: err}, nil
	}
	return nil, err
}

// bearer is the token of the Authorization header.
func bearer(r *http.Request) (token string, ok bool) {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	return token, found && token != "" && strings.EqualFold(scheme, "Bearer")
}

package httpd

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	apiKeyHeader = "X-Api-Key" //nolint:gosec // the name of a header, no key
	firmHeader   = "X-Firm-Id"
	// tokenParameter holds the access token of clients that can't set headers.
	tokenParameter = "access_token"
)

// Credentials identifies who sent a request. Each function returns Unauthorized for a credential
// that is unknown or no longer valid.
type Credentials struct {
	// IsKey reports whether a text is an API key, for those who send it as an access token.
	IsKey func(text string) bool
	// Authenticate returns the viewer of an access token, or the error of admit, unless that is
	// nil. It calls admit with the caller before it asks the database.
	Authenticate func(ctx context.Context, token string, request viewer.Request, admit admit) (*viewer.Viewer, error)
	// Visit returns the viewer in the firm named in X-Firm-Id, or a viewer that is refused.
	Visit func(ctx context.Context, v *viewer.Viewer, firm string) (*viewer.Viewer, error)
	// Recognise returns the viewer of an API key, for the firm in X-Firm-Id. It calls admit as
	// Authenticate does, if it knows the key without the database.
	Recognise func(ctx context.Context, key, firm string, request viewer.Request, admit admit) (*viewer.Viewer, error)
}

// admit refuses a caller whose credential is right by what is known without the database.
type admit = func(*viewer.Viewer) error

// identify puts the viewer into the request of a caller. It refuses a caller over the rate limit
// before the database is asked who that is: few connections are kept for that. limitRate counts the
// call later, since the credential may turn out to be no longer valid.
func (s *Server) identify(next handler) handler {
	return func(x *exchange) {
		if x.mount.Credential == Query {
			x.r = withTokenOfQuery(x.r)
		}
		v, err := s.bodies.credentials.identify(x.r, x.viewer().Request, func(v *viewer.Viewer) error {
			err := x.mount.limiter.Refusal(v)
			if err != nil {
				x.as(v)
				x.describeLimit()
			}
			return err
		})
		if err != nil {
			x.refuse(err)
			return
		}
		x.as(v)
		next(x)
	}
}

// Renew checks the credential of a request again, and returns the request with the current viewer.
// It returns Unauthorized if the request had a valid credential that is no longer valid. With an
// error it returns the request unchanged.
func (b *Bodies) Renew(r *http.Request) (*http.Request, error) {
	before := viewer.From(r.Context())
	now, err := b.credentials.identify(r, before.Request, nil) // The call was admitted at its beginning.
	switch {
	case err != nil:
		return r, err
	case isAnonymous(now) && !isAnonymous(before):
		return r, now.Refused
	}
	return as(r, now), nil
}

// identify returns the viewer of the access token, or else of the API key. For a credential that is
// not valid, the viewer is Anonymous with the reason. The access rule of the operation decides
// whether it needs a credential, so log-in works with an expired token. When the credential can't
// be checked because the database is unreachable, the error says so.
func (c *Credentials) identify(r *http.Request, request viewer.Request, admit admit) (*viewer.Viewer, error) {
	v := &viewer.Viewer{Request: request}
	// If two firms are named, neither counts.
	firm := strings.Join(r.Header.Values(firmHeader), ",")
	authorization, key := r.Header.Get("Authorization"), r.Header.Get(apiKeyHeader)
	var err error
	token, isBearer := viewer.Bearer(authorization)
	switch {
	case isBearer && token != "" && c.IsKey(token):
		err = viewer.RefuseCredential(errKeyAsToken, "This is an API key and no access token: send it as X-Api-Key.")
	case isBearer && token != "":
		v, err = c.Authenticate(r.Context(), token, request, admit)
		if err == nil && firm != "" {
			v, err = c.Visit(r.Context(), v, firm)
		}
	case key != "":
		v, err = c.Recognise(r.Context(), key, firm, request, admit)
	case authorization != "":
		err = refuseAuthorization(authorization)
	}
	switch {
	case err == nil:
		return v, nil
	case fault.Is(err, fault.Unauthorized):
		return &viewer.Viewer{Request: request, Refused: err}, nil
	}
	return nil, err
}

var (
	errKeyAsToken = errors.New("httpd: an API key was sent as an access token")
	errNoScheme   = errors.New("httpd: Authorization has no scheme")
)

// refuseAuthorization returns why an Authorization header without a token of the scheme Bearer is
// no credential. One word is taken for a token without its scheme.
func refuseAuthorization(authorization string) error {
	const send = "send an access token after Bearer and a space, and an API key as X-Api-Key."
	words := strings.Fields(authorization)
	switch {
	case len(words) == 0 || strings.EqualFold(words[0], "Bearer"):
		return fault.New(fault.Unauthorized, "Authorization has no access token: "+send)
	case len(words) == 1:
		return viewer.RefuseCredential(errNoScheme, "Authorization has no scheme: "+send)
	}
	return fault.New(fault.Unauthorized, "Authorization has another scheme than Bearer: "+send)
}

// withTokenOfQuery returns the request with the token of its query in its header, unless the header
// already has a token.
func withTokenOfQuery(r *http.Request) *http.Request {
	token := r.URL.Query().Get(tokenParameter)
	if given, ok := viewer.Bearer(r.Header.Get("Authorization")); ok && given != "" || token == "" {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return r
}

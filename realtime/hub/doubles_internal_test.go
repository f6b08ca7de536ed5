package hub

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/firmhub/firmhub/internal/viewer"
)

// authenticator implements [Credentials].
type authenticator func(ctx context.Context, token string, r viewer.Request) (*viewer.Viewer, error)

// Authenticate implements [Credentials].
func (a authenticator) Authenticate(ctx context.Context, token string, r viewer.Request) (*viewer.Viewer, error) {
	return a(ctx, token, r)
}

// limiter implements [Limiter].
type limiter func(*viewer.Viewer) error

// Allow implements [Limiter].
func (l limiter) Allow(v *viewer.Viewer) error { return l(v) }

// signer implements [Signer].
type signer struct{}

// Sign implements [Signer].
func (signer) Sign(_ context.Context, message []byte) []byte {
	return append(message, sum(message)...)
}

// Verify implements [Signer].
func (signer) Verify(_ context.Context, signed []byte) ([]byte, error) {
	message := signed[:max(0, len(signed)-sha256.Size)]
	if !hmac.Equal(sum(message), signed[len(message):]) {
		return nil, errors.New("forged")
	}
	return message, nil
}

// bodies implements [Bodies].
type bodies struct{}

// Receive implements [Bodies].
func (bodies) Receive(_ http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error) {
	body, err := io.ReadAll(r.Body)
	return body, r, err
}

// subscriber implements [Subscriber]. Its functions may be nil.
type subscriber struct {
	join   func(ctx context.Context, c *Client, query url.Values) (leave func(), err error)
	joined func(ctx context.Context, c *Client) error
}

// Join implements [Subscriber].
func (s subscriber) Join(ctx context.Context, c *Client, query url.Values) (leave func(), err error) {
	return s.join(ctx, c, query)
}

// Joined implements [Subscriber].
func (s subscriber) Joined(ctx context.Context, c *Client) error {
	if s.joined == nil {
		return nil
	}
	return s.joined(ctx, c)
}

package app

import (
	"context"
	"errors"

	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/viewer"
)

// accessTokens authenticates the users who send access tokens.
type accessTokens struct{ sessions *session.Manager }

var errKeyAsToken = errors.New("app: an API key was sent as an access token")

// Authenticate returns the viewer of an access token. The error for an API key says how to send
// that.
func (t accessTokens) Authenticate(ctx context.Context, access string, request viewer.Request) (*viewer.Viewer, error) {
	if apiclient.IsKey(access) {
		return nil, viewer.RefuseToken(errKeyAsToken, "This is an API key and no access token: send it as X-Api-Key.")
	}
	return t.sessions.Authenticate(ctx, access, request)
}

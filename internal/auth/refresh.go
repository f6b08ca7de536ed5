package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// RefreshLife is how long a refresh token is good for, and a session without any use.
	RefreshLife = 30 * 24 * time.Hour
	// replayGrace is how long after its use a refresh token may come again by mistake: from a second tab.
	replayGrace = 10 * time.Second

	refreshTokenSize = 32
)

// RefreshInput is a refresh token to exchange.
type RefreshInput struct {
	secret

	RefreshToken string
}

// Validate notes a missing token.
func (in *RefreshInput) Validate() fault.Details {
	var faults fault.Details
	if in.RefreshToken == "" {
		faults.Add("refreshToken", "is required")
	}
	return faults
}

// TokenPair is an access token and what it is renewed with.
type TokenPair struct {
	secret

	Token, RefreshToken string
	// ExpiresIn is the life of the access token, in seconds.
	ExpiresIn int
}

func badRefresh(cause error) error {
	return fault.New(fault.Unauthorized, "The refresh token is not valid. Log in again.").Because(cause)
}

var (
	errRefreshForm    = errors.New("auth: the refresh token is malformed")
	errRefreshUnknown = errors.New("auth: the refresh token is unknown")
	errRefreshExpired = errors.New("auth: the refresh token has expired")
	errRefreshUsed    = errors.New("auth: the refresh token was used a moment ago")
	errRefreshStolen  = errors.New("auth: the refresh token was used before; its session is ended")
)

// Refresh exchanges a refresh token for a new pair in the firm that the session is in; if the user is no longer active
// there, in another one, or in none while the user is invited. Anybody may call it. It is Unauthorized for a token that
// is unknown, expired, used, or of an ended session. Of two exchanges at once exactly one succeeds. A token that comes
// again more than 10 seconds after its use has been stolen by somebody, and ends the session.
func (a *Authority) Refresh(ctx context.Context, in RefreshInput) (_ *TokenPair, err error) {
	defer fault.Wrap(&err, "auth.Refresh")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(in.RefreshToken)
	if err != nil || len(raw) != refreshTokenSize {
		return nil, badRefresh(errRefreshForm)
	}
	ctx = rule.AcrossFirms(ctx, "a refresh comes before a firm is known")
	hash := refreshHash(in.RefreshToken)
	// A token that nobody has takes no transaction, and so not the one writer of SQLite.
	known, err := a.db.Client.RefreshToken.Query().Where(refreshtoken.Hash(hash)).Exist(db.Outside(ctx))
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, badRefresh(errRefreshUnknown)
	}
	var pair *TokenPair
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		renewing, err := a.spend(ctx, hash)
		if err != nil {
			return err
		}
		pair, err = a.renew(ctx, renewing)
		return err
	})
	if err != nil {
		return nil, err
	}
	return pair, nil
}

// spend uses up a refresh token and gives its session, with the user. The one statement that marks it decides who of
// several wins.
func (a *Authority) spend(ctx context.Context, hash []byte) (*ent.Session, error) {
	now := a.now()
	won, err := a.db.Client.RefreshToken.Update().
		Where(refreshtoken.Hash(hash), refreshtoken.UsedAtIsNil(), refreshtoken.ExpiresAtGT(now)).
		SetUsedAt(now).
		Save(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Refresh names the operation.
	}
	token, err := a.db.Client.RefreshToken.Query().
		Where(refreshtoken.Hash(hash)).
		WithSession(func(q *ent.SessionQuery) { q.WithUser() }).
		Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, badRefresh(errRefreshUnknown)
	case err != nil:
		return nil, err //nolint:wrapcheck // As above.
	case token.Edges.Session == nil, token.Edges.Session.EndedAt != nil: // nil: deleted between the two statements
		return nil, badRefresh(errEnded)
	case won > 0:
		return token.Edges.Session, nil
	case !token.ExpiresAt.After(now):
		return nil, badRefresh(errRefreshExpired)
	case token.UsedAt != nil && now.Sub(*token.UsedAt) <= replayGrace:
		return nil, badRefresh(errRefreshUsed)
	}
	return nil, a.stolen(ctx, token.Edges.Session)
}

// stolen ends the session of a token that was used before. The refusal rolls the transaction back, so the session ends
// after that.
func (a *Authority) stolen(ctx context.Context, of *ent.Session) error {
	slog.WarnContext(ctx, "a refresh token came a second time: its session ends", "session", of.ID, "user", of.UserID)
	db.OnRollback(ctx, func(ctx context.Context) error {
		return a.EndSession(ctx, of.ID, session.EndReasonTokenReplayed)
	})
	return badRefresh(errRefreshStolen)
}

// renew makes the next pair for a session.
func (a *Authority) renew(ctx context.Context, of *ent.Session) (*TokenPair, error) {
	if !of.Edges.User.IsActive {
		return nil, badRefresh(errInactiveUser)
	}
	places, err := a.places(ctx, of.Edges.User)
	if err != nil {
		return nil, err
	}
	in, ok := at(places, of.MembershipID)
	if !ok {
		if in, ok, err = a.start(ctx, of.Edges.User, places); err != nil {
			return nil, err
		}
	}
	if !ok {
		return nil, badRefresh(errNoFirm)
	}
	if err := a.move(ctx, of.ID, in, badRefresh); err != nil {
		return nil, err
	}
	return a.issue(ctx, of.ID, in)
}

// issue makes an access token and a refresh token, and stores the hash of the latter.
func (a *Authority) issue(ctx context.Context, sessionID uuid.UUID, in place) (*TokenPair, error) {
	access, err := a.mint(ctx, sessionID, in)
	if err != nil {
		return nil, err
	}
	refresh := base64.RawURLEncoding.EncodeToString(random(refreshTokenSize))
	err = a.db.Client.RefreshToken.Create().
		SetSessionID(sessionID).SetHash(refreshHash(refresh)).SetExpiresAt(a.now().Add(RefreshLife)).
		Exec(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	return &TokenPair{Token: access, RefreshToken: refresh, ExpiresIn: expiresIn}, nil
}

// refreshHash is what is kept of a refresh token. It has 256 random bits, so that a plain hash is enough.
func refreshHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

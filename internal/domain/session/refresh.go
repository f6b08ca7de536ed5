package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// RefreshLife is how long a refresh token is valid, and how long a session lasts without any
	// use.
	RefreshLife = 30 * 24 * time.Hour
	// replayGrace is how long after its use a refresh token may come again by mistake, for example
	// from a second tab.
	replayGrace = 10 * time.Second
)

// RefreshInput is a refresh token to exchange.
type RefreshInput struct {
	secret.Hidden

	RefreshToken string
}

// Validate returns a fault for a missing token.
func (in *RefreshInput) Validate() fault.Details {
	var faults fault.Details
	if in.RefreshToken == "" {
		faults.Add("refreshToken", "is required")
	}
	return faults
}

// TokenPair is an access token and the token that renews it.
type TokenPair struct {
	secret.Hidden

	Token, RefreshToken string
	// ExpiresIn is the life of the access token in seconds.
	ExpiresIn int
}

func badRefresh(cause error) error {
	return fault.New(fault.Unauthorized, "The refresh token is not valid. Log in again.").Because(cause)
}

var (
	errRefreshUnknown = errors.New("session: the refresh token is unknown")
	errRefreshExpired = errors.New("session: the refresh token has expired")
	errRefreshUsed    = errors.New("session: the refresh token was used a moment ago")
	errRefreshStolen  = errors.New("session: the refresh token was used before; its session is ended")
)

// Refresh exchanges a refresh token for a new pair. Anybody may call it. The new pair is for the
// firm of the session. If the user is no longer active there, it is for another firm, or for none
// while the user is invited.
//
// Refresh returns Unauthorized for a token that is unknown, expired, used, or of an ended session.
// Of two concurrent exchanges exactly one succeeds. If a token comes again more than 10 seconds
// after its use, somebody has stolen it, and Refresh ends the session.
func (m *Manager) Refresh(ctx context.Context, in RefreshInput) (_ *TokenPair, err error) {
	defer fault.Wrap(&err, "session.Refresh")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	hash, err := token.OpaqueHash(in.RefreshToken)
	if err != nil {
		return nil, badRefresh(err)
	}
	ctx = rule.AcrossFirms(ctx, "a refresh comes before a firm is known")
	// An unknown token takes no transaction, and so does not occupy the one writer of SQLite.
	known, err := m.db.Client.RefreshToken.Query().Where(refreshtoken.Hash(hash)).Exist(ctx)
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, badRefresh(errRefreshUnknown)
	}
	var pair *TokenPair
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		renewing, err := m.spend(ctx, hash)
		if err != nil {
			return err
		}
		pair, err = m.renew(ctx, renewing)
		return err
	})
	if err != nil {
		return nil, err
	}
	return pair, nil
}

// spend marks a refresh token as used and returns its session with the user. Of several concurrent
// calls, the statement that sets used_at succeeds in one.
func (m *Manager) spend(ctx context.Context, hash []byte) (*ent.Session, error) {
	now := m.now()
	won, err := m.db.Client.RefreshToken.Update().
		Where(refreshtoken.Hash(hash), refreshtoken.UsedAtIsNil(), refreshtoken.ExpiresAtGT(now)).
		SetUsedAt(now).
		Save(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Refresh names the operation.
	}
	spent, err := m.db.Client.RefreshToken.Query().
		Where(refreshtoken.Hash(hash)).
		WithSession(func(q *ent.SessionQuery) { q.WithUser() }).
		Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, badRefresh(errRefreshUnknown)
	case err != nil:
		return nil, err //nolint:wrapcheck // As above.
	case spent.Edges.Session == nil, spent.Edges.Session.EndedAt != nil: // nil: deleted between the two statements
		return nil, badRefresh(errEnded)
	case won > 0:
		return spent.Edges.Session, nil
	case !spent.ExpiresAt.After(now):
		return nil, badRefresh(errRefreshExpired)
	case spent.UsedAt != nil && now.Sub(*spent.UsedAt) <= replayGrace:
		return nil, badRefresh(errRefreshUsed)
	}
	return nil, m.stolen(ctx, spent.Edges.Session)
}

// stolen ends the session of a token that was used before. The refusal rolls the transaction back,
// so the session is ended after that.
func (m *Manager) stolen(ctx context.Context, of *ent.Session) error {
	slog.WarnContext(ctx, "a refresh token came a second time: its session ends", "session", of.ID, "user", of.UserID)
	db.OnRollback(ctx, func(ctx context.Context) error {
		ended, err := m.end(ctx, session.EndReasonTokenReplayed, "id = $3", of.ID)
		if err != nil || ended == 0 {
			return err
		}
		return m.notifyOfTheft(ctx, of)
	})
	return badRefresh(errRefreshStolen)
}

// notifyOfTheft notifies the user in the firm of the session. Without a firm it does nothing.
func (m *Manager) notifyOfTheft(ctx context.Context, of *ent.Session) error {
	if of.FirmID == nil {
		return nil
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: *of.FirmID, Request: viewer.From(ctx).Request})
	_, err := m.notifications.Create(ctx, notification.Input{
		Title: "A session of yours was ended",
		Message: "Somebody used a refresh token of it a second time, which may have been stolen. " +
			"If that was not you, change your password and end your other sessions.",
		Module: entnotification.ModuleSystem, ModuleID: &of.ID, UserID: &of.UserID, Metadata: notification.About(notification.Session),
	})
	return err //nolint:wrapcheck // It is logged.
}

// renew issues the next pair of tokens for a session.
func (m *Manager) renew(ctx context.Context, of *ent.Session) (*TokenPair, error) {
	if !of.Edges.User.IsActive {
		return nil, badRefresh(errInactiveUser)
	}
	choices, err := m.memberships.Choices(ctx, of.Edges.User)
	if err != nil {
		return nil, err
	}
	in, ok := membership.Find(choices, of.MembershipID)
	if !ok {
		if in, ok, err = m.memberships.Default(ctx, of.Edges.User, choices); err != nil {
			return nil, err
		}
	}
	if !ok {
		return nil, badRefresh(errNoFirm)
	}
	if err := m.move(ctx, of.ID, in, badRefresh); err != nil {
		return nil, err
	}
	return m.issue(ctx, of.ID, in)
}

// issue returns an access token and a refresh token, and stores the hash of the latter.
func (m *Manager) issue(ctx context.Context, sessionID uuid.UUID, in membership.Choice) (*TokenPair, error) {
	access, err := m.issueAccess(ctx, sessionID, in)
	if err != nil {
		return nil, err
	}
	refresh, hash := token.NewOpaque()
	err = m.db.Client.RefreshToken.Create().
		SetSessionID(sessionID).SetHash(hash).SetExpiresAt(m.now().Add(RefreshLife)).
		Exec(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	return &TokenPair{Token: access, RefreshToken: refresh, ExpiresIn: m.expiresIn()}, nil
}

// issueAccess issues an access token for a session in one of the user's firms, or in none.
func (m *Manager) issueAccess(ctx context.Context, sessionID uuid.UUID, in membership.Choice) (string, error) {
	of := token.Claims{UserID: in.User.ID, Email: in.User.Email, SessionID: sessionID}
	if !in.HasNoFirm() {
		of.FirmID, of.SuperFirm = in.Firm.ID, in.Firm.IsSuperFirm
		of.MembershipID, of.RoleID = in.Membership.ID, in.Membership.RoleID
	}
	return m.tokens.Issue(ctx, of) //nolint:wrapcheck // The caller names the operation.
}

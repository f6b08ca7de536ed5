package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// SignOn is a person whom a provider has identified.
type SignOn struct {
	UserID uuid.UUID
	// Provider is the name of the provider.
	Provider string
	// HasFactor is set if the provider has checked a second factor, so that none is asked for here.
	HasFactor bool
}

// errSignOn is why a person of a provider can't log in.
var errSignOn = errors.New("session: the user is not active, or has neither an active firm nor an invitation")

// BeginSignOn begins the session of a person whom a provider has identified. For a user with a
// second factor it returns a challenge for [Manager.LoginMFA], unless the provider has checked one.
// It returns Unauthorized for a user who is not active, or has neither an active firm nor an
// invitation. It does not check the caller. The session is recorded in the audit log of the firm
// in which it begins, also where it begins after a challenge.
func (m *Manager) BeginSignOn(ctx context.Context, of SignOn) (login *Login, err error) {
	defer func() { m.tried(ByProvider, login, err) }()
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		known, err := m.lockActive(ctx, of.UserID)
		if err != nil {
			return err
		}
		if of.HasFactor {
			login, err = m.begin(ctx, known, viewer.From(ctx).Request)
		} else {
			login, err = m.beginOrChallenge(ctx, known, of.Provider, viewer.From(ctx).Request)
		}
		if err != nil || login.Challenge != nil {
			return err
		}
		return m.recordSignOn(ctx, login, of.Provider, of.HasFactor)
	})
	if fault.Is(err, fault.Unauthorized) { // in the words of a log-in by password
		err = fault.New(fault.Unauthorized, "The account is not active.").Because(errors.Join(errSignOn, err))
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	return login, nil
}

// recordSignOn records the session of a person whom a provider has identified in the audit log of
// the firm in which it begins, by the e-mail address that the firm knows. For a user who has only
// invitations it does nothing.
func (m *Manager) recordSignOn(ctx context.Context, login *Login, provider string, hasFactor bool) error {
	if login.start.HasNoFirm() {
		return nil
	}
	at, id := login.start.Membership, login.User.ID
	ctx = viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.User, FirmID: at.FirmID, UserID: id, Email: at.Email, Request: viewer.From(ctx).Request,
	})
	return audit.Record(ctx, m.db, audit.Change{ //nolint:wrapcheck // The caller names the operation.
		Action: "user.signin", Target: audit.Of("user", id, at.Email),
		After: map[string]any{"provider": provider, "secondFactor": hasFactor},
	})
}

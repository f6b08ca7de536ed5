package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// SignOn is a person whom a provider has identified.
type SignOn struct {
	UserID uuid.UUID
	// HasFactor is set if the provider has checked a second factor, so that none is asked for here.
	HasFactor bool
	// Record records the log-in in the firm of the membership with which the session starts. It is
	// not called for a user who has only invitations.
	Record func(ctx context.Context, start *ent.Membership) error
}

// errSignOn is why a person of a provider can't log in.
var errSignOn = errors.New("session: the user is not active, or has neither an active firm nor an invitation")

// BeginSignOn begins the session of a person whom a provider has identified. For a user with a
// second factor it returns a challenge for [Manager.LoginMFA], unless the provider has checked one.
// It returns Unauthorized for a user who is not active, or has neither an active firm nor an
// invitation. It does not check the caller.
func (m *Manager) BeginSignOn(ctx context.Context, of SignOn) (login *Login, err error) {
	defer func() { m.tried(ByProvider, login, err) }()
	ctx = rule.AcrossFirms(ctx, "a log-in comes before a firm is chosen")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		known, err := m.lockActive(ctx, of.UserID)
		if err != nil {
			return err
		}
		_, start, err := m.start(ctx, known)
		if err != nil {
			return err
		}
		if !start.HasNoFirm() {
			if err := of.Record(ctx, start.Membership); err != nil {
				return err
			}
		}
		if of.HasFactor {
			login, err = m.begin(ctx, known, viewer.From(ctx).Request)
		} else {
			login, err = m.beginOrChallenge(ctx, known, viewer.From(ctx).Request)
		}
		return err
	})
	if fault.Is(err, fault.Unauthorized) { // in the words of a log-in by password
		err = fault.New(fault.Unauthorized, "The account is not active.").Because(errors.Join(errSignOn, err))
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	return login, nil
}

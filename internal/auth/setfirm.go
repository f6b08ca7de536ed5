package auth

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// SetFirmInput names the firm to go to, by the user's relation to it.
type SetFirmInput struct {
	UserID     uuid.UUID
	RelationID uuid.UUID
	SessionID  uuid.UUID
}

// Validate notes what is missing.
func (in *SetFirmInput) Validate() fault.Details {
	var faults fault.Details
	for _, given := range []struct {
		field string
		id    uuid.UUID
	}{{"userId", in.UserID}, {"relationId", in.RelationID}, {"sessionId", in.SessionID}} {
		if given.id == uuid.Nil {
			faults.Add(given.field, "is required")
		}
	}
	return faults
}

// FirmToken is an access token for the firm that was chosen; the refresh token stays as it is.
type FirmToken struct {
	secret

	Token string
	// ExpiresIn is the life of the token, in seconds.
	ExpiresIn  int
	FirmID     uuid.UUID
	RelationID uuid.UUID
}

var (
	errNotCaller  = errors.New("auth: user or session are not the caller's")
	errNoRelation = errors.New("auth: the relation is not the user's, or not active")
)

func badFirm(cause error) error {
	return fault.New(fault.Forbidden, "This firm can't be chosen by this user in this session.").Because(cause)
}

// SetFirm moves the caller's session to another of the caller's firms. Any signed-in user may call it. It is Forbidden
// unless the user is the caller, the session the current one, and the relation the caller's own and active.
func (a *Authority) SetFirm(ctx context.Context, in SetFirmInput) (_ *FirmToken, err error) {
	defer fault.Wrap(&err, "auth.SetFirm")
	asking, err := signedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if in.UserID != asking.UserID || in.SessionID != asking.SessionID {
		return nil, badFirm(errNotCaller)
	}
	ctx = rule.AcrossFirms(ctx, "the user leaves one firm for another")
	var chosen *FirmToken
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		chosen, err = a.choose(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return chosen, nil
}

func (a *Authority) choose(ctx context.Context, in SetFirmInput) (*FirmToken, error) {
	caller, err := a.db.Client.User.Query().Where(user.ID(in.UserID)).Only(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // SetFirm names the operation.
	}
	places, err := a.places(ctx, caller)
	if err != nil {
		return nil, err
	}
	chosen, ok := at(places, &in.RelationID)
	if !ok {
		return nil, badFirm(errNoRelation)
	}
	if err := a.move(ctx, in.SessionID, chosen, badFirm); err != nil {
		return nil, err
	}
	token, err := a.mint(ctx, in.SessionID, chosen)
	if err != nil {
		return nil, err
	}
	return &FirmToken{
		Token: token, ExpiresIn: expiresIn, FirmID: chosen.firm.ID, RelationID: chosen.membership.ID,
	}, nil
}

// move puts a session into a firm, or into none, and remembers that for the next log-in. A session that has ended meanwhile is
// refused; a membership that has is Unavailable, since another try finds what is left.
func (a *Authority) move(ctx context.Context, sessionID uuid.UUID, to place, refuse func(error) error) error {
	update := a.db.Client.Session.Update().
		Where(session.ID(sessionID), session.EndedAtIsNil()).
		SetLastUsedAt(a.now())
	if to.hasNoFirm() {
		update.ClearMembershipID()
	} else {
		update.SetMembershipID(to.membership.ID)
	}
	moved, err := update.Save(ctx)
	if db.IsForeignKey(err) {
		return changedMeanwhile()
	}
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if moved == 0 {
		return refuse(errEnded)
	}
	err = a.remember(ctx, to)
	if ent.IsNotFound(err) {
		return changedMeanwhile()
	}
	return err
}

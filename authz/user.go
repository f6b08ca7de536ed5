package authz

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Circumstance is a state of a signed-in user in which most operations are refused. An operation
// lists the circumstances in which it is allowed.
type Circumstance uint8

// The circumstances that an operation can allow.
const (
	// Visit is a user of the super-firm in another firm.
	Visit Circumstance = iota
	// NoFirm is a user without an active firm, who has logged in to answer an invitation.
	NoFirm
	// PasswordDue is a user who has to change a password that somebody else chose.
	PasswordDue
	// MfaDue is a user without a second factor in a firm that requires one.
	MfaDue
	// APIKey is an API client instead of a user.
	APIKey
)

// RequireUser returns nil for a user with an access token, whatever their role, and for an API
// client where the operation allows [APIKey]. It returns the viewer's own refusal if there is one,
// Forbidden or MfaRequired for a user in a circumstance that the operation does not allow, and
// Unauthorized for all other callers.
func RequireUser(ctx context.Context, open ...Circumstance) error {
	v := viewer.From(ctx)
	switch {
	case v.Refused != nil:
		return v.Refused
	case v.Kind == viewer.APIClient && slices.Contains(open, APIKey):
		return nil
	case v.Kind == viewer.APIClient:
		return noKeys()
	case v.Kind != viewer.User:
		return unauthorized()
	}
	return confined(v, open...)
}

// confined returns Forbidden, or MfaRequired, for a user in a circumstance that is not among the
// allowed ones.
func confined(v *viewer.Viewer, open ...Circumstance) error {
	isIn := func(c Circumstance, is bool) bool { return is && !slices.Contains(open, c) }
	switch {
	case isIn(MfaDue, v.MfaDue):
		return fault.New(fault.MfaRequired, "This firm requires a second factor: set one up first.")
	case isIn(PasswordDue, v.PasswordDue):
		return fault.New(fault.Forbidden, "Change your password first: somebody else typed it.")
	case isIn(NoFirm, hasNoFirm(v)):
		return fault.New(fault.Forbidden, "You are in no firm: accept an invitation, then refresh your access token.")
	case isIn(Visit, v.HomeFirmID != uuid.Nil):
		return fault.New(fault.Forbidden, "This works in a firm of your own only: leave out X-Firm-Id.")
	}
	return nil
}

// hasNoFirm reports whether the viewer is a user without an active firm.
func hasNoFirm(v *viewer.Viewer) bool { return v.Kind == viewer.User && v.FirmID == uuid.Nil }

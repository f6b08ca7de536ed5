// Package viewer says who asks: the user or API client behind a request, the firm they act in, and the request itself.
// It is put into the context once, at the edge, by the authentication of the face (HTTP or WebSocket), and never again.
package viewer

import (
	"context"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

// Kind is the kind of credential behind a viewer.
type Kind uint8

// The zero Kind is Anonymous, so that a forgotten viewer may do nothing.
const (
	// Anonymous brought no credential.
	Anonymous Kind = iota
	// User brought an access token.
	User
	// APIClient brought an API key.
	APIClient
	// System is firmhub itself: a command line, a job.
	System
)

// Viewer is who asks. It is read-only once it is in a context.
type Viewer struct {
	Kind Kind
	// FirmID is the active firm; zero for Anonymous, for a System that works on no firm, and for a User who has no active
	// firm and logged in to answer an invitation. Such a User has no relation and no role.
	FirmID uuid.UUID
	// UserID, RelationID (the membership), RoleID and SessionID are those of a User.
	UserID, RelationID, RoleID, SessionID uuid.UUID
	// APIClientID is that of an APIClient.
	APIClientID uuid.UUID
	// Email is that of a User: as the active firm typed it, which is what others in the firm may read; without an active
	// firm that of the account.
	Email string
	// HomeFirmID is the super-firm where one of its users works in another firm, for support; zero for all others. Such a
	// viewer has no relation and no role in the active firm, only what policy rules grant.
	HomeFirmID uuid.UUID
	// PasswordDue is true for a User who must change a password that somebody else typed before anything else.
	PasswordDue bool
	// SuperFirm is true for a User whose active firm is the super-firm.
	SuperFirm bool
	// PolicyVersion is that of the active firm when the request began: a decision by an older policy is not valid for it.
	PolicyVersion PolicyVersion
	// Refused is why a credential that was brought counts for nothing. Of a key or token that is not good it is all there is,
	// for an Anonymous; of an API key that has expired, or that came from an address which it is not for, it is known whose it
	// is. Nil for all others.
	Refused error
	// Expires is when the credential ends by itself; zero means never.
	Expires time.Time
	Request Request
}

// PolicyVersion is the version of what decides in a firm: of the policy rules and permissions of all firms, and of the firm's
// own roles, memberships and API clients.
type PolicyVersion struct{ Global, Firm int64 }

// Covers reports whether v is at least as new as the other version of the same firm.
func (v PolicyVersion) Covers(other PolicyVersion) bool {
	return v.Global >= other.Global && v.Firm >= other.Firm
}

// Request is what is known of the call itself.
type Request struct {
	// ID is the X-Request-Id: of the client when well-formed, else ours.
	ID        string
	Address   netip.Addr
	UserAgent string
}

// siteBits of an IPv6 address are given to one customer as a whole.
const siteBits = 64

// Site returns the [Site] of the request.
func (r Request) Site() netip.Prefix { return Site(r.Address) }

// Site returns the addresses that count as one caller with this one: the IPv4 address alone, the /64 of an IPv6 address. It
// returns the zero prefix for the zero address.
func Site(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	if !address.IsValid() {
		return netip.Prefix{}
	}
	return netip.PrefixFrom(address, min(address.BitLen(), siteBits)).Masked()
}

// Subject is the name of the viewer in casbin policies: user:<id>, apiclient:<id>; empty for the others.
func (v *Viewer) Subject() string {
	switch v.Kind {
	case User:
		return "user:" + v.UserID.String()
	case APIClient:
		return "apiclient:" + v.APIClientID.String()
	case Anonymous, System:
	}
	return ""
}

type contextKey struct{}

// NewContext puts the viewer into the context.
func NewContext(ctx context.Context, v *Viewer) context.Context {
	return context.WithValue(ctx, contextKey{}, v)
}

var nobody = &Viewer{}

// From gives the viewer, never nil: Anonymous where none was put.
func From(ctx context.Context) *Viewer {
	if v, ok := ctx.Value(contextKey{}).(*Viewer); ok {
		return v
	}
	return nobody
}

// SignedIn returns the viewer of ctx, or Unauthorized unless it is a user.
func SignedIn(ctx context.Context) (*Viewer, error) {
	v := From(ctx)
	if v.Kind != User || v.UserID == uuid.Nil {
		return nil, fault.New(fault.Unauthorized, "Log in first.")
	}
	return v, nil
}

// ErrUnavailable returns the error for a viewer that could not be looked up.
func ErrUnavailable(cause error) *fault.Error {
	return fault.Retry(fault.Unavailable, time.Second, "Who you are can't be checked right now. Try again.").Because(cause)
}

// Package viewer describes who makes a request: the user or API client, the firm they act in, and
// the request itself. The middleware that authenticates a request or a WebSocket puts a [Viewer]
// into its context.
package viewer

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

// Kind is the kind of credential of a viewer.
type Kind uint8

// The zero Kind is Anonymous, so that a missing viewer may do nothing.
const (
	// Anonymous has no valid credential.
	Anonymous Kind = iota
	// User has an access token.
	User
	// APIClient has an API key.
	APIClient
	// System is firmhub itself: a command or a periodic task.
	System
)

// Viewer describes who makes a request. It is read-only once it is in a context.
type Viewer struct {
	Kind Kind
	// FirmID is the active firm. It is zero for Anonymous, for a System that works for no firm, and
	// for a User without an active firm, who logged in to answer an invitation and has neither a
	// membership nor a role.
	FirmID uuid.UUID
	// UserID, RelationID (the id of the membership), RoleID and SessionID are set for a User.
	UserID, RelationID, RoleID, SessionID uuid.UUID
	// APIClientID is set for an APIClient.
	APIClientID uuid.UUID
	// Email is set for a User. It is the address that the active firm has entered, which others in
	// the firm may read. Without an active firm it is the address of the account.
	Email string
	// HomeFirmID is the super-firm when one of its users works in another firm for support, else
	// zero. Such a viewer has neither a membership nor a role in the active firm, only the
	// permissions that policy rules grant.
	HomeFirmID uuid.UUID
	// PasswordDue is true for a User who must first change the password, because somebody else
	// chose it.
	PasswordDue bool
	// HasFactor is true for a User with a second factor. MfaDue is true for a User without one
	// where the active firm, or the firm of the access token on a visit, requires one.
	HasFactor, MfaDue bool
	// SuperFirm is true for a User whose active firm is the super-firm.
	SuperFirm bool
	// PolicyVersion is the version of the firm's roles and permissions when this request began. A
	// decision made on an older version is not valid for it.
	PolicyVersion PolicyVersion
	// Refused is why the credential was not accepted. It is nil if the credential was accepted or
	// if there was none. It is set for an Anonymous with an unknown token or key, and for the
	// APIClient of a key that has expired or is not allowed from this address.
	Refused error
	// Expires is when the credential expires; zero means never.
	Expires time.Time
	Request Request
}

// PolicyVersion is the version of everything that decides in a firm: the policy rules and
// permissions of all firms, and the firm's own roles, memberships and API clients.
type PolicyVersion struct{ Global, Firm int64 }

// Covers reports whether v is at least as new as the other version of the same firm.
func (v PolicyVersion) Covers(other PolicyVersion) bool {
	return v.Global >= other.Global && v.Firm >= other.Firm
}

// Request describes the HTTP request.
type Request struct {
	// ID is the X-Request-Id of the client if it is well-formed, else a new one.
	ID        string
	Address   netip.Addr
	UserAgent string
	// Languages is the Accept-Language header.
	Languages string
}

// siteBits is the length of the IPv6 prefix that a provider assigns to one customer (RFC 6177).
const siteBits = 64

// Site returns the [Site] of the request.
func (r Request) Site() netip.Prefix { return Site(r.Address) }

// Site returns the prefix of the addresses that rate limits treat as one: the IPv4 address itself,
// the /64 of an IPv6 address. It returns the zero prefix for the zero address.
func Site(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	if !address.IsValid() {
		return netip.Prefix{}
	}
	return netip.PrefixFrom(address, min(address.BitLen(), siteBits)).Masked()
}

// Subject returns the casbin subject of the viewer: user:<id> or apiclient:<id>; empty for other
// kinds.
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

// NewContext returns a context with the viewer.
func NewContext(ctx context.Context, v *Viewer) context.Context {
	return context.WithValue(ctx, contextKey{}, v)
}

var nobody = &Viewer{}

// From returns the viewer of the context, and an Anonymous one if there is none.
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

// Bearer returns the token of an Authorization header, and reports whether the header has the
// scheme Bearer.
func Bearer(header string) (token string, ok bool) {
	scheme, token, found := strings.Cut(header, " ")
	return strings.TrimSpace(token), found && strings.EqualFold(scheme, "Bearer")
}

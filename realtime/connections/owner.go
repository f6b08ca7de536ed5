package connections

import (
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// Owner describes whose connection it is. A zero id means that there is none.
type Owner struct {
	Session, Membership, Firm, Key, User uuid.UUID
	// Site is the network that the connection comes from. It counts for connections without a session.
	Site netip.Prefix
	// Kind is what the connection is. Its limits count connections of the same kind only.
	Kind Kind
	// Expires is when the connection ends by itself; zero means never.
	Expires time.Time
}

// OwnerOf returns the owner of a connection of the viewer, as [Stream]. It expires with the viewer's credential.
func OwnerOf(v *viewer.Viewer) Owner {
	return Owner{
		Session: v.SessionID, Membership: v.RelationID, Firm: v.FirmID, Key: v.APIClientID, User: v.UserID,
		Site: v.Request.Site(), Expires: v.Expires,
	}
}

// Kind is what a connection is.
type Kind uint8

// The kinds of connections.
const (
	// Stream is a GraphQL WebSocket, or an event stream.
	Stream Kind = iota
	// Hub is a connection to a hub.
	Hub

	kinds
)

// Limits of open connections.
const (
	// SessionLimit is that of a session, and of a network without one.
	SessionLimit = 50
	// UserLimit is that of a user, with all sessions.
	UserLimit = 100
	// HubSessionLimit and HubUserLimit are those of [Hub]. A person may have hundreds of tabs.
	HubSessionLimit = 500
	HubUserLimit    = 1000
)

// limits returns the limits of a session, or a network without one, and of a user.
func (k Kind) limits() (session, user int) {
	if k == Hub {
		return HubSessionLimit, HubUserLimit
	}
	return SessionLimit, UserLimit
}

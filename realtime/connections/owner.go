package connections

import (
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// Owner describes the owner of a connection. A zero id means that there is none.
type Owner struct {
	Session, Membership, Firm, Key, User uuid.UUID
	// Site is the network from which the connection comes. It limits the number of connections
	// without a session.
	Site netip.Prefix
	// Kind is the kind of connection. Limits count connections of the same kind only.
	Kind Kind
	// Expires is when the connection expires. Zero means never.
	Expires time.Time
}

// OwnerOf returns the owner of a connection of the viewer, with the kind [Stream]. The connection
// expires with the viewer's credential.
func OwnerOf(v *viewer.Viewer) Owner {
	return Owner{
		Session: v.SessionID, Membership: v.RelationID, Firm: v.FirmID, Key: v.APIClientID, User: v.UserID,
		Site: v.Request.Site(), Expires: v.Expires,
	}
}

// Kind is a kind of connection.
type Kind uint8

// The kinds of connections.
const (
	// Stream is a GraphQL WebSocket or an event stream.
	Stream Kind = iota
	// Hub is a connection to a hub.
	Hub

	kinds
)

// Limits of open connections.
const (
	// SessionLimit is the limit of a session, and of a network for connections without a session.
	SessionLimit = 50
	// AnonymousLimit is the limit of all connections without a session or key together. It keeps
	// somebody with many networks from taking all that the process may open.
	AnonymousLimit = 2000
	// UserLimit is the limit of a user, over all sessions.
	UserLimit = 100
	// HubSessionLimit and HubUserLimit are the limits of connections of the kind [Hub]. A person
	// may have hundreds of tabs open.
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

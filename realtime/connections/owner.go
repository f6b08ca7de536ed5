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
	// Expires is when the connection ends by itself; zero means never.
	Expires time.Time
}

// OwnerOf returns the owner of a connection of the viewer. It expires with the viewer's credential.
func OwnerOf(v *viewer.Viewer) Owner {
	return Owner{
		Session: v.SessionID, Membership: v.RelationID, Firm: v.FirmID, Key: v.APIClientID, User: v.UserID,
		Site: v.Request.Site(), Expires: v.Expires,
	}
}

// Limits of open connections.
const (
	// SessionLimit is that of a session, and of a network without one.
	SessionLimit = 50
	// UserLimit is that of a user, with all sessions.
	UserLimit = 100
)

// index is one of the ways in which a connection is found and counted.
type index struct {
	kind kind
	id   uuid.UUID
	site netip.Prefix
}

type kind uint8

const (
	bySession kind = iota
	bySite
	byUser
	byMembership
	byFirm
	byKey
)

// limit returns how many connections an index may have; zero means any number.
func (i index) limit() int {
	switch i.kind {
	case bySession, bySite:
		return SessionLimit
	case byUser:
		return UserLimit
	case byMembership, byFirm, byKey:
	}
	return 0
}

// indexes returns those of the owner's connections.
func (o Owner) indexes() []index {
	all := make([]index, 0, byKey)
	if o.Session == uuid.Nil {
		all = append(all, index{kind: bySite, site: o.Site})
	}
	for _, i := range []index{
		{kind: bySession, id: o.Session},
		{kind: byUser, id: o.User},
		{kind: byMembership, id: o.Membership},
		{kind: byFirm, id: o.Firm},
		{kind: byKey, id: o.Key},
	} {
		if i.id != uuid.Nil {
			all = append(all, i)
		}
	}
	return all
}

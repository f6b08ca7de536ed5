package notification

import "github.com/google/uuid"

// unread is how the unread count of a member follows from how many were sent to everyone and to the user: these only grow, so
// that it is enough to keep the highest numbers seen, in whatever order they come. What the member does changes the rest.
type unread struct {
	// base is added to what was sent to everyone and to the user. It is known once it was read or published.
	base  int64
	known bool
	// version is raised with each change by the member, and expired with each of retention: the higher ones are the newer ones.
	version, expired int64
}

// learn takes a count, unless a newer one is known. It reports whether the count must be read again: neither is newer, as
// notifications expired while the member changed something.
func (u *unread) learn(m *unreadMessage) (again bool) {
	newer := m.Version >= u.version && m.Expired >= u.expired
	older := m.Version <= u.version && m.Expired <= u.expired
	if u.known && !newer && (older || m.Version < u.version) {
		return !older
	}
	again = u.known && !newer
	*u = unread{base: m.Unread - m.Shared - m.Own, known: true, version: m.Version, expired: m.Expired}
	return again
}

// recipient is a member with subscriptions.
type recipient struct {
	unread

	user, membership uuid.UUID
	// own is how many were sent to the user.
	own int64
	// told is the count that the subscriptions were told last.
	told          int
	subscriptions []*subscription
	// next is another member who is the same user, who left the firm and came back.
	next *recipient
}

// tell tells the subscriptions the unread count, when so many were sent to everyone, unless they were told the same. It reports
// whether it did.
func (r *recipient) tell(shared int64) bool {
	count := int(max(0, r.base+shared+r.own))
	if !r.known || count == r.told {
		return false
	}
	r.told = count
	for _, s := range r.subscriptions {
		if s.live {
			s.to.Count(count)
		}
	}
	return true
}

package notification

import "github.com/google/uuid"

// unread is the data from which the unread count of a member is computed. The numbers of
// notifications sent to everyone and to the user only grow, so it is enough to keep the highest
// ones seen, in whatever order they arrive. The member's own actions change the rest.
type unread struct {
	// base is added to the numbers sent to everyone and to the user. It is known once it was read
	// or published.
	base  int64
	known bool
	// version is raised with each change by the member, and expired with each expiry. Higher ones
	// are newer.
	version, expired int64
}

// learn records a count, unless a newer one is known. It reports whether the count must be read
// again. That is so if neither is newer, because notifications expired while the member changed
// something.
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
	// own is how many notifications were sent to the user.
	own int64
	// told is the last count that the subscriptions were sent.
	told          int
	subscriptions []*subscription
	// next is another membership of the same user, who left the firm and came back.
	next *recipient
}

// tell sends the subscriptions the unread count for a number sent to everyone, unless they have it.
// It reports whether it did.
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

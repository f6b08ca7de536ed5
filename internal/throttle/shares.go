package throttle

import (
	"errors"
	"sync"
)

var (
	// ErrGroupFull is returned by [Shares.Begin] while the group has as many under way as it may have.
	ErrGroupFull = errors.New("throttle: the group has too many under way")
	// ErrMemberFull is returned by [Shares.Begin] while the member has as many under way as one member may have.
	ErrMemberFull = errors.New("throttle: the member has too many under way")
)

// Shares counts what groups have under way, such as the uploads of firms, and refuses what is too much. One member of a group
// has at most half of what the group may have, so that no member can take all of it. Nobody waits, unlike in a [Queue]. It is
// safe for concurrent use.
type Shares[G, M comparable] struct {
	group, member int

	mu       sync.Mutex // guards what follows
	ofGroup  map[G]int
	ofMember map[membership[G, M]]int
}

// membership is a member in one of its groups.
type membership[G, M comparable] struct {
	group  G
	member M
}

// NewShares returns Shares that allow a group so many at the same time, and each of its members half as many.
func NewShares[G, M comparable](ofGroup int) *Shares[G, M] {
	return &Shares[G, M]{
		group: ofGroup, member: ofGroup / 2, ofGroup: map[G]int{}, ofMember: map[membership[G, M]]int{},
	}
}

// OfGroup returns how many a group may have under way.
func (s *Shares[G, M]) OfGroup() int { return s.group }

// OfMember returns how many one member of a group may have under way.
func (s *Shares[G, M]) OfMember() int { return s.member }

// Begin counts one more of a member of a group, and returns the function that ends it, which must be called once. It returns
// ErrMemberFull or ErrGroupFull, and counts nothing, when that would be too many.
func (s *Shares[G, M]) Begin(group G, member M) (end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := membership[G, M]{group: group, member: member}
	switch {
	case s.ofMember[in] >= s.member:
		return nil, ErrMemberFull
	case s.ofGroup[group] >= s.group:
		return nil, ErrGroupFull
	}
	s.ofGroup[group]++
	s.ofMember[in]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		countDown(s.ofGroup, group)
		countDown(s.ofMember, in)
	}, nil
}

// countDown subtracts one, and forgets what has become zero.
func countDown[K comparable](counts map[K]int, key K) {
	counts[key]--
	if counts[key] == 0 {
		delete(counts, key)
	}
}

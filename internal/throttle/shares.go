package throttle

import (
	"errors"
	"sync"
)

var (
	// ErrGroupFull is returned by [Shares.Begin] while the group has reached its limit.
	ErrGroupFull = errors.New("throttle: the group has too many under way")
	// ErrMemberFull is returned by [Shares.Begin] while the member has reached the limit of one
	// member.
	ErrMemberFull = errors.New("throttle: the member has too many under way")
)

// Shares counts what groups do at the same time, such as the uploads of firms, and refuses what
// exceeds a limit. One member of a group may use at most half of the group's limit, so that no
// member can use all of it. Nobody waits, unlike in a [Queue]. It is safe for concurrent use.
type Shares[G, M comparable] struct {
	group, member int

	mu       sync.Mutex // guards the fields below
	ofGroup  map[G]int
	ofMember map[membership[G, M]]int
}

// membership is a member in one of its groups.
type membership[G, M comparable] struct {
	group  G
	member M
}

// NewShares returns Shares that limit what a group does at the same time. Each of its members may
// do half as much.
func NewShares[G, M comparable](ofGroup int) *Shares[G, M] {
	return &Shares[G, M]{
		group: ofGroup, member: ofGroup / 2, ofGroup: map[G]int{}, ofMember: map[membership[G, M]]int{},
	}
}

// OfGroup returns the limit of a group.
func (s *Shares[G, M]) OfGroup() int { return s.group }

// OfMember returns the limit of one member of a group.
func (s *Shares[G, M]) OfMember() int { return s.member }

// Begin counts one more for a member of a group, and returns the function that ends it, which must
// be called once. If that exceeds a limit, it counts nothing and returns ErrMemberFull or
// ErrGroupFull.
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

// countDown subtracts one, and deletes a count that has become zero.
func countDown[K comparable](counts map[K]int, key K) {
	counts[key]--
	if counts[key] == 0 {
		delete(counts, key)
	}
}

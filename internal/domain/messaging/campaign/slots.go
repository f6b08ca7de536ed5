package campaign

import (
	"sync"

	"github.com/google/uuid"
)

// ofAFirm is how many of the campaigns of a firm begin at the same time, so that its large
// audiences leave slots for other firms.
const ofAFirm = 2

// slots are the places of campaigns that are begun.
type slots struct {
	mu    sync.Mutex
	taken int
	firms map[uuid.UUID]int
}

// take takes a slot for a campaign of a firm, or reports false if there is none.
func (s *slots) take(firm uuid.UUID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken == stepsAtOnce || s.firms[firm] == ofAFirm {
		return false
	}
	if s.firms == nil {
		s.firms = map[uuid.UUID]int{}
	}
	s.taken++
	s.firms[firm]++
	return true
}

// give gives a slot of a firm back.
func (s *slots) give(firm uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.firms[firm]--
	if s.firms[firm] == 0 {
		delete(s.firms, firm)
	}
}

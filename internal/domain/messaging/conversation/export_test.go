package conversation

import "time"

// LookEvery makes feeds look at this interval. It must be called before anyone watches.
func (m *Manager) LookEvery(interval time.Duration) { m.lookEvery = interval }

// Overlap makes a look cover this much of the time before the last look. It must be called before
// anyone watches.
func (m *Manager) Overlap(span time.Duration) { m.overlap = span }

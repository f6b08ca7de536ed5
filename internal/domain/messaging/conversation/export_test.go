package conversation

import "time"

// Overlap makes a look cover this much of the time before the last look. It must be called before
// anyone watches.
func (m *Manager) Overlap(span time.Duration) { m.overlap = span }

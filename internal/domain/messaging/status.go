package messaging

import (
	"slices"
	"time"

	"github.com/firmhub/firmhub/ent/message"
)

// state is the status of a message, and when it was reached.
type state struct {
	status                        Status
	deliveredAt, readAt, failedAt *time.Time
	errorCode, errorText          *string
}

// move moves the state to a status, whatever it was before. A message that was read was delivered
// at that time at the latest.
func (s *state) move(to Status, at time.Time) {
	s.status = to
	switch to {
	case message.StatusDelivered:
		s.deliveredAt = &at
	case message.StatusRead:
		s.readAt = &at
		if s.deliveredAt == nil {
			s.deliveredAt = &at
		}
	case message.StatusFailed:
		s.failedAt = &at
	case message.StatusQueued, message.StatusSent:
	}
}

// forward reports whether a status may follow another one. Statuses go from Queued by Sent and
// Delivered to Read, and some may be left out. A message can fail until it is delivered, and Failed
// is final.
func forward(from, to Status) bool {
	switch {
	case from == message.StatusFailed:
		return false
	case to == message.StatusFailed:
		return rank(from) < rank(message.StatusDelivered)
	}
	return rank(from) < rank(to)
}

func rank(s Status) int {
	return slices.Index([]Status{message.StatusQueued, message.StatusSent, message.StatusDelivered, message.StatusRead}, s)
}

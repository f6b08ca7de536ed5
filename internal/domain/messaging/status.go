package messaging

import (
	"slices"
	"time"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Event is a step of a message that firmhub sends. The first, Queued, is not stored: it is at the
// time when the message was accepted.
type Event struct {
	Status Status    `json:"status"`
	At     time.Time `json:"at"`
	// Code is the error, or nil.
	Code *string `json:"code,omitempty"`
}

// state is the status of a message, and when it was reached.
type state struct {
	status                        Status
	deliveredAt, readAt, failedAt *time.Time
	errorCode, errorText          *string

	// The others are set for a message that firmhub sends.
	providerID   string
	attempts     *int
	sentAt       *time.Time
	providerCode *string
	charge       *string // a message.Charge
	events       []Event
}

// failure is why a message failed.
type failure struct {
	code, text, providerCode *string
	// suppress reports whether the mail server of the recipient refuses the address for good.
	suppress bool
	// template is the state of the template that the message was refused for, or "", and
	// otherTemplate reports that the provider has other parameters of it.
	template      provider.TemplateState
	otherTemplate bool
	// began is when the call began that was refused. It is zero for what the provider says later.
	began time.Time
}

// move moves the state to a status, whatever it was before. A message that was read was delivered
// at that time at the latest.
func (s *state) move(to Status, at time.Time, why failure) {
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
		s.errorCode, s.errorText, s.providerCode = why.code, why.text, why.providerCode
	case message.StatusQueued, message.StatusSending, message.StatusSent, message.StatusUnknown, message.StatusCancelled:
	}
	if s.own() {
		s.events = append(s.events, Event{Status: to, At: at, Code: why.code})
	}
}

// own reports whether firmhub sends the message itself.
func (s *state) own() bool { return s.attempts != nil }

// counts reports whether a message with these fields counts in analytics. A message that firmhub
// sends does from the moment that its provider has it, and if it failed after a call.
func counts(attempts *int, status Status) bool {
	if attempts == nil {
		return true
	}
	switch status {
	case message.StatusQueued, message.StatusSending, message.StatusUnknown, message.StatusCancelled:
		return false
	case message.StatusSent, message.StatusDelivered, message.StatusRead, message.StatusFailed:
	}
	return *attempts > 0
}

// IsCounted is the condition in SQL for the messages that count in analytics.
const IsCounted = "(attempts IS NULL OR attempts > 0 AND status NOT IN ('Queued', 'Sending', 'Unknown', 'Cancelled'))"

// isReported reports whether a status can be reported.
func isReported(s Status) bool {
	switch s {
	case message.StatusQueued, message.StatusSent, message.StatusDelivered, message.StatusRead, message.StatusFailed:
		return true
	case message.StatusSending, message.StatusUnknown, message.StatusCancelled:
	}
	return false
}

// forward reports whether a status may follow another one. Statuses go from Queued by Sent and
// Delivered to Read, and some may be left out. A message can fail until it is delivered. Failed and
// Cancelled are final.
func forward(from, to Status) bool {
	switch {
	case from == message.StatusFailed, from == message.StatusCancelled:
		return false
	case to == message.StatusFailed:
		return rank(from) < rank(message.StatusDelivered)
	}
	return rank(from) < rank(to)
}

func rank(s Status) int {
	return slices.Index([]Status{
		message.StatusQueued, message.StatusSending, message.StatusUnknown, message.StatusSent, message.StatusDelivered, message.StatusRead,
	}, s)
}

// eventOf returns the type of the event of a message that has reached a status, and reports whether
// there is one.
func eventOf(s Status) (event.TypeName, bool) {
	switch s {
	case message.StatusQueued:
		return event.MessageQueued, true
	case message.StatusSent:
		return event.MessageSent, true
	case message.StatusDelivered:
		return event.MessageDelivered, true
	case message.StatusRead:
		return event.MessageRead, true
	case message.StatusFailed:
		return event.MessageFailed, true
	case message.StatusSending, message.StatusUnknown, message.StatusCancelled:
	}
	return "", false
}

package event

import (
	"time"

	"github.com/google/uuid"
)

// Number numbers a batch of raised events, as a reader does.
var Number = (*Log).number

// NeverPoll lets readers who wait look only when they are woken.
func NeverPoll(l *Log) { l.poll = time.Hour }

// Watched reports whether somebody watches the events of the firm.
func Watched(firm uuid.UUID) bool {
	watches.mu.RLock()
	defer watches.mu.RUnlock()
	return len(watches.of[firm]) > 0
}

// SetClock sets the clock of a log.
func SetClock(l *Log, now func() time.Time) { l.now = now }

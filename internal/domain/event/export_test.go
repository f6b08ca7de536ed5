package event

import "time"

// Number numbers a batch of raised events, as a reader does.
var Number = (*Log).number

// NeverPoll lets readers who wait look only when they are woken.
func NeverPoll(l *Log) { l.poll = time.Hour }

// SetClock sets the clock of a log.
func SetClock(l *Log, now func() time.Time) { l.now = now }

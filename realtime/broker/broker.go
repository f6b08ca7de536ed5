// Package broker carries messages between the parts of a process, and between the instances of an
// installation. A message may be lost. The database is the source of truth: a subscriber reads it
// again when the broker calls its Lost function.
package broker

import (
	"errors"
	"time"
)

// Broker sends messages to subscribers. It is safe for concurrent use.
type Broker interface {
	// Publish sends a message to every subscriber of the subject, on all instances. Nobody may
	// change the message afterwards. Publish never blocks, never calls a subscriber itself, and
	// never fails. A message that can't be sent to other instances is counted and logged; once
	// these can be reached, Lost is called for their subscribers. After Close, Publish does
	// nothing.
	Publish(subject string, message []byte)

	// Subscribe calls s.Deliver for each message of the subject, one call at a time, and in order
	// for each publisher. Messages that are published before Subscribe returns may be missed.
	// Deliver and Lost may not change a message.
	//
	// Anyone may call stop, also s itself. It never waits, and calling it again has no effect.
	// After stop has returned, no new call of s begins, but one that was under way may still run.
	// So s must ignore that call.
	//
	// A subject is made of words of letters, digits, "-" and "_", separated by dots, and has at
	// most 200 bytes. Subscribe returns an error for any other subject, and [ErrClosed] after
	// Close.
	Subscribe(subject string, s Subscription) (stop func(), err error)

	// Status returns the state of the broker, for readiness and metrics.
	Status() Status

	// Close ends all subscriptions, as calling their stop functions does. It never waits for a
	// subscriber. Calling it again has no effect.
	Close() error
}

// Subscription holds the functions that the broker calls. They are never called at the same time.
// They may publish, subscribe and stop. While one runs, messages wait in a bounded queue.
type Subscription struct {
	// Deliver is called with each message.
	Deliver func(message []byte)
	// Lost is called when messages may be missing: the queue was full, or the connection to other
	// instances was lost and is back. All messages that were published after the call began are
	// delivered, without a gap, until the next call of Lost. If Lost is nil, it is not called.
	Lost func()
}

// LookEvery is how often subscribers query the database for changes without a message, whatever the
// broker says: an instance without it, or a command, may have stored something.
const LookEvery = 20 * time.Second

// ErrClosed is returned by Subscribe after Close.
var ErrClosed = errors.New("the broker is closed")

// Status is the state of a broker.
type Status struct {
	// Kind is "memory" or "nats".
	Kind string
	// Connected reports whether messages reach other instances, and Since is when that began or
	// ended. For "memory" Connected is always true and Since is zero.
	Connected bool
	Since     time.Time
	// Subjects counts the subjects with subscribers in this process.
	Subjects int
	// Published counts the messages published by this process.
	Published uint64
	// Received counts the messages of other instances, except malformed ones. Malformed counts
	// those.
	Received, Malformed uint64
	// Dropped counts the messages that were not delivered to a subscriber of this process because
	// its queue was full, and those that could not be sent to other instances.
	Dropped uint64
	// Lost counts how often a subscriber was told that messages may be missing.
	Lost uint64
}

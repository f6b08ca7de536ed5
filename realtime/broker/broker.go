// Package broker carries messages between the parts of a process, and between the instances of an installation. A message may
// be lost: the database is the truth, and whoever subscribes reads it again when it is told by Lost.
package broker

import (
	"errors"
	"time"
)

// Broker sends messages to subscribers. It is safe for concurrent use.
type Broker interface {
	// Publish sends a message to every subscriber of the subject, on all instances. Nobody may change the message afterwards. It
	// never blocks, never calls a subscriber itself, and never fails: what can't be sent to other instances is counted and
	// logged, and their subscribers are told by Lost once they can be. After Close it does nothing.
	Publish(subject string, message []byte)

	// Subscribe calls s.Deliver for each message of the subject, one call at a time, and those of one publisher in order. Messages
	// that are published before it returns may be missed. Neither function may change a message.
	//
	// Anyone may call stop, s too; it never waits. A call of s that was under way, which is one at most, may still run after stop has
	// returned; no other call begins. So s itself must ignore a call after its end. Calling stop again has no effect.
	//
	// A subject is made of words of letters, digits, "-" and "_" with dots between, at most 200 bytes in all; Subscribe returns an error for
	// any other, and [ErrClosed] after Close.
	Subscribe(subject string, s Subscription) (stop func(), err error)

	// Status is for readiness and metrics.
	Status() Status

	// Close ends all subscriptions, as their stop does. It never waits for a subscriber. Calling it again has no effect.
	Close() error
}

// Subscription is whom the broker calls. The two functions are never called at the same time. They may publish, subscribe and
// stop; while one runs, messages wait in a bounded queue.
type Subscription struct {
	// Deliver takes a message.
	Deliver func(message []byte)
	// Lost says that messages may be missing: the queue was full, or the connection to other instances was lost and is back.
	// Those that were published after the call began follow without a gap, until the next call of Lost. Nil: nobody needs to know.
	Lost func()
}

// ErrClosed is returned by Subscribe after Close.
var ErrClosed = errors.New("the broker is closed")

// Status is how a broker is doing.
type Status struct {
	// Kind is "memory" or "nats".
	Kind string
	// Connected reports whether messages reach other instances, and Since is when that began or ended; for "memory" it is always
	// true, and there is no time.
	Connected bool
	Since     time.Time
	// Subjects are those with subscribers in this process.
	Subjects int
	// Published counts the messages of this process.
	Published uint64
	// Received counts the messages of other instances, without those that were malformed, which Malformed counts.
	Received, Malformed uint64
	// Dropped counts the messages that were not delivered to a subscriber of this process, because its queue was full, or could not
	// be sent to other instances.
	Dropped uint64
	// Lost counts how often a subscriber was told that messages may be missing.
	Lost uint64
}

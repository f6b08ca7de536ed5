package connections

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/realtime/broker"
)

// endsSubject is the broker's subject for ends. A message is a letter for the kind of the ended
// thing, and its id.
const endsSubject = "connections.end"

// ends maps the letters of messages to the kinds of things that can end.
func ends() map[byte]ended {
	return map[byte]ended{
		's': {by: bySession, reason: SessionEnded},
		'm': {by: byMembership, reason: MembershipEnded},
		'f': {by: byFirm, reason: FirmDeactivated},
		'k': {by: byKey, reason: KeyEnded},
		'r': {by: byFirm, reason: AccessChanged, keysStay: true},
		'a': {by: bySession, reason: AccessChanged},
	}
}

// ended describes which connections an end ends, and why.
type ended struct {
	by     property
	reason Reason
	// from is the first of the kinds of connections that end.
	from Kind
	// keysStay reports that the connections of API clients go on.
	keysStay bool
}

// Share makes each end apply to all instances that share the broker, and the ends of other
// instances apply to this one. A message may be lost, so call [Registry.Watch] too. Share is called
// once, before the registry is used.
func (r *Registry) Share(b broker.Broker) error {
	r.broker = b
	_, err := b.Subscribe(endsSubject, broker.Subscription{Deliver: r.receive, Lost: r.wake})
	if err != nil {
		return fmt.Errorf("connections: %w", err)
	}
	return nil
}

// receive ends the connections that a message names. It ignores a message that names nothing known:
// another version of firmhub, or another program, has sent it.
func (r *Registry) receive(message []byte) {
	if len(message) != 1+len(uuid.UUID{}) {
		return
	}
	if end, ok := ends()[message[0]]; ok {
		r.end(end, uuid.UUID(message[1:]))
	}
}

// endEverywhere ends connections on this instance at once, and on all others soon.
func (r *Registry) endEverywhere(letter byte, id uuid.UUID) {
	if id == uuid.Nil {
		return
	}
	r.end(ends()[letter], id)
	if r.broker != nil {
		r.broker.Publish(endsSubject, append([]byte{letter}, id[:]...))
	}
}

// wake makes Watch check all connections.
func (r *Registry) wake() {
	select {
	case r.missed <- struct{}{}:
	default:
	}
}

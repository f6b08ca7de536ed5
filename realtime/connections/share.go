package connections

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/realtime/broker"
)

// endsSubject is the subject of ends at the broker. A message is a letter for what has ended, and its id.
const endsSubject = "connections.end"

// ends are what can end, by the letter in messages.
func ends() map[byte]ended {
	return map[byte]ended{
		's': {bySession, SessionEnded},
		'm': {byMembership, MembershipEnded},
		'f': {byFirm, FirmDeactivated},
		'k': {byKey, KeyEnded},
	}
}

type ended struct {
	by     property
	reason Reason
}

// Share makes each end hold on all instances that share the broker, and those of other instances on this one. A message may be lost,
// so there is [Registry.Watch] too. It is called once, before the registry is used.
func (r *Registry) Share(b broker.Broker) error {
	r.broker = b
	_, err := b.Subscribe(endsSubject, broker.Subscription{Deliver: r.receive, Lost: r.wake})
	if err != nil {
		return fmt.Errorf("connections: %w", err)
	}
	return nil
}

// receive ends what a message names. One that names nothing known is of another version of firmhub, or of somebody else.
func (r *Registry) receive(message []byte) {
	if len(message) != 1+len(uuid.UUID{}) {
		return
	}
	if end, ok := ends()[message[0]]; ok {
		r.end(end.by, uuid.UUID(message[1:]), end.reason)
	}
}

// endEverywhere ends connections on this instance, and on all others soon.
func (r *Registry) endEverywhere(letter byte, id uuid.UUID) {
	if id == uuid.Nil {
		return
	}
	end := ends()[letter]
	r.end(end.by, id, end.reason)
	if r.broker != nil {
		r.broker.Publish(endsSubject, append([]byte{letter}, id[:]...))
	}
}

// wake has Watch check all connections.
func (r *Registry) wake() {
	select {
	case r.missed <- struct{}{}:
	default:
	}
}

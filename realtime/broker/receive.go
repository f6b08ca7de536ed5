package broker

import (
	"context"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
)

// format is the first byte of a message between instances. The id of the sending instance follows,
// and then the message.
const (
	format = 1
	header = 1 + len(uuid.UUID{})
)

func encode(instance uuid.UUID, message []byte) []byte {
	data := make([]byte, 0, header+len(message))
	data = append(data, format)
	data = append(data, instance[:]...)
	return append(data, message...)
}

// decode returns a message and the instance that sent it. ok is false for a message that no
// instance can have sent.
func decode(data []byte) (instance uuid.UUID, message []byte, ok bool) {
	if len(data) < header || len(data) > header+MaxMessage || data[0] != format {
		return uuid.Nil, nil, false
	}
	return uuid.UUID(data[1:header]), data[header:], true
}

// receive delivers the messages of other instances until ctx is done.
func (n *NATS) receive(ctx context.Context, incoming <-chan *nats.Msg) {
	for {
		select {
		case <-ctx.Done():
			return
		case received := <-incoming:
			n.take(received)
		}
	}
}

func (n *NATS) take(received *nats.Msg) {
	instance, message, ok := decode(received.Data)
	if !ok {
		n.malformed.Add(1)
		return
	}
	if instance == n.instance { // sent by an earlier connection of this process, and returned by another server of a NATS cluster
		return
	}
	n.received.Add(1)
	name := strings.TrimPrefix(received.Subject, n.prefix)
	if subject, found := strings.CutPrefix(name, subjectPrefix); found {
		n.local.deliver(subject, message)
	} else {
		n.missing.Store(true)
	}
}

// slow records subscriptions with dropped messages: too many messages waited to be received. The
// value is how many had been dropped at the last look. The client library reports only the first
// drop of a series.
type slow struct {
	mu            sync.Mutex
	subscriptions map[*nats.Subscription]int
}

func (s *slow) init() { s.subscriptions = map[*nats.Subscription]int{} }

func (s *slow) add(subscription *nats.Subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscriptions[subscription] = 0
}

// dropped reports whether messages were dropped since the last call.
func (s *slow) dropped() (more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for subscription, before := range s.subscriptions {
		count, err := subscription.Dropped()
		if err != nil || count == before { // the subscription or the series of drops has ended
			delete(s.subscriptions, subscription)
			continue
		}
		s.subscriptions[subscription], more = count, true
	}
	return more
}

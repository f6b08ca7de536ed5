package broker

import (
	"time"

	"github.com/nats-io/nats.go"
)

// lostSubject is the subject of messages in which an instance tells the others that they may have
// missed messages. No subscriber's subject is equal to it, because theirs begin with subjectPrefix.
const (
	lostSubject   = "lost"
	subjectPrefix = "to."
)

// sendAll sends the published messages until the broker is closed.
func (n *NATS) sendAll(conn *nats.Conn) {
	select {
	case <-n.link.up:
	case <-n.closing.Done():
		if len(n.outgoing) > 0 { // A command ends something else first, and then itself.
			select {
			case <-n.link.up:
			case <-time.After(closeTimeout):
			}
		}
	}
	tell := time.NewTicker(tellInterval)
	defer tell.Stop()
	for {
		select {
		case o := <-n.outgoing:
			n.send(conn, o)
		case <-tell.C:
			n.tellLost(conn)
		case <-n.closing.Done():
			n.sendRest(conn)
			return
		}
	}
}

// sendRest sends the waiting messages when the broker is closed.
func (n *NATS) sendRest(conn *nats.Conn) {
	for {
		select {
		case o := <-n.outgoing:
			n.send(conn, o)
		default:
			n.tellLost(conn)
			if connected, _ := n.link.status(); connected {
				_ = conn.FlushTimeout(closeTimeout) // Close returns in any case.
			}
			return
		}
	}
}

func (n *NATS) send(conn *nats.Conn, o outgoing) {
	n.waiting.Add(-int64(len(o.message)))
	if err := conn.Publish(n.prefix+subjectPrefix+o.subject, encode(n.instance, o.message)); err != nil {
		n.drop()
	}
}

// tellLost tells other instances, if necessary, that they may have missed messages of this one.
func (n *NATS) tellLost(conn *nats.Conn) {
	if connected, _ := n.link.status(); !connected || !n.owing.Swap(false) {
		return
	}
	if err := conn.Publish(n.prefix+lostSubject, encode(n.instance, nil)); err != nil {
		n.owing.Store(true)
	}
}

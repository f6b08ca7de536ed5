package broker

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// MaxMessage is the maximum length in bytes of a message to other instances. A longer one is not
// sent to them; instead, Lost is called for their subscribers.
const MaxMessage = 256 << 10

// Limits of the queue of messages to other instances.
const (
	outgoingMessages = 8192
	outgoingBytes    = 32 << 20
)

// NATS is the broker of a process that is one of several instances, which exchange messages by
// NATS. It keeps the subscribers of the process in a [Memory], so they receive the messages of this
// process directly, with NATS or without.
//
// No call waits for the connection: a NATS server that accepts bytes but never answers would block
// the caller. One goroutine sends messages, one subscribes at the server to what the process
// subscribes to, and one receives.
type NATS struct {
	local *Memory
	url   string
	// instance identifies this process as the origin of its messages.
	instance uuid.UUID
	// prefix is the first word of all subjects of the installation.
	prefix string

	// outgoing are the messages that wait to be sent, and waiting is their total length in bytes.
	outgoing chan outgoing
	waiting  atomic.Int64
	// owing is set when the subscribers of other instances must be told that messages may be
	// missing. missing is set when the subscribers of this instance must be told.
	owing, missing atomic.Bool

	subjects subjects
	link     link
	slow     slow

	received, malformed, dropped atomic.Uint64

	joined, closed sync.Once
	// closing ends the goroutines, and ended is closed when they have ended.
	closing context.Context //nolint:containedctx // the life of the broker, not of a request
	cancel  context.CancelFunc
	ended   chan struct{}
}

type outgoing struct {
	subject string
	message []byte
}

// NewNATS returns a broker for the NATS servers at the URL, for which [ValidURL] must be true.
// Until [NATS.Join] is called it is the broker of a single process.
func NewNATS(servers string) *NATS {
	n := &NATS{
		local: NewMemory(), url: servers, instance: uuid.New(), outgoing: make(chan outgoing, outgoingMessages),
		ended: make(chan struct{}),
	}
	n.closing, n.cancel = context.WithCancel(context.Background())
	n.subjects.init()
	n.link.init()
	n.slow.init()
	return n
}

// Join connects this process with all processes that join the same installation at the same NATS
// servers. It returns at once, and never fails: while there is no connection, it tries again each
// second or two. Calling it again has no effect.
func (n *NATS) Join(installation uuid.UUID) {
	n.joined.Do(func() {
		n.prefix = "firmhub." + installation.String() + "."
		go n.run()
	})
}

// Publish implements Broker.
func (n *NATS) Publish(subject string, message []byte) {
	n.local.Publish(subject, message)
	if len(message) > MaxMessage {
		n.drop()
		return
	}
	if n.waiting.Add(int64(len(message))) <= outgoingBytes {
		select {
		case n.outgoing <- outgoing{subject: subject, message: message}:
			return
		default:
		}
	}
	n.waiting.Add(-int64(len(message)))
	n.drop()
}

// drop counts a message that does not reach other instances.
func (n *NATS) drop() {
	n.dropped.Add(1)
	n.owing.Store(true)
}

// Subscribe implements Broker. If the server does not know the subject yet, s.Lost is called once
// it does, because messages of other instances may have been missed until then.
func (n *NATS) Subscribe(subject string, s Subscription) (stop func(), err error) {
	stopped, err := n.local.Subscribe(subject, s)
	if err != nil {
		return nil, err
	}
	n.subjects.change(subject)
	return func() {
		stopped()
		n.subjects.change(subject)
	}, nil
}

// Status implements Broker.
func (n *NATS) Status() Status {
	status := n.local.Status()
	status.Kind = "nats"
	status.Connected, status.Since = n.link.status()
	status.Received, status.Malformed = n.received.Load(), n.malformed.Load()
	status.Dropped += n.dropped.Load()
	return status
}

// closeTimeout is how long Close waits for messages to be sent.
const closeTimeout = 2 * time.Second

// Close implements Broker. It waits at most two seconds until all published messages are sent.
func (n *NATS) Close() error {
	n.closed.Do(func() {
		n.cancel()
		n.joined.Do(func() { close(n.ended) }) // it never joined
		select {
		case <-n.ended:
		case <-time.After(closeTimeout):
		}
	})
	return n.local.Close()
}

// ValidURL reports whether the text is nats://host:port or tls://host:port, or several of these
// separated by commas. Each may contain user:password@ or token@.
func ValidURL(text string) bool {
	for server := range strings.SplitSeq(text, ",") {
		parsed, err := url.Parse(strings.TrimSpace(server))
		if err != nil || parsed.Scheme != "nats" && parsed.Scheme != "tls" || parsed.Hostname() == "" || parsed.Path != "" ||
			parsed.RawQuery != "" || parsed.Fragment != "" {
			return false
		}
	}
	return true
}

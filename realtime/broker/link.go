package broker

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Timeouts of the connection. A server that does not answer is given up after 10 to 15 seconds.
const (
	connectTimeout = 2 * time.Second
	writeTimeout   = 2 * time.Second
	reconnectWait  = time.Second
	pingInterval   = 5 * time.Second
	maxPings       = 2
	// tellInterval is the shortest time between two messages that others may have missed messages.
	tellInterval = time.Second
)

// incomingMessages is how many messages may wait to be delivered. The client library drops and
// reports more.
const incomingMessages = 8192

// link is the state of the connection to NATS.
type link struct {
	// up is closed by the first connection.
	up chan struct{}

	mu        sync.Mutex
	connected bool
	since     time.Time
	// count is the number of connections so far.
	count int
	// warned is whether the loss of the connection was logged.
	warned bool
}

func (l *link) init() {
	l.up, l.since = make(chan struct{}), time.Now()
}

func (l *link) status() (connected bool, since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.connected, l.since
}

// connection returns the number of the current connection, and zero before the first one.
func (l *link) connection() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count
}

// connect is called when a connection was established.
func (l *link) connect(server string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count == 0 {
		close(l.up)
	}
	l.connected, l.since, l.warned = true, time.Now(), false
	l.count++
	slog.Info("broker: connected to NATS", "server", server)
}

// disconnect is called when the connection was lost, with the reason if it is known.
func (l *link) disconnect(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.connected {
		l.connected, l.since = false, time.Now()
	}
	if !l.warned {
		l.warned = true
		slog.Warn("broker: NATS is unreachable; other instances get no messages until it is back", "error", err)
	}
}

// run connects, and ends when the broker is closed.
func (n *NATS) run() {
	defer close(n.ended)
	conn := n.dial()
	if conn == nil {
		return
	}
	defer conn.Close()
	incoming := make(chan *nats.Msg, incomingMessages)
	receiving, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { n.receive(receiving, incoming) })
	all.Go(func() { n.followSubjects(receiving, conn, incoming) })
	n.sendAll(conn)
	stop()
	all.Wait()
}

// dial returns the connection, which may be established later. It returns nil once the broker is
// closed.
func (n *NATS) dial() *nats.Conn {
	for {
		conn, err := nats.Connect(n.url, n.options()...)
		if err == nil {
			return conn
		}
		n.link.disconnect(err)
		select {
		case <-n.closing.Done():
			return nil
		case <-time.After(reconnectWait):
		}
	}
}

func (n *NATS) options() []nats.Option {
	return []nats.Option{
		nats.Name("firmhub " + n.instance.String()),
		nats.NoEcho(),
		nats.Timeout(connectTimeout),
		nats.SetCustomDialer(dialer{}),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.IgnoreAuthErrorAbort(), // Its users may be changed while firmhub runs.
		nats.ReconnectBufSize(-1),   // A message that can't be sent is dropped and counted.
		nats.FlusherTimeout(writeTimeout),
		nats.ReconnectOnFlusherError(),
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(maxPings),
		nats.ConnectHandler(n.onConnect),
		nats.ReconnectHandler(n.onConnect),
		nats.DisconnectErrHandler(n.onDisconnect),
		nats.ReconnectErrHandler(n.onDisconnect),
		nats.ErrorHandler(n.onError),
	}
}

func (n *NATS) onConnect(conn *nats.Conn) {
	if n.link.connection() > 0 {
		n.owing.Store(true) // What was written to the previous connection may not have arrived.
	}
	n.link.connect(conn.ConnectedUrlRedacted())
	n.subjects.poke()
}

func (n *NATS) onDisconnect(_ *nats.Conn, err error) {
	if n.closing.Err() == nil {
		n.link.disconnect(err)
	}
}

func (n *NATS) onError(_ *nats.Conn, subscription *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrSlowConsumer) && subscription != nil {
		n.slow.add(subscription)
		return
	}
	slog.Warn("broker: NATS reports an error", "error", err)
}

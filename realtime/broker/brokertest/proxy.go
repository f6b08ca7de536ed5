package brokertest

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Proxy forwards TCP connections to a server. It can stop forwarding without closing them.
type Proxy struct {
	net.Listener

	server string

	mu     sync.Mutex
	conns  []net.Conn
	thawed chan struct{} // closed unless it is frozen
}

// NewProxy returns a proxy of the NATS server at the URL.
func NewProxy(t testing.TB, url string) *Proxy {
	t.Helper()
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &Proxy{Listener: listener, server: strings.TrimPrefix(url, "nats://"), thawed: make(chan struct{})}
	close(p.thawed)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := p.Accept()
			if err != nil {
				return
			}
			all.Go(func() { p.forward(client) })
		}
	})
	t.Cleanup(func() {
		p.Thaw()
		_ = p.Close()
		p.Cut()
		all.Wait()
	})
	return p
}

// URL returns the URL of the server by way of the proxy.
func (p *Proxy) URL() string { return "nats://" + p.Addr().String() }

func (p *Proxy) forward(client net.Conn) {
	p.wait()
	server, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.server)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns = append(p.conns, client, server)
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.copy(client, server) })
	both.Go(func() { p.copy(server, client) })
	both.Wait()
}

func (p *Proxy) copy(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 4<<10)
	for {
		n, err := from.Read(buffer)
		p.wait()
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// wait returns when the proxy is not frozen.
func (p *Proxy) wait() {
	p.mu.Lock()
	thawed := p.thawed
	p.mu.Unlock()
	<-thawed
}

// Freeze stops forwarding in both directions.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.thawed = make(chan struct{})
}

// Thaw ends [Proxy.Freeze].
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.thawed:
	default:
		close(p.thawed)
	}
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.conns = nil
}

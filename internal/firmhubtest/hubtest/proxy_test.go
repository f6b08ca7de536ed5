package hubtest_test

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy passes TCP connections on to a server, and can cut them.
type proxy struct {
	// URL is that of the server through the proxy.
	URL string

	mu     sync.Mutex
	target string
	conns  map[net.Conn]struct{}
}

// newProxy returns a proxy in front of the server at host:port. It refuses connections while the
// target is empty.
func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{URL: "http://" + listener.Addr().String(), target: target, conns: map[net.Conn]struct{}{}}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.pass(conn) })
		}
	})
	t.Cleanup(func() {
		require.NoError(t, listener.Close())
		p.to("")
		running.Wait()
	})
	return p
}

// to cuts all connections, and passes further ones on to another target.
func (p *proxy) to(target string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = target
	for conn := range p.conns {
		cut(conn)
	}
}

// cut cuts all connections; the next ones are passed on as before. It returns how many there were.
func (p *proxy) cut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.conns {
		cut(conn)
	}
	return len(p.conns)
}

// cut closes a connection as a network does that breaks: what was not sent is lost.
func cut(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// pass copies between a client and the target until either ends.
func (p *proxy) pass(from net.Conn) {
	defer from.Close()
	p.mu.Lock()
	target := p.target
	p.mu.Unlock()
	if target == "" {
		return
	}
	to, err := net.Dial("tcp", target) //nolint:noctx // ends with the test
	if err != nil {
		return
	}
	defer to.Close()
	p.mu.Lock()
	same := p.target == target
	p.conns[from], p.conns[to] = struct{}{}, struct{}{}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, from)
		delete(p.conns, to)
	}()
	if !same {
		return
	}
	var copying sync.WaitGroup
	copying.Go(func() {
		_, _ = io.Copy(to, from)
		_ = to.Close()
	})
	copying.Go(func() {
		_, _ = io.Copy(from, to)
		_ = from.Close()
	})
	copying.Wait()
}

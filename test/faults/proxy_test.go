package faults_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy hands TCP connections on to a server, which may change.
type proxy struct {
	listener net.Listener

	mu     sync.Mutex // guards the fields below
	target string
	open   map[net.Conn]struct{}
}

// newProxy returns a proxy to an address.
func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{listener: listener, target: target, open: map[net.Conn]struct{}{}}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(t.Context(), conn)
		}
	}()
	t.Cleanup(func() { _ = listener.Close() })
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

// move sends new connections to another address, and cuts those that there are.
func (p *proxy) move(target string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = target
	for client := range p.open {
		_ = client.Close()
	}
}

func (p *proxy) serve(ctx context.Context, client net.Conn) {
	defer func() { _ = client.Close() }()
	p.mu.Lock()
	target := p.target
	p.open[client] = struct{}{}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, client)
	}()
	var dialer net.Dialer
	server, err := dialer.DialContext(ctx, "tcp", target)
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
	_ = server.Close()
}

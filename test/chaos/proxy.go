package main

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
)

// proxy hands TCP connections on to an instance, and can cut them.
type proxy struct {
	listener net.Listener
	target   string

	mu   sync.Mutex
	open map[net.Conn]struct{}
}

func newProxy(ctx context.Context, target string) (*proxy, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: listener, target: target, open: map[net.Conn]struct{}{}}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(ctx, conn)
		}
	}()
	return p, nil
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) serve(ctx context.Context, client net.Conn) {
	defer func() { _ = client.Close() }()
	var dialer net.Dialer
	instance, err := dialer.DialContext(ctx, "tcp", p.target)
	if err != nil {
		return
	}
	defer func() { _ = instance.Close() }()
	p.mu.Lock()
	p.open[client] = struct{}{}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, client)
	}()
	go func() {
		_, _ = io.Copy(instance, client)
		_ = instance.Close()
	}()
	_, _ = io.Copy(client, instance)
}

// cut cuts a part of the connections with a reset, without a word of farewell on either side.
func (p *proxy) cut(part float64) (count int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for client := range p.open {
		if rand.Float64() < part {
			count++
			if tcp, ok := client.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = client.Close()
		}
	}
	return count
}

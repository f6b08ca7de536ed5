package upgrade_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// balancer hands TCP connections on to the instances that are ready, in turn. It asks them as a
// balancer of connections does: by /readyz, now and then. It knows nothing of requests.
type balancer struct {
	listener net.Listener
	targets  []string
	ready    []atomic.Bool
	next     atomic.Int64

	mu      sync.Mutex
	changed chan struct{} // closed when an instance has become ready or unready
}

// pollEvery is much shorter than the stop delay of the instances.
const pollEvery = 100 * time.Millisecond

func newBalancer(t *testing.T, targets ...string) *balancer {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	b := &balancer{listener: listener, targets: targets, ready: make([]atomic.Bool, len(targets)), changed: make(chan struct{})}
	for i := range targets {
		go b.watch(t.Context(), i)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go b.serve(t.Context(), conn)
		}
	}()
	t.Cleanup(func() { _ = listener.Close() })
	return b
}

func (b *balancer) url() string { return "http://" + b.listener.Addr().String() }

// watch asks an instance whether it is ready, until ctx has ended. An instance that is slow to
// answer stays what it was, and is asked again: nothing depends on how fast the machine is.
func (b *balancer) watch(ctx context.Context, i int) {
	asking := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Second}
	for every := time.NewTicker(pollEvery); ; {
		select {
		case <-ctx.Done():
			every.Stop()
			return
		case <-every.C:
		}
		now := false
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.targets[i]+"/readyz", http.NoBody)
		if err != nil {
			continue
		}
		answer, err := asking.Do(request)
		if failed, ok := errors.AsType[*url.Error](err); ok && failed.Timeout() {
			continue
		}
		if err == nil {
			_ = answer.Body.Close()
			now = answer.StatusCode == http.StatusOK
		}
		if b.ready[i].Swap(now) != now {
			b.mu.Lock()
			close(b.changed)
			b.changed = make(chan struct{})
			b.mu.Unlock()
		}
	}
}

// wait returns when an instance is ready, or is not.
func (b *balancer) wait(t *testing.T, i int, ready bool) {
	t.Helper()
	for {
		b.mu.Lock()
		changed := b.changed
		b.mu.Unlock()
		if b.ready[i].Load() == ready {
			return
		}
		select {
		case <-changed:
		case <-t.Context().Done():
			require.Fail(t, "the test ends")
		}
	}
}

// serve hands a connection on.
func (b *balancer) serve(ctx context.Context, client net.Conn) {
	defer func() { _ = client.Close() }()
	first := int(b.next.Add(1))
	for i := range b.targets {
		i = (first + i) % len(b.targets)
		if !b.ready[i].Load() {
			continue
		}
		var dialer net.Dialer
		instance, err := dialer.DialContext(ctx, "tcp", b.targets[i])
		if err != nil {
			continue
		}
		go func() {
			_, _ = io.Copy(instance, client)
			_ = instance.Close()
		}()
		_, _ = io.Copy(client, instance)
		_ = instance.Close()
		return
	}
}

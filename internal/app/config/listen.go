package config

import (
	"context"
	"fmt"
	"net"
)

// Listeners are the addresses that a server listens on.
type Listeners struct {
	// API serves everything. Metrics serves only /metrics, and Pprof only profiles. Each is nil
	// unless it has an address.
	API, Metrics, Pprof net.Listener
}

// Listen starts to listen on the addresses. A server calls it before it opens the database, so that
// no database is created for a server that can't serve. Clients that connect early wait. For an
// invalid setting it returns an [*Error].
func (c Config) Listen(ctx context.Context) (*Listeners, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.Defaults()
	listeners := &Listeners{}
	for _, of := range []struct {
		setting, address string
		listener         *net.Listener
	}{
		{"FIRMHUB_ADDR", c.Addr, &listeners.API},
		{"FIRMHUB_METRICS_ADDR", c.MetricsAddr, &listeners.Metrics},
		{"FIRMHUB_PPROF_ADDR", c.PprofAddr, &listeners.Pprof},
	} {
		if of.address == "" {
			continue
		}
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", of.address)
		if err != nil {
			listeners.Close()
			return nil, fmt.Errorf("%s %s can't be listened on: %w", of.setting, of.address, err)
		}
		*of.listener = listener
	}
	return listeners, nil
}

// Close frees the addresses. If a server has served on them, they are already closed.
func (l *Listeners) Close() {
	for _, listener := range []net.Listener{l.API, l.Metrics, l.Pprof} {
		if listener != nil {
			_ = listener.Close()
		}
	}
}

package config

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// Listeners are the addresses that a server listens on.
type Listeners struct {
	// API serves everything. Metrics serves only /metrics. It is nil unless /metrics has a separate
	// address.
	API, Metrics net.Listener
}

// Listen starts to listen on the addresses. A server calls it before it opens the database, so that
// no database is created for a server that can't serve. Clients that connect early wait. For an
// invalid setting it returns an [*Error].
func (c Config) Listen(ctx context.Context) (*Listeners, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.Defaults()
	var listen net.ListenConfig
	api, err := listen.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("FIRMHUB_ADDR %s can't be listened on: %w", c.Addr, err)
	}
	listeners := &Listeners{API: api}
	if c.MetricsAddr == "" {
		return listeners, nil
	}
	if listeners.Metrics, err = listen.Listen(ctx, "tcp", c.MetricsAddr); err != nil {
		return nil, errors.Join(fmt.Errorf("FIRMHUB_METRICS_ADDR %s can't be listened on: %w", c.MetricsAddr, err), api.Close())
	}
	return listeners, nil
}

// Close frees the addresses. If a server has served on them, they are already closed.
func (l *Listeners) Close() {
	_ = l.API.Close()
	if l.Metrics != nil {
		_ = l.Metrics.Close()
	}
}

package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// LetHang makes an attempt take as long as its receiver does, up to an hour. It must be called
// before the manager delivers.
func (m *Manager) LetHang() {
	m.client = m.config.Guard.Client(outbound.Limits{Time: time.Hour, Body: maxAnswer})
}

// Refuse begins an attempt of a delivery that may not be seen, in a lane whose outcomes nobody
// takes. It returns how many attempts run then, and how many outcomes are to be stored.
func (m *Manager) Refuse(ctx context.Context, d *Delivery) (running, done int, err error) {
	l := &lane{
		Deliverer: m.NewDeliverer(Options{}), outcomes: make(chan outcome),
		running: map[uuid.UUID]map[uuid.UUID]bool{}, hosts: map[string]int{},
	}
	err = l.attempt(ctx, &Webhook{ID: d.webhookID}, nil, nil, []*Delivery{d})
	return l.calls, len(l.done), err
}

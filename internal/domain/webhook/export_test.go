package webhook

import (
	"time"

	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// LetHang makes an attempt take as long as its receiver does, up to an hour. It must be called
// before the manager delivers.
func (m *Manager) LetHang() {
	m.client = m.config.Guard.Client(outbound.Limits{Time: time.Hour, Body: maxAnswer})
}

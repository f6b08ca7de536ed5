package messaging

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// RecountSome is [Recount] with the number of messages of a step.
var RecountSome = recount

// LastKeptDay is the last day that is not counted again.
var LastKeptDay = lastKeptDay

// WriteCounts adds counts to those of a version.
func WriteCounts(ctx context.Context, d *db.DB, firm uuid.UUID, version int, counts Counts) error {
	return counts.write(ctx, d, firm, version)
}

// WaitingChanges and WaitingSends are how many changes and requests to send wait for the next
// transaction.
func (m *Manager) WaitingChanges() int { return m.changes.Stats().Waiting }

// WaitingSends is described at [Manager.WaitingChanges].
func (m *Manager) WaitingSends() int { return m.sends.Stats().Waiting }

// SetMaxSent sets how many bytes the texts of a request have at most.
func (m *Manager) SetMaxSent(n int) { m.maxSent = n }

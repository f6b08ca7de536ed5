package privacy_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
)

// fillEscaped adds rows with JSON in which an escape stands before a text. The number makes them
// differ from others.
func (b *bundle) fillEscaped(t *testing.T, text string, n int) {
	t.Helper()
	now := entity.Now()
	imported := b.insert(t, "contact_imports", map[string]any{
		"created_at": now, "updated_at": now, "file_id": uuid.New(), "file_name": "all.csv", "file_size": 10, "queued_by_kind": "System",
		"queued_by_id": uuid.Nil, "options": "{}", "dry_run": false, "status": "Completed", "error": "", "finished_at": now,
	})
	for row, before := range []string{"\n", "Sales\r\n", "\t", "\x01", "<", "&", `"`, `\`} {
		cells, err := json.Marshal([]string{"", before + text})
		require.NoError(t, err)
		body, err := json.Marshal(map[string]string{"body": "reach me at" + before + text})
		require.NoError(t, err)
		b.insert(t, "contact_import_rejects", map[string]any{
			"created_at": now, "updated_at": now, "import_id": imported, "row": row, "position": 0, "column": "", "error": "", "cells": string(cells),
		})
		b.insert(t, "audit_entries", map[string]any{
			"created_at": now, "actor_kind": "System", "actor_name": "firmhub", "action": "campaign.update", "target_type": "campaign",
			"target_name": "", "before": string(body), "after": string(body), "address": "", "request_id": "",
		})
		b.insert(t, "numbered_events", map[string]any{"sequence": n + row, "type": "message.received", "data": string(body), "raised_at": now})
		b.insert(t, "raised_events", map[string]any{"type": "message.received", "record_id": uuid.New(), "data": string(body), "raised_at": now})
	}
}

// Where JSON has an escape before an address, the address is found nevertheless. So is a name in
// rows of imports.
func TestErase_escapes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.fillEscaped(t, mail, 0)
		made := b.create(t, firstName, lastName, number, mail)
		document, err := b.Export(b.ctx, made.ID)
		require.NoError(t, err)
		var lists struct{ ImportRejects, AuditEntries, Events, UnnumberedEvents []any }
		require.NoError(t, json.Unmarshal(document, &lists))
		require.Equal(t, []int{8, 8, 8, 8}, []int{
			len(lists.ImportRejects), len(lists.AuditEntries), len(lists.Events), len(lists.UnnumberedEvents),
		})
		require.NoError(t, b.Erase(b.ctx, made.ID))
		b.finish(t)
		require.Empty(t, b.mentions(t, mail))

		b = newBundle(t, d)
		b.fillEscaped(t, "another."+mail, 0)
		b.fillEscaped(t, firstName+" "+lastName, 100)
		require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
		b.finish(t)
		left, err := db.All[string](b.InFirm(b.ctx), "SELECT CAST(cells AS text) AS cells FROM contact_import_rejects WHERE firm_id = $1")
		require.NoError(t, err)
		named := 0
		for _, cells := range left {
			require.NotContains(t, cells, firstName)
			if cells != `["",""]` && cells != `["", ""]` {
				named++
			}
		}
		require.Equal(t, 8, named)
	})
}

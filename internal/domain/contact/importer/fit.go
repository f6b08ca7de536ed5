package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

// maxLoaded is about how many bytes of addresses and drafts of contacts an import loads at a time,
// and of addresses and changes an undo. Usual contacts have less, but 50 KB of rows may belong to
// contacts with 500 MB.
const maxLoaded = 8 << 20

// fit reports whether contacts, and their drafts, may be loaded at a time.
func (w *batch) fit(ctx context.Context, byID map[uuid.UUID]*target) (bool, error) {
	if len(byID) == 0 {
		return true, nil
	}
	ids := slices.Collect(maps.Keys(byID))
	size, err := contact.SizeOfAddresses(ctx, w.db, ids)
	if err != nil || !w.row.DryRun {
		return size <= w.maxLoaded, err
	}
	var drafts int
	table, list := w.db.TableOfIDs(3, ids)
	_, err = w.db.InFirm(ctx).Row([]any{&drafts}, `SELECT coalesce(sum((SELECT sum(octet_length(CAST(d.contact AS text)))
		FROM contact_import_drafts d WHERE d.firm_id = $1 AND d.import_id = $2 AND d.key = '' AND d.contact_id = k.key)), 0)
		FROM `+table+" AS k "+db.PlanAnew, w.row.ID, list)
	if err != nil {
		return false, fmt.Errorf("read the size of drafts: %w", err)
	}
	return size+drafts <= w.maxLoaded, nil
}

package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const namesErased = "The file names a person who was erased. Upload it again without the rows about that person."

// EndErased ends the unfinished imports of a file that names a person who was erased. It returns
// them, and those of the file that have ended since a time: they may have written about the person
// since then. Only the server calls it, as firmhub itself, at the beginning of a transaction.
func (i *Importer) EndErased(ctx context.Context, file uuid.UUID, since time.Time) (all []uuid.UUID, err error) {
	defer fault.Wrap(&err, "importer.EndErased")
	imports, err := db.All[struct {
		ID         uuid.UUID
		Unfinished bool
	}](i.db.InFirm(ctx), `
SELECT id, finished_at IS NULL AS unfinished FROM contact_imports
WHERE firm_id = $1 AND file_id = $2 AND (finished_at IS NULL OR finished_at >= $3) ORDER BY id`, file, since)
	if err != nil {
		return nil, err
	}
	for _, row := range imports {
		all = append(all, row.ID)
		if !row.Unfinished {
			continue
		}
		if _, err := i.lock(ctx, viewer.From(ctx).FirmID, row.ID); err != nil { // A step may be writing.
			return nil, err
		}
		if _, err := i.end(ctx, row.ID, contactimport.StatusFailed, namesErased); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Created returns the contacts that imports of the viewer's firm have created and that match one of
// the keys. Only the server calls it.
func (i *Importer) Created(ctx context.Context, imports []uuid.UUID, keys contact.Keys) (_ []uuid.UUID, err error) {
	defer fault.Wrap(&err, "importer.Created")
	found, err := contact.Matching(ctx, i.db, keys)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	amongImports, listed := i.db.AmongIDs("import_id", 2, imports)
	amongFound, ids := i.db.AmongIDs("contact_id", 3, found)
	created, err := db.All[uuid.UUID](i.db.InFirm(ctx), `
SELECT DISTINCT contact_id AS id FROM contact_import_changes
WHERE firm_id = $1 AND `+amongImports+` AND `+amongFound+` AND before IS NULL ORDER BY 1`, listed, ids)
	if err != nil {
		return nil, fmt.Errorf("find who was created: %w", err)
	}
	return created, nil
}

package file

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
)

// Delete deletes a file that [Store.Get] returns to the viewer, with its content and its public
// URL.
func (s *Store) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "file.Delete")
	return s.db.Tx(ctx, func(ctx context.Context) error {
		row, err := s.find(ctx, id, db.ForUpdate)
		if err != nil {
			return err
		}
		if err := s.forget(ctx, row); err != nil {
			return err
		}
		return audit.Record(ctx, s.db, audit.Change{
			Action: "file.delete", Target: audit.Of("file", row.ID, row.Name),
			Before: map[string]any{"contentType": row.ContentType, "size": row.Size},
		})
	})
}

// forget deletes the row of a file, and its blob after the commit.
func (s *Store) forget(ctx context.Context, row *ent.File) error {
	if err := s.db.Client.File.DeleteOne(row).Exec(ctx); err != nil {
		return fmt.Errorf("delete the file: %w", err)
	}
	if _, err := s.count(ctx, row.FirmID, -s.counted(row.Size)); err != nil {
		return err
	}
	return s.Drop(inFirm(ctx, row.FirmID), Blob{row.ID, row.BlobKey})
}

package file

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/blobcleanup"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// cleanupBatch keeps each transaction short: on SQLite all other writers wait for it.
	cleanupBatch = 100
	// cleanupRetry is how long after a failed deletion of a blob the next try is due.
	cleanupRetry = time.Hour
	// discardLimit is the deadline of the deletion of what an upload has left.
	discardLimit = 30 * time.Second
)

// Cleanup deletes a batch of files, of all firms, that are older than 30 days and not public
// images. It also deletes blobs without a file: a process died between writing one and the commit,
// or could not delete one. It reports whether there may be more. The blobs are deleted after the
// commit.
func (s *Store) Cleanup(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "file.Cleanup")
	err = s.db.Tx(ctx, func(ctx context.Context) error {
		across := rule.AcrossFirms(ctx, "find what is due of all firms")
		old, err := s.db.Client.File.Query().
			Where(file.CreatedAtLT(entity.Now().Add(-kept)), file.PublicTokenIsNil()).
			Order(ent.Asc(file.FieldFirmID), ent.Asc(file.FieldID)).Limit(cleanupBatch).All(across)
		if err != nil {
			return fmt.Errorf("find old files: %w", err)
		}
		for _, row := range old {
			if err := s.Expire(inFirm(ctx, row.FirmID), row.ID); err != nil {
				return err
			}
		}
		now := entity.Now()
		due, err := s.db.Client.BlobCleanup.Query().Where(blobcleanup.DueAtLT(now)).Limit(cleanupBatch).All(across)
		if err != nil {
			return fmt.Errorf("find blobs to delete: %w", err)
		}
		for _, row := range due {
			// The next try is due after this one has failed.
			postponed, err := s.db.Client.BlobCleanup.Update().Where(blobcleanup.ID(row.ID), blobcleanup.DueAtLT(now)).
				SetDueAt(now.Add(cleanupRetry)).Save(inFirm(ctx, row.FirmID))
			if err != nil {
				return fmt.Errorf("postpone: %w", err)
			}
			if postponed == 0 { // Another process deletes it, or a file has claimed it.
				continue
			}
			db.AfterCommit(ctx, func(ctx context.Context) error { return s.remove(ctx, row.FirmID, row.ID, row.BlobKey) })
		}
		more = len(old) == cleanupBatch || len(due) == cleanupBatch
		return nil
	})
	return more, err
}

// Expire deletes a file by its id, as firmhub itself; it may already be deleted. Rows are
// locked firm by firm: if the firms are on several servers, no statement can lock the rows of them
// all. Only the server calls it.
func (s *Store) Expire(ctx context.Context, id uuid.UUID) error {
	row, err := s.find(ctx, id, db.ForUpdate)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lock a file to delete: %w", err)
	}
	return s.forget(ctx, row)
}

// remove deletes a blob without a file, and then its row in blob_cleanups. It does nothing if a
// file has claimed the blob: a commit may have succeeded although its response was lost.
func (s *Store) remove(ctx context.Context, firm, id uuid.UUID, key string) error {
	ctx = inFirm(ctx, firm)
	unclaimed := false
	err := s.db.Tx(ctx, func(ctx context.Context) (err error) {
		unclaimed, err = s.db.Client.BlobCleanup.Query().Where(blobcleanup.ID(id), db.ForUpdate).Exist(ctx)
		return err
	})
	if err != nil || !unclaimed {
		return err
	}
	if err := s.blobs.Delete(ctx, key); err != nil {
		return err
	}
	_, err = s.db.Client.BlobCleanup.Delete().Where(blobcleanup.ID(id)).Exec(ctx)
	return err
}

// discard calls [Store.remove] for a failed upload, whose context may have ended. If it fails,
// Cleanup tries again.
func (s *Store) discard(ctx context.Context, firm, id uuid.UUID, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardLimit)
	defer cancel()
	if err := s.remove(ctx, firm, id, key); err != nil {
		slog.ErrorContext(ctx, "what an upload left could not be deleted", "key", key, "error", err)
	}
}

// inFirm returns a context in which firmhub itself acts in a firm.
func inFirm(ctx context.Context, firm uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
}

package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/blobcleanup"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// writeLimit is how long writing a blob may take before it counts as dead. The slowest upload that
// the server accepts takes less.
const writeLimit = 24 * time.Hour

// Blob names the content of a row.
type Blob struct {
	// ID is that of its row in blob_cleanups, which may be there for another day after an attempt
	// to write it has failed. So each attempt has another id and another key. That of a blob to
	// drop may be the id of the row whose content it was.
	ID  uuid.UUID
	Key string
}

// Keep writes a blob in the firm of ctx, and calls commit in the transaction that makes it the
// content of a row. If it returns an error there is no blob. Only the server calls it.
func (s *Store) Keep(ctx context.Context, b Blob, content io.Reader, commit func(ctx context.Context, size int64) error) error {
	firm := viewer.From(ctx).FirmID
	if err := s.expect(ctx, b); err != nil {
		return err
	}
	size, err := s.put(ctx, b.Key, content)
	if err != nil {
		s.discard(ctx, firm, b.ID, b.Key)
		return err
	}
	return s.db.Tx(ctx, func(ctx context.Context) error {
		db.OnRollback(ctx, func(ctx context.Context) error { return s.remove(ctx, firm, b.ID, b.Key) })
		claimed, err := s.db.Client.BlobCleanup.Delete().Where(blobcleanup.ID(b.ID)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("claim the blob: %w", err)
		}
		if claimed == 0 {
			return errors.New("the blob was deleted while it was written")
		}
		return commit(ctx, size)
	})
}

// Open opens a blob that [Store.Keep] has written. Only the server calls it.
func (s *Store) Open(ctx context.Context, key string) (*blob.Reader, error) {
	return s.get(ctx, key)
}

// Drop deletes a blob of the firm of ctx after the transaction of ctx, which deletes its row. Only
// the server calls it.
func (s *Store) Drop(ctx context.Context, b Blob) error {
	firm := viewer.From(ctx).FirmID
	err := s.db.Client.BlobCleanup.Create().SetID(b.ID).SetFirmID(firm).SetBlobKey(b.Key).SetDueAt(entity.Now().Add(cleanupRetry)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("announce the deletion of the blob: %w", err)
	}
	db.AfterCommit(ctx, func(ctx context.Context) error { return s.remove(ctx, firm, b.ID, b.Key) })
	return nil
}

// expect commits a row for [Store.Cleanup] before a blob is written.
func (s *Store) expect(ctx context.Context, b Blob) error {
	err := s.db.Client.BlobCleanup.Create().SetID(b.ID).SetBlobKey(b.Key).SetDueAt(entity.Now().Add(writeLimit)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("announce the blob: %w", err)
	}
	return nil
}

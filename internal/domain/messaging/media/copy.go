package media

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Copy returns the copy of an uploaded file that the viewer may read, to be sent with messages. It
// makes the copy unless the file was sent before. It returns NotFound for other files,
// ValidationError for a file of more than [provider.MaxMedia], and Conflict if the files of the
// firm's messages would have more than 50 GiB together. It has transactions of its own.
func (m *Manager) Copy(ctx context.Context, fileID uuid.UUID) (_ *Media, err error) {
	defer fault.Wrap(&err, "media.Copy")
	of, content, err := m.files.Content(ctx, fileID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }() // it was only read
	known, err := read(ctx, m.db, "file_id = $2", fileID)
	if err != nil {
		return nil, err
	}
	if len(known) > 0 {
		return known[0], nil
	}
	if of.Size > provider.MaxMedia {
		return nil, fault.New(fault.ValidationError, "must have at most %d bytes", provider.MaxMedia)
	}
	if err := m.checkRoom(ctx, int64(of.Size)); err != nil {
		return nil, err
	}
	copied := &Media{ID: entity.NewID(), ContentType: of.ContentType, Name: of.Name, Size: int64(of.Size), Status: Ready}
	copied.key = keyOf(ctx, copied.ID)
	err = m.files.Keep(ctx, file.Blob{ID: copied.ID, Key: copied.key}, content, func(ctx context.Context, _ int64) error {
		inserted, err := m.db.InFirm(ctx).Exec(`
INSERT INTO message_media (id, firm_id, file_id, content_type, name, size, status, blob_key, used_at)
VALUES ($2, $1, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (firm_id, file_id) DO NOTHING`,
			copied.ID, fileID, copied.ContentType, copied.Name, copied.Size, string(copied.Status), copied.key, entity.Now())
		if err == nil && inserted == 0 {
			err = errCopied
		}
		return err
	})
	if errors.Is(err, errCopied) {
		return m.Copy(ctx, fileID)
	}
	if err != nil {
		return nil, err
	}
	return copied, nil
}

// errCopied is returned to roll back a copy when another request has made one meanwhile.
var errCopied = errors.New("media: the file was copied meanwhile")

// ErrDeleted is returned for a file that was deleted after [Manager.Copy] had returned it: its
// messages were old, or a person was erased.
var ErrDeleted = errors.New("media: the file was deleted meanwhile")

// Use notes in the transaction of ctx that messages with files of the firm of ctx occur until a
// time. It returns [ErrDeleted] if one of the files is not there any more. Those that are stay
// until the transaction has ended.
func Use(ctx context.Context, d *db.DB, until map[uuid.UUID]time.Time) error {
	// In one order, so that two transactions do not wait for each other.
	for _, id := range slices.SortedFunc(maps.Keys(until), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) {
		found, err := d.InFirm(ctx).Exec(
			"UPDATE message_media SET used_at = CASE WHEN used_at < $3 THEN $3 ELSE used_at END WHERE firm_id = $1 AND id = $2", id, until[id])
		if err != nil {
			return err
		}
		if found == 0 {
			return ErrDeleted
		}
	}
	return nil
}

// keyOf returns a key for a new blob of the firm of ctx.
func keyOf(ctx context.Context, id uuid.UUID) string {
	return viewer.From(ctx).FirmID.String() + "/media/" + id.String()
}

// checkRoom returns Conflict if the files of the messages of the firm of ctx would be too large
// together.
func (m *Manager) checkRoom(ctx context.Context, size int64) error {
	var used int64
	if _, err := m.db.InFirm(ctx).Row([]any{&used}, "SELECT coalesce(sum(size), 0) FROM message_media WHERE firm_id = $1"); err != nil {
		return err
	}
	if used+size > m.limit {
		return fault.New(fault.Conflict, "The files of your firm's messages may have at most %d bytes together.", m.limit)
	}
	return nil
}

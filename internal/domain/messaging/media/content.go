package media

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/fault"
)

// Content opens the file of a message of the viewer's firm, and the caller closes it. It returns
// NotFound for a message that has none, whose file could not be fetched or is gone, and Conflict
// while it is fetched.
func (m *Manager) Content(ctx context.Context, message uuid.UUID) (_ *Media, _ *blob.Reader, err error) {
	defer fault.Wrap(&err, "media.Content")
	all, err := read(ctx, m.db, `id = (
SELECT (SELECT m.media_id FROM messages m WHERE m.firm_id = $1 AND m.occurred_at = k.occurred_at AND m.id = k.id)
FROM message_keys k WHERE k.firm_id = $1 AND k.id = $2)`, message)
	switch {
	case err != nil:
		return nil, nil, err
	case len(all) == 0:
		return nil, nil, fault.New(fault.NotFound, "There is no such message with a file.")
	case all[0].Status == Pending:
		return nil, nil, fault.New(fault.Conflict, "The file is being fetched. Try again later.")
	case all[0].Status == Failed:
		return nil, nil, fault.New(fault.NotFound, "The file could not be fetched from the provider.")
	}
	content, err := m.files.Open(ctx, all[0].key)
	if errors.Is(err, blob.ErrNotFound) { // It was deleted just now, or a backup was restored without it.
		return nil, nil, fault.New(fault.NotFound, "There is no such file.").Because(err)
	}
	return all[0], content, err
}

// Open opens the content of a file that is sent, and the caller closes it. Only the server calls
// it.
func (m *Manager) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	content, err := m.files.Open(ctx, key)
	if err != nil {
		return nil, err // a nil *blob.Reader would be no nil io.ReadCloser
	}
	return content, nil
}

// deletedAtOnce keeps each transaction short.
const deletedAtOnce = 100

// Cleanup deletes a batch of files, of all firms, whose messages are all older than a time, and
// reports whether there may be more. Only a periodic task calls it.
func Cleanup(ctx context.Context, d *db.DB, files *file.Store, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "media.Cleanup")
	err = d.Tx(ctx, func(ctx context.Context) error {
		across := d.AcrossFirms(rule.AcrossFirms(ctx, "find files of old messages of any firm"))
		old, err := readDue(across, "used_at < $1 ORDER BY used_at LIMIT $2", before, deletedAtOnce)
		if err != nil {
			return err
		}
		more = len(old) == deletedAtOnce
		for _, each := range old {
			ctx := inFirm(ctx, each.FirmID)
			var key string
			_, err := d.InFirm(ctx).Row([]any{&key},
				"DELETE FROM message_media WHERE firm_id = $1 AND id = $2 AND used_at < $3 RETURNING blob_key", each.ID, before)
			if err != nil {
				return err
			}
			if key == "" {
				continue
			}
			if err := files.Drop(ctx, file.Blob{ID: each.ID, Key: key}); err != nil {
				return err
			}
		}
		return nil
	})
	return more, err
}

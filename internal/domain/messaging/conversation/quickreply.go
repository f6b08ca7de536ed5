package conversation

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// QuickReply is a text that agents insert by its shortcut.
type QuickReply struct {
	ID             uuid.UUID
	Shortcut, Body string
	UpdatedAt      time.Time
}

const (
	maxQuickReplies = 500
	maxShortcut     = 50
	maxReply        = 4096
)

// QuickReplies returns the quick replies of the viewer's firm by their shortcuts: at most 500. The
// case of ASCII letters does not matter for the order.
func QuickReplies(ctx context.Context, d *db.DB) (all []*QuickReply, err error) {
	defer fault.Wrap(&err, "conversation.QuickReplies")
	rows, err := db.All[struct {
		ID             uuid.UUID
		Shortcut, Body string
		UpdatedAt      time.Time `sql:"updated_at"`
	}](d.InFirm(ctx), `
SELECT id, shortcut, body, updated_at FROM quick_replies WHERE firm_id = $1
ORDER BY `+db.LowerASCII(d.Dialect(), "shortcut")+`, id LIMIT $2`, maxQuickReplies)
	all = make([]*QuickReply, len(rows))
	for i, row := range rows {
		all[i] = &QuickReply{row.ID, row.Shortcut, row.Body, row.UpdatedAt.UTC()}
	}
	return all, err
}

// SaveQuickReplyInput is a quick reply: a new one without an id.
type SaveQuickReplyInput struct {
	ID             *uuid.UUID
	Shortcut, Body string
}

// Validate trims the texts and returns every fault.
func (in *SaveQuickReplyInput) Validate() fault.Details {
	faults := checkBody(&in.Body, maxReply)
	plaintext.CheckName(&faults, "shortcut", &in.Shortcut, maxShortcut)
	return faults
}

// SaveQuickReply creates or changes a quick reply of the viewer's firm. It returns NotFound for an
// id that the firm has not, and Conflict if another one has the shortcut, or the firm has 500.
func SaveQuickReply(ctx context.Context, d *db.DB, in SaveQuickReplyInput) (saved *QuickReply, err error) {
	defer fault.Wrap(&err, "conversation.SaveQuickReply")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	saved = &QuickReply{ID: entity.NewID(), Shortcut: in.Shortcut, Body: in.Body, UpdatedAt: entity.Now()}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if in.ID != nil {
			saved.ID = *in.ID
			n, err := d.InFirm(ctx).Exec("UPDATE quick_replies SET updated_at = $3, shortcut = $4, body = $5 WHERE firm_id = $1 AND id = $2",
				saved.ID, saved.UpdatedAt, saved.Shortcut, saved.Body)
			if err == nil && n == 0 {
				err = fault.New(fault.NotFound, "There is no such quick reply.")
			}
			return err
		}
		// Two that are saved at the same time count each other.
		if err := d.Lock(ctx, "quick replies", viewer.From(ctx).FirmID); err != nil {
			return err
		}
		var n int
		if _, err := d.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM quick_replies WHERE firm_id = $1"); err != nil {
			return err
		}
		if n >= maxQuickReplies {
			return fault.New(fault.Conflict, "The firm has %d quick replies already. Delete one first.", maxQuickReplies)
		}
		_, err := d.InFirm(ctx).Exec(
			"INSERT INTO quick_replies (id, firm_id, created_at, updated_at, shortcut, body) VALUES ($2, $1, $3, $3, $4, $5)",
			saved.ID, saved.UpdatedAt, saved.Shortcut, saved.Body)
		return err
	})
	if db.IsUnique(err) {
		return nil, fault.New(fault.Conflict, "The firm has another quick reply with this shortcut.").Because(err)
	}
	if err != nil {
		return nil, err
	}
	return saved, nil
}

// QuickReplyRef names a quick reply.
type QuickReplyRef struct{ ID uuid.UUID }

// DeleteQuickReply deletes a quick reply of the viewer's firm, or returns NotFound.
func DeleteQuickReply(ctx context.Context, d *db.DB, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "conversation.DeleteQuickReply")
	n, err := d.InFirm(ctx).Exec("DELETE FROM quick_replies WHERE firm_id = $1 AND id = $2", id)
	if err == nil && n == 0 {
		err = fault.New(fault.NotFound, "There is no such quick reply.")
	}
	return err
}

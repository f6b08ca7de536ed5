package tags

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
)

// Delete removes a tag from all contacts of the viewer's firm, deletes it and returns its name. It
// returns ValidationError for a blank name, and NotFound for a tag that no contact has. Other
// transactions that change tags of the firm's contacts wait for it. It does not change the
// updatedAt of contacts.
func Delete(ctx context.Context, d *db.DB, name string) (deleted string, err error) {
	defer fault.Wrap(&err, "tags.Delete")
	var faults fault.Details
	checkName(&faults, "tag", name)
	if err := faults.Err(); err != nil {
		return "", err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := lock(ctx, d); err != nil {
			return err
		}
		gone, err := findShown(ctx, d, name)
		if err != nil {
			return err
		}
		deleted = gone.Name
		_, err = d.InFirm(ctx).Exec("DELETE FROM contact_tags WHERE firm_id = $1 AND tag_id = $2", gone.ID)
		if err != nil {
			return fmt.Errorf("remove the tag from contacts: %w", err)
		}
		if err := drop(ctx, d, gone.ID); err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{Action: "tag.delete", Target: gone.target(), Before: gone.auditFields()})
	})
	return deleted, err
}

// drop deletes a tag that no contact has any more, and its counts. Its row keeps the mark; see
// [ent/schema.Tag].
func drop(ctx context.Context, d *db.DB, id uuid.UUID) error {
	if _, err := d.InFirm(ctx).Exec("DELETE FROM contact_counts WHERE firm_id = $1 AND tag_id = $2", id); err != nil {
		return fmt.Errorf("delete the counts of the tag: %w", err)
	}
	if err := d.Client.Tag.UpdateOneID(id).ClearNameKey().Exec(ctx); err != nil {
		return fmt.Errorf("delete the tag: %w", err)
	}
	return nil
}

package tags

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// RenameInput is a new name of a tag.
type RenameInput struct {
	// Tag is the present name, in any letter case.
	Tag string
	// Name is the new name.
	Name string
	// Merge allows the name of another tag, which then has the contacts of both.
	Merge *bool
}

// Validate trims the names and returns every fault.
func (in *RenameInput) Validate() fault.Details {
	var faults fault.Details
	checkName(&faults, "tag", in.Tag)
	if plaintext.Check(&faults, "name", &in.Name, maxName) {
		checkName(&faults, "name", in.Name)
	}
	return faults
}

// Rename renames a tag of the viewer's firm. A new letter case is a new name, too. It returns
// NotFound for a tag that no contact has, and Conflict for the name of another tag that some
// contact has, unless Merge is set. Other transactions that change tags of the firm's contacts wait
// for it. It does not change the updatedAt of contacts.
func Rename(ctx context.Context, d *db.DB, in RenameInput) (renamed *Counted, err error) {
	defer fault.Wrap(&err, "tags.Rename")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := lock(ctx, d); err != nil {
			return err
		}
		from, err := findShown(ctx, d, in.Tag)
		if err != nil {
			return err
		}
		switch other, exists, err := find(ctx, d, in.Name); {
		case err != nil:
			return err
		case !exists || other.ID == from.ID:
		case other.ContactCount == 0: // the firm does not know that it exists
			if err := moveLinks(ctx, d, other.ID, from.ID); err != nil {
				return err
			}
		case in.Merge != nil && *in.Merge:
			renamed, err = merge(ctx, d, []*Counted{from}, other)
			return err
		default:
			return fault.New(fault.Conflict, "There is a tag %q already. Set merge to give it the contacts of both.", other.Name)
		}
		renamed, err = rename(ctx, d, from, in.Name)
		return err
	})
	return renamed, err
}

func rename(ctx context.Context, d *db.DB, from *Counted, name string) (*Counted, error) {
	err := d.Client.Tag.UpdateOneID(from.ID).SetName(name).SetNameKey(Key(name)).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("rename the tag: %w", err)
	}
	to := &Counted{ID: from.ID, Name: name, ContactCount: from.ContactCount}
	return to, audit.RecordUpdate(ctx, d, "tag.rename", to.target(), from.auditFields(), to.auditFields())
}

// MergeInput are the tags to merge into one.
type MergeInput struct {
	// Tags are names in any letter case, from 1 to 50. Into may be among them.
	Tags []string
	// Into is the name of the remaining tag.
	Into string
}

// Validate returns every fault.
func (in *MergeInput) Validate() fault.Details {
	var faults fault.Details
	if len(in.Tags) < 1 || len(in.Tags) > Max {
		faults.Add("tags", "must have from 1 to %d tags", Max)
	}
	for i, name := range in.Tags[:min(len(in.Tags), Max)] {
		checkName(&faults, fmt.Sprintf("tags[%d]", i), name)
	}
	checkName(&faults, "into", in.Into)
	return faults
}

// Merge replaces some tags of contacts by another one. It returns NotFound for a tag that no
// contact has. Other transactions that change tags of the firm's contacts wait for it. It does not
// change the updatedAt of contacts.
func Merge(ctx context.Context, d *db.DB, in MergeInput) (merged *Counted, err error) {
	defer fault.Wrap(&err, "tags.Merge")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := lock(ctx, d); err != nil {
			return err
		}
		into, err := findShown(ctx, d, in.Into)
		if err != nil {
			return err
		}
		seen := map[uuid.UUID]bool{into.ID: true}
		from := make([]*Counted, 0, len(in.Tags))
		for _, name := range in.Tags {
			one, err := findShown(ctx, d, name)
			if err != nil {
				return err
			}
			if !seen[one.ID] {
				seen[one.ID] = true
				from = append(from, one)
			}
		}
		if merged = into; len(from) == 0 {
			return nil
		}
		merged, err = merge(ctx, d, from, into)
		return err
	})
	return merged, err
}

// merge moves the contacts of tags to another tag.
func merge(ctx context.Context, d *db.DB, from []*Counted, into *Counted) (*Counted, error) {
	before := make([]auditFields, 0, 1+len(from))
	for _, one := range append(from, into) {
		before = append(before, one.auditFields())
	}
	for _, one := range from {
		if err := moveLinks(ctx, d, one.ID, into.ID); err != nil {
			return nil, err
		}
	}
	contacts, err := count.OfTag(ctx, d, into.ID)
	if err != nil {
		return nil, err
	}
	merged := &Counted{ID: into.ID, Name: into.Name, ContactCount: contacts}
	return merged, audit.Record(ctx, d, audit.Change{
		Action: "tag.merge", Target: merged.target(), Before: map[string]any{"tags": before}, After: merged.auditFields(),
	})
}

// moveLinks replaces a tag by another one in all its contacts, including deleted ones, and deletes
// the tag. A contact that already has the other tag only loses this one.
func moveLinks(ctx context.Context, d *db.DB, from, into uuid.UUID) error {
	inFirm := d.InFirm(ctx)
	_, err := inFirm.Exec(`DELETE FROM contact_tags WHERE firm_id = $1 AND tag_id = $2 AND contact_id IN (
		SELECT contact_id FROM contact_tags WHERE firm_id = $1 AND tag_id = $3)`, from, into)
	if err != nil {
		return fmt.Errorf("remove the tag from contacts that have both: %w", err)
	}
	var left int
	_, err = inFirm.Row([]any{&left},
		"SELECT count(*) FROM contact_tags WHERE firm_id = $1 AND tag_id = $2 AND contact_deleted_at IS NULL", from)
	if err != nil {
		return fmt.Errorf("count the contacts that get the other tag: %w", err)
	}
	_, err = inFirm.Exec("UPDATE contact_tags SET tag_id = $3 WHERE firm_id = $1 AND tag_id = $2", from, into)
	if err != nil {
		return fmt.Errorf("give contacts the other tag: %w", err)
	}
	_, err = inFirm.Exec(`UPDATE tags SET merged_marks = merged_marks || (
		SELECT mark || merged_marks FROM tags WHERE firm_id = $1 AND id = $2) WHERE firm_id = $1 AND id = $3`, from, into)
	if err != nil {
		return fmt.Errorf("add the marks of the tag to those of the other one: %w", err)
	}
	if err := drop(ctx, d, from); err != nil {
		return err
	}
	return count.Add(ctx, d, count.Changes{into: left})
}

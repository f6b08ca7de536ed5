package tags

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Counted is a tag of the firm. Clients see only those that some contact has.
type Counted struct {
	ID   uuid.UUID
	Name string
	// ContactCount is the number of contacts that have the tag.
	ContactCount int
}

// auditFields are the fields of a tag in the audit log.
type auditFields struct {
	Name         string `json:"name"`
	ContactCount int    `json:"contactCount"`
}

func (t *Counted) auditFields() auditFields { return auditFields{t.Name, t.ContactCount} }

func (t *Counted) target() audit.Target { return audit.Of("tag", t.ID, t.Name) }

// PageInput selects a page of the tags.
type PageInput struct {
	Page, PageSize *int
	// SearchTerm is the beginning of a tag, in any letter case. An empty one selects all.
	SearchTerm string
}

// Validate trims the search term and returns every fault.
func (in *PageInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	plaintext.Check(&faults, "searchTerm", &in.SearchTerm, maxSearchTerm)
	return faults
}

// maxSearchTerm is the length of a search term in characters.
const maxSearchTerm = 200

// Page is a page of tags.
type Page = page.Numbered[*Counted]

// List returns a page of the tags that contacts of the viewer's firm have, the most used first,
// then by name.
func List(_ context.Context, d *db.DB, in PageInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	prefix := Key(in.SearchTerm)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) ([]*Counted, error) {
			return usedTags(ctx, d, prefix, limit, offset)
		},
		func(ctx context.Context) (int, error) { return countUsedTags(ctx, d, prefix) },
	), nil
}

// Names returns the names of the tags that begin with the search term, in the order of [List]; by
// default 20.
func Names(ctx context.Context, d *db.DB, searchTerm string, limit *int) ([]string, error) {
	var faults fault.Details
	page.CheckRange(&faults, "limit", limit, page.MaxSize)
	plaintext.Check(&faults, "searchTerm", &searchTerm, maxSearchTerm)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	most := page.DefaultSize
	if limit != nil {
		most = *limit
	}
	tags, err := usedTags(ctx, d, Key(searchTerm), most, 0)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(tags))
	for i, t := range tags {
		names[i] = t.Name
	}
	return names, nil
}

// usedTag is a query for the tags of a firm, $1, with keys from $2 to $3 that some contact has.
const usedTag = `SELECT t.id, t.name, CAST(sum(c.n) AS bigint) AS contactcount, t.name_key
	FROM tags t JOIN contact_counts c ON c.firm_id = t.firm_id AND c.tag_id = t.id
	WHERE t.firm_id = $1 AND c.firm_id = $1 AND t.name_key >= $2 AND t.name_key < $3
	GROUP BY t.id, t.name, t.name_key HAVING sum(c.n) > 0`

func usedTags(ctx context.Context, d *db.DB, prefix string, limit, offset int) (_ []*Counted, err error) {
	defer fault.Wrap(&err, "tags.List")
	return db.All[*Counted](d.InFirm(ctx), "SELECT id, name, contactcount FROM ("+usedTag+
		") AS used ORDER BY contactcount DESC, name_key LIMIT $4 OFFSET $5", prefix, afterPrefix(prefix), limit, offset)
}

func countUsedTags(ctx context.Context, d *db.DB, prefix string) (n int, err error) {
	defer fault.Wrap(&err, "tags.List")
	_, err = d.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM ("+usedTag+") AS used", prefix, afterPrefix(prefix))
	return n, err
}

// afterPrefix returns a text that sorts after all keys that begin with a prefix. Keys are compared
// by code point.
func afterPrefix(prefix string) string { return prefix + "\U0010FFFF" }

// find returns the tag of the viewer's firm with a name, in any letter case, if there is one.
func find(ctx context.Context, d *db.DB, name string) (_ *Counted, exists bool, err error) {
	row, err := d.Client.Tag.Query().Where(tag.NameKey(Key(name))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find a tag: %w", err)
	}
	contacts, err := count.OfTag(ctx, d, row.ID)
	return &Counted{ID: row.ID, Name: row.Name, ContactCount: contacts}, true, err
}

// findShown returns the tag with a name, or NotFound if no contact has it.
func findShown(ctx context.Context, d *db.DB, name string) (*Counted, error) {
	found, exists, err := find(ctx, d, name)
	if err != nil {
		return nil, err
	}
	if !exists || found.ContactCount == 0 {
		return nil, fault.New(fault.NotFound, "There is no tag %s.", fault.Shown(plaintext.Trim(name)))
	}
	return found, nil
}

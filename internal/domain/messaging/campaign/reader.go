package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/page"
)

// readAtOnce is how many contacts are read at once, and stored by one step of preparing.
const readAtOnce = 1000

// position is where reading an audience goes on: after a contact, which was created at a time.
type position struct {
	At time.Time `json:"at,omitzero"`
	ID uuid.UUID `json:"id"`
}

// prospect is a contact of an audience.
type prospect struct {
	messaging.Reachable

	id uuid.UUID
	// fields are the texts of the contact, if a parameter needs them.
	fields map[string]string
}

// reader reads the contacts of an audience, in an order that new ones do not disturb.
type reader struct {
	db       *db.DB
	audience *Audience
	// until is when the audience is taken: newer contacts are left out.
	until time.Time
	// texts reports whether the fields of the contacts are needed.
	texts bool
	at    position
	tags  tagIDs
	// batch is how many contacts are read at once, and read how many were, with those that the tags
	// leave out.
	batch, read int
}

func (m *Manager) newReader(ctx context.Context, c *Campaign, until time.Time, at position) (*reader, error) {
	r := &reader{db: m.db, audience: &c.Audience, until: until, at: at, batch: m.batch}
	for _, p := range c.Parameters {
		r.texts = r.texts || p.Field != nil
	}
	var err error
	r.tags, err = readTags(ctx, m.db, &c.Audience)
	return r, err
}

// none reports whether the tags select no contact at all.
func (r *reader) none() bool {
	return r.tags.missing || len(r.audience.TagsAny) > 0 && len(r.tags.any) == 0
}

// next returns the next contacts, and whether there may be more.
func (r *reader) next(ctx context.Context) (found []*prospect, more bool, err error) {
	if r.none() {
		return nil, false, nil
	}
	ids, more, err := r.ids(ctx)
	r.read += len(ids)
	if err != nil || len(ids) == 0 {
		return nil, false, err
	}
	if ids, err = r.tagged(ctx, ids); err != nil || len(ids) == 0 {
		return nil, more, err
	}
	found, err = r.load(ctx, ids)
	return found, more, err
}

// ids returns the next ids of the audience, without regard to its tags.
func (r *reader) ids(ctx context.Context) (ids []uuid.UUID, more bool, err error) {
	switch {
	case len(r.audience.ContactIDs) > 0:
		ids, more = r.listed()
		return ids, more, nil
	case r.audience.ImportID != nil:
		ids, err = db.All[uuid.UUID](r.db.InFirm(ctx), `
SELECT contact_id FROM contact_import_changes WHERE firm_id = $1 AND import_id = $2 AND contact_id > $3 ORDER BY contact_id LIMIT $4`,
			*r.audience.ImportID, r.at.ID, r.batch)
		if len(ids) > 0 {
			r.at.ID = ids[len(ids)-1]
		}
		return ids, len(ids) == r.batch, err
	}
	return r.filtered(ctx)
}

func (r *reader) listed() (ids []uuid.UUID, more bool) {
	rest := r.audience.ContactIDs
	first := sort.Search(len(rest), func(i int) bool { return bytes.Compare(rest[i][:], r.at.ID[:]) > 0 })
	ids = rest[first:min(len(rest), first+r.batch)]
	if len(ids) > 0 {
		r.at.ID = ids[len(ids)-1]
	}
	return ids, first+len(ids) < len(rest)
}

// errOrder is returned when a contact was read without what it is ordered by.
var errOrder = errors.New("campaign: a contact has no time of creation")

func (r *reader) filtered(ctx context.Context) (ids []uuid.UUID, more bool, err error) {
	in := query.ListInput{SortBy: "createdAt", TagIDs: slices.Collect(maps.Keys(r.tags.all))}
	if r.audience.Filter != nil {
		in.SearchTerm = r.audience.Filter.SearchTerm
	}
	contacts, err := query.NewReader(ctx, r.db, in)
	if err != nil {
		return nil, false, err
	}
	if r.at.ID != uuid.Nil {
		contacts.Skip(&ent.Contact{ID: r.at.ID, CreatedAt: r.at.At})
	}
	read, err := contacts.Read(ctx, r.batch, page.Selection{Columns: []string{entcontact.FieldID, entcontact.FieldCreatedAt}})
	if err != nil {
		return nil, false, err
	}
	for _, each := range read {
		if each.CreatedAt.IsZero() {
			return nil, false, errOrder
		}
		if each.CreatedAt.After(r.until) {
			return ids, false, nil
		}
		r.at = position{At: each.CreatedAt, ID: each.ID}
		ids = append(ids, each.ID)
	}
	return ids, len(read) == r.batch, nil
}

// tagged returns those of the contacts whose tags the audience wants.
func (r *reader) tagged(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	if len(r.tags.all)+len(r.tags.any)+len(r.tags.none) == 0 {
		return ids, nil
	}
	var wanted []uuid.UUID
	for _, list := range []map[uuid.UUID]bool{r.tags.all, r.tags.any, r.tags.none} {
		for id := range list {
			wanted = append(wanted, id)
		}
	}
	among, list := r.db.AmongIDs("contact_id", 2, ids)
	ofTags, tagList := r.db.AmongIDs("tag_id", 3, wanted)
	links, err := db.All[struct {
		ContactID uuid.UUID `sql:"contact_id"`
		TagID     uuid.UUID `sql:"tag_id"`
	}](r.db.InFirm(ctx), "SELECT contact_id, tag_id FROM contact_tags WHERE firm_id = $1 AND "+among+" AND "+ofTags, list, tagList)
	if err != nil {
		return nil, fmt.Errorf("find the tags of contacts: %w", err)
	}
	hasAll, hasAny, hasOne := map[uuid.UUID]int{}, map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	for _, link := range links {
		if r.tags.all[link.TagID] {
			hasAll[link.ContactID]++
		}
		hasAny[link.ContactID] = hasAny[link.ContactID] || r.tags.any[link.TagID]
		hasOne[link.ContactID] = hasOne[link.ContactID] || r.tags.none[link.TagID]
	}
	var kept []uuid.UUID
	for _, id := range ids {
		if hasAll[id] == len(r.tags.all) && (hasAny[id] || len(r.tags.any) == 0) && !hasOne[id] {
			kept = append(kept, id)
		}
	}
	return kept, nil
}

// load returns the contacts that are not deleted, in the order of the ids.
func (r *reader) load(ctx context.Context, ids []uuid.UUID) ([]*prospect, error) {
	reachable, err := messaging.ReadReachable(ctx, r.db, ids)
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	texts := map[uuid.UUID]map[string]string{}
	if r.texts {
		if texts, err = contact.Texts(ctx, r.db, ids); err != nil {
			return nil, fmt.Errorf("read the fields of contacts: %w", err)
		}
	}
	found := make([]*prospect, 0, len(reachable))
	for _, id := range ids {
		if of, ok := reachable[id]; ok {
			found = append(found, &prospect{Reachable: of, id: id, fields: texts[id]})
		}
	}
	return found, nil
}

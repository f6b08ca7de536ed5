package graph

import (
	"time"

	"entgo.io/contrib/entgql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/fault"
)

// pageBounds are how much of a connection is asked for.
type pageBounds struct{ first, last *int }

// newPageBounds checks the page that is asked for; where no size is given, it is the first page of the default size.
func newPageBounds(first, last *int, after, before *entgql.Cursor[uuid.UUID], order *ent.ContactOrder) (pageBounds, error) {
	var faults fault.Details
	for field, asked := range map[string]*int{"first": first, "last": last} {
		if asked != nil && (*asked < 1 || *asked > contact.MaxPageSize) {
			faults.Add(field, "must be from 1 to %d", contact.MaxPageSize)
		}
	}
	if first != nil && last != nil {
		faults.Add("last", "can't be given together with first")
	}
	for field, cursor := range map[string]*entgql.Cursor[uuid.UUID]{"after": after, "before": before} {
		if cursor != nil && !fits(cursor.Value, order.Field) {
			faults.Add(field, "must be a cursor that came with this order")
		}
	}
	if first == nil && last == nil {
		size := contact.DefaultPageSize
		first = &size
	}
	return pageBounds{first, last}, faults.Err()
}

// fits tells whether a cursor's value can be compared in this order: a client may send the cursor of another list, or
// one of its own making.
func fits(value any, order *ent.ContactOrderField) bool {
	var ok bool
	switch order.String() { // gqlgen decodes a copy of the field, so it can't be compared itself
	case ent.ContactOrderFieldCreatedAt.String(), ent.ContactOrderFieldUpdatedAt.String():
		_, ok = value.(time.Time)
	default:
		_, ok = value.(string)
	}
	return ok
}

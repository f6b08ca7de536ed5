package contact

import (
	"context"
	"fmt"
	"time"

	"entgo.io/contrib/entgql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ConnectionInput selects a part of the contacts that match a filter, as a Relay connection.
type ConnectionInput struct {
	// First and Last are from 1 to 100. Only one may be given; without both it is the first 20.
	First, Last *int
	// After and Before are cursors that came with the same order.
	After, Before *ent.Cursor
	// Filter nil means all contacts.
	Filter *FilterInput
	// OrderBy nil means the newest first.
	OrderBy *ent.ContactOrder
}

// Validate sets defaults and returns every fault.
func (in *ConnectionInput) Validate() fault.Details {
	var faults fault.Details
	if in.OrderBy == nil {
		in.OrderBy = &ent.ContactOrder{Direction: entgql.OrderDirectionDesc, Field: ent.ContactOrderFieldCreatedAt}
	}
	page.CheckRange(&faults, "first", in.First, page.MaxSize)
	page.CheckRange(&faults, "last", in.Last, page.MaxSize)
	switch {
	case in.First != nil && in.Last != nil:
		faults.Add("last", "can't be given together with first")
	case in.First == nil && in.Last == nil:
		size := page.DefaultSize
		in.First = &size
	}
	checkCursor(&faults, "after", in.After, in.OrderBy)
	checkCursor(&faults, "before", in.Before, in.OrderBy)
	if in.Filter != nil {
		faults.AddAll("filter.", in.Filter.Validate())
	}
	return faults
}

// checkCursor adds a fault for a cursor that another order made: its value can't be compared in this one.
func checkCursor(faults *fault.Details, field string, cursor *ent.Cursor, order *ent.ContactOrder) {
	if cursor == nil {
		return
	}
	var fits bool
	switch order.Field.String() { // a decoded order holds a copy of the field, so it can't be compared itself
	case ent.ContactOrderFieldCreatedAt.String(), ent.ContactOrderFieldUpdatedAt.String():
		_, fits = cursor.Value.(time.Time)
	default:
		_, fits = cursor.Value.(string)
	}
	if !fits {
		faults.Add(field, "must be a cursor that came with this order")
	}
}

// Connect returns a part of the contacts of the viewer's firm. Within a GraphQL operation only the columns and edges that it
// selects are read, and contacts are counted only if it selects the total.
func Connect(ctx context.Context, d *db.DB, in ConnectionInput) (*ent.ContactConnection, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	query := d.Client.Contact.Query()
	if in.Filter != nil {
		query.Where(in.Filter.predicates()...)
	}
	connection, err := query.Paginate(ctx, in.After, in.First, in.Before, in.Last, ent.WithContactOrder(in.OrderBy))
	if err != nil {
		return nil, fmt.Errorf("contact.Connect: %w", err)
	}
	return connection, nil
}

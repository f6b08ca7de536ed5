package query

import (
	"fmt"
	"io"
	"strconv"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/page"
)

// Order is the order of a connection of contacts.
type Order struct {
	Direction page.Direction
	Field     OrderField
}

// OrderField is the field by which a connection of contacts is ordered. Names are compared without
// case and accents.
type OrderField string //nolint:recvcheck // UnmarshalGQL changes it

// The fields that contacts can be ordered by. Each has an index that ends in the id.
const (
	ByCreatedAt OrderField = "CREATED_AT"
	ByUpdatedAt OrderField = "UPDATED_AT"
	ByFirstName OrderField = "FIRST_NAME"
	ByLastName  OrderField = "LAST_NAME"
)

// orderColumns are the columns of the orders.
var orderColumns = map[OrderField]string{
	ByCreatedAt: entcontact.FieldCreatedAt,
	ByUpdatedAt: entcontact.FieldUpdatedAt,
	ByFirstName: entcontact.FieldFirstNameKey,
	ByLastName:  entcontact.FieldLastNameKey,
}

// sorting is an order by a column, then by the id, so that pages never overlap. Both are in one
// direction, so that an index can be used.
type sorting struct {
	column     string
	descending bool
}

func (by sorting) apply(contacts *entsql.Selector) {
	var direction []entsql.OrderTermOption
	if by.descending {
		direction = append(direction, entsql.OrderDesc())
	}
	entsql.OrderByField(by.column, direction...).ToFunc()(contacts)
	entsql.OrderByField(entcontact.FieldID, direction...).ToFunc()(contacts)
}

// after matches the contacts after a cursor. Nil means before the first one.
func (by sorting) after(cursor *page.Cursor) []predicate.Contact {
	if cursor == nil {
		return nil
	}
	beyond := entsql.CompositeGT
	if by.descending {
		beyond = entsql.CompositeLT
	}
	return []predicate.Contact{func(contacts *entsql.Selector) {
		contacts.Where(beyond([]string{contacts.C(by.column), contacts.C(entcontact.FieldID)}, cursor.Value, cursor.ID))
	}}
}

// reversed returns the opposite order.
func (by sorting) reversed() sorting { return sorting{column: by.column, descending: !by.descending} }

// cursor returns the cursor of a contact. It names the order, unless that is the default.
func (by sorting) cursor(c *ent.Contact) page.Cursor {
	cursor := page.Cursor{ID: c.ID, Order: by.order()}
	switch by.column {
	case entcontact.FieldUpdatedAt:
		cursor.Value = c.UpdatedAt
	case entcontact.FieldFirstNameKey:
		cursor.Value = c.FirstNameKey
	case entcontact.FieldLastNameKey:
		cursor.Value = c.LastNameKey
	default:
		cursor.Value = c.CreatedAt
	}
	return cursor
}

// order returns the name of the order in cursors. The default order has none.
func (by sorting) order() string {
	if by.column == entcontact.FieldCreatedAt {
		return ""
	}
	return by.column
}

// fits reports whether a cursor is one of this order.
func (by sorting) fits(cursor page.Cursor) bool {
	var ofType bool
	switch by.column {
	case entcontact.FieldCreatedAt, entcontact.FieldUpdatedAt:
		_, ofType = cursor.Value.(time.Time)
	default:
		_, ofType = cursor.Value.(string)
	}
	return ofType && cursor.Order == by.order()
}

// MarshalGQL implements graphql.Marshaler.
func (f OrderField) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(f))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (f *OrderField) UnmarshalGQL(v any) error {
	text, _ := v.(string)
	*f = OrderField(text)
	if orderColumns[*f] == "" {
		return fmt.Errorf("%v is not a valid ContactOrderField", v)
	}
	return nil
}

// Edge is a contact of a connection.
type Edge struct {
	Node   *ent.Contact
	Cursor page.Cursor
}

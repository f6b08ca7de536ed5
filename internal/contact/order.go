package contact

import (
	"fmt"
	"io"
	"strconv"

	"entgo.io/contrib/entgql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/page"
)

// Order is the order of a connection of contacts.
type Order struct {
	Direction entgql.OrderDirection
	Field     OrderField
}

// OrderField is what a connection of contacts is ordered by. Names are compared without case and accents.
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
	ByCreatedAt: contact.FieldCreatedAt,
	ByUpdatedAt: contact.FieldUpdatedAt,
	ByFirstName: contact.FieldFirstNameKey,
	ByLastName:  contact.FieldLastNameKey,
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

// edge returns a contact with its cursor.
func (f OrderField) edge(c *ent.Contact) *Edge {
	cursor := page.Cursor{ID: c.ID}
	switch f {
	case ByUpdatedAt:
		cursor.Value = c.UpdatedAt
	case ByFirstName:
		cursor.Value = c.FirstNameKey
	case ByLastName:
		cursor.Value = c.LastNameKey
	case ByCreatedAt:
		cursor.Value = c.CreatedAt
	}
	return &Edge{Node: c, Cursor: cursor}
}

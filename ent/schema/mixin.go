// Package schema is the data: one file an entity. What every firm-owned row obeys is in the mixins, so that no entity
// can forget it.
package schema

import (
	"crypto/rand"

	"entgo.io/contrib/entgql"
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/record"
)

// ID is a UUIDv7: unique everywhere, and in the order of creation, so that indexes grow at their end.
type ID struct{ mixin.Schema }

// Fields of the mixin.
func (ID) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(record.NewID).Immutable(),
	}
}

const saltSize = 16

// NewSalt returns the random salt of an account.
func NewSalt() []byte {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}

// Times are when the row was made and last changed, in UTC, to the microsecond (what both databases keep).
type Times struct{ mixin.Schema }

// Fields of the mixin.
func (Times) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Default(record.Now).Immutable(),
		field.Time("updated_at").Default(record.Now).UpdateDefault(record.Now),
	}
}

// folded is the annotation of a column that holds folded text: it sorts by code point on both databases.
var folded = &entsql.Annotation{Collation: "C"}

// ContactTimes are [Times] by which contacts can be ordered.
type ContactTimes struct{ mixin.Schema }

// Fields of the mixin.
func (ContactTimes) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Default(record.Now).Immutable().Annotations(entgql.OrderField("CREATED_AT")),
		field.Time("updated_at").Default(record.Now).UpdateDefault(record.Now).Annotations(entgql.OrderField("UPDATED_AT")),
	}
}

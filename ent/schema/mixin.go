// Package schema defines the entities, one file each. The mixins contain the rules for rows that
// belong to a firm or are soft-deleted.
package schema

import (
	"crypto/rand"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
)

// ID is the mixin of entities whose id is a UUIDv7. These ids are in the order of creation, so
// indexes grow at their end.
type ID struct{ mixin.Schema }

// Fields of the mixin.
func (ID) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(entity.NewID).Immutable(),
	}
}

const saltSize = 16

// NewSalt returns the random salt of an account.
func NewSalt() []byte {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}

// Times is the mixin of created_at and updated_at. They are in UTC and precise to the microsecond,
// which both databases store.
type Times struct{ mixin.Schema }

// Fields of the mixin.
func (Times) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Default(entity.Now).Immutable(),
		field.Time("updated_at").Default(entity.Now).UpdateDefault(entity.Now),
	}
}

// folded is the annotation of columns with folded text and of keys. They sort by code point on both
// databases, which is several times faster than by the rules of a language.
var folded = &entsql.Annotation{Collation: "C"}

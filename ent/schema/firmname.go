package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// FirmName finds a firm by its name. Its id is the id of the firm. Names are unique in this table:
// a unique key of the firms themselves would have to include the column by which they are
// distributed. A hook of [Firm] keeps it in step.
type FirmName struct{ ent.Schema }

// Fields of FirmName.
func (FirmName) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Immutable().Comment("the id of the firm"),
		field.String("name_key").Unique().Comment("the folded name: two firms can't differ by case alone"),
		field.Bool("is_super_firm").Default(false).Immutable(),
	}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (FirmName) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (FirmName) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }

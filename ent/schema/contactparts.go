package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// ContactPart is the mixin of phones, e-mails and addresses of contacts.
type ContactPart struct{ mixin.Schema }

// Fields of the mixin.
func (ContactPart) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}).Immutable(),
		field.Int("type").Default(0).Range(0, 99),
		field.Int("position").Default(0).NonNegative().Comment("the position in the contact's list"),
	}
}

// Edges of the mixin.
func (ContactPart) Edges() []ent.Edge {
	return []ent.Edge{edge.To("contact", Contact.Type).Field("contact_id").Unique().Required().Immutable()}
}

// Indexes of the mixin.
func (ContactPart) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "contact_id", "position")}
}

// Interceptors of the mixin.
func (ContactPart) Interceptors() []ent.Interceptor {
	return []ent.Interceptor{rule.InOrder("position")}
}

// ContactPhone is a phone number of a contact.
type ContactPhone struct{ ent.Schema }

// Mixin of ContactPhone.
func (ContactPhone) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, ContactPart{}}
}

// Fields of ContactPhone.
func (ContactPhone) Fields() []ent.Field {
	return []ent.Field{
		field.String("phone").NotEmpty().Comment("as the client sent it"),
		field.String("phone_cc").Comment("country calling code with +"),
		field.String("e164").NotEmpty(),
		field.String("match_key").NotEmpty().Annotations(folded).
			Comment("E.164 with the mobile variants of Brazil, Argentina and Mexico folded together"),
		field.Text("digits").Comment("the spellings of the number in digits, each after a space, for searches by phone"),
		field.Bool("is_primary").Default(false),
	}
}

// Indexes of ContactPhone.
func (ContactPhone) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "match_key", "contact_id")}
}

// ContactEmail is an e-mail address of a contact.
type ContactEmail struct{ ent.Schema }

// Mixin of ContactEmail.
func (ContactEmail) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, ContactPart{}}
}

// Fields of ContactEmail.
func (ContactEmail) Fields() []ent.Field {
	return []ent.Field{
		field.String("email").NotEmpty().MaxRuneLen(254),
		field.String("email_key").NotEmpty().Annotations(folded).Comment("folded, for matching"),
		field.String("person_key").NotEmpty().Annotations(folded).
			Comment("email_key and who has the address, for matching with people of other phones: see contact.Keys"),
		field.Bool("is_primary").Default(false),
	}
}

// Indexes of ContactEmail.
func (ContactEmail) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "person_key", "contact_id")}
}

// ContactAddress is a postal address of a contact.
type ContactAddress struct{ ent.Schema }

// Mixin of ContactAddress.
func (ContactAddress) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, ContactPart{}}
}

// Fields of ContactAddress.
func (ContactAddress) Fields() []ent.Field {
	fields := make([]ent.Field, 0, 7)
	for _, name := range []string{"line1", "line2", "landmark", "city", "state", "country", "pin_code"} {
		fields = append(fields, field.String(name).Default("").MaxRuneLen(200))
	}
	return fields
}

// ContactIdentity is an account by which a contact is known beside phones and e-mail addresses,
// such as the id of a user of WhatsApp.
type ContactIdentity struct{ ent.Schema }

// Mixin of ContactIdentity.
func (ContactIdentity) Mixin() []ent.Mixin {
	return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}}
}

// Fields of ContactIdentity.
func (ContactIdentity) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("contact_id", uuid.UUID{}),
		field.Enum("kind").Values("WhatsAppUser").Immutable(),
		field.String("value").NotEmpty().MaxRuneLen(320).Immutable().Annotations(folded),
		field.String("phone_key").Default("").Annotations(folded).
			Comment("the match key of the phone with which the provider named it last; empty if it has named none"),
	}
}

// Edges of ContactIdentity.
func (ContactIdentity) Edges() []ent.Edge {
	return []ent.Edge{edge.To("contact", Contact.Type).Field("contact_id").Unique().Required()}
}

// Indexes of ContactIdentity: for events, and for contacts.
func (ContactIdentity) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "kind", "value").Unique(),
		index.Fields("firm_id", "contact_id"),
		index.Fields("firm_id", "phone_key"),
	}
}

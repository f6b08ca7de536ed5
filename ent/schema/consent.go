package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ConsentEntry is what an address has consented to, from a time on: to get marketing messages of the
// firm, or not to. Entries are never deleted, and changed only once: when the person is erased, the
// address is replaced. The hash of an entry covers its content as it was added, and the hash of the
// entry before it.
type ConsentEntry struct{ ent.Schema }

// Mixin of ConsentEntry.
func (ConsentEntry) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of ConsentEntry.
func (ConsentEntry) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("number").Positive().Immutable().Comment("1, 2, 3… in the firm"),
		field.String("address").NotEmpty().MaxRuneLen(320).Immutable().
			Comment("a number in E.164, an e-mail address or the id of a user of WhatsApp"),
		field.String("address_key").NotEmpty().MaxRuneLen(320).Immutable().Annotations(folded).
			Comment("the same for all spellings of the address"),
		field.Enum("kind").Values("Phone", "Email", "WhatsAppUser").Immutable(),
		field.Enum("state").Values("OptedIn", "OptedOut", "Suppressed").Immutable(),
		field.Enum("source").Values("Api", "Import", "Word", "Preference", "Provider", "Link").Immutable(),
		field.String("evidence").Default("").MaxRuneLen(1000).Immutable().Comment("how the firm knows"),
		field.Time("at").Immutable().Comment("never before that of the entry before"),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Immutable(),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_name").Immutable(),
		field.Bytes("hash").MaxLen(hashSize).Immutable(),
		field.Bytes("seal").MaxLen(hashSize).Optional().Nillable().
			Comment("of an entry whose address was erased: the keyed hash of what is left and of hash"),
	}
}

// Indexes of ConsentEntry: for the chain, and for the history of an address.
func (ConsentEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "number").Unique(),
		index.Fields("firm_id", "address_key", "number"),
	}
}

// Consent is the present state of an address: that of its last [ConsentEntry].
type Consent struct{ ent.Schema }

// Mixin of Consent.
func (Consent) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of Consent.
func (Consent) Fields() []ent.Field {
	return []ent.Field{
		field.String("address_key").NotEmpty().MaxRuneLen(320).Immutable().Annotations(folded),
		field.Enum("state").Values("OptedIn", "OptedOut", "Suppressed"),
		field.Int64("number").Comment("that of the last entry of the address"),
		field.Time("said_at").Optional().Nillable().Comment("when something was last said of it, by the provider's time where it came by a hook"),
	}
}

// Indexes of Consent: for an address, and for the lists.
func (Consent) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "address_key").Unique(),
		index.Fields("firm_id", "number"),
		index.Fields("firm_id", "state", "number"),
	}
}

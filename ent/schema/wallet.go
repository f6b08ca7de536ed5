package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// Wallet is the account of a firm. Its balance changes only together with a new [WalletEntry], in
// one statement that locks the row until the end of the transaction. So the entries of a firm are
// numbered and chained in the order of commits. What is held changes without an entry.
type Wallet struct{ ent.Schema }

// Mixin of Wallet.
func (Wallet) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Wallet.
func (Wallet) Fields() []ent.Field {
	return []ent.Field{
		field.String("currency").MinLen(3).MaxRuneLen(3).Comment("ISO 4217; that of the firm"),
		field.Int64("balance").GoType(money.Amount(0)).Default(0),
		field.Int64("turnover").GoType(money.Amount(0)).Default(0).
			Comment("the sum of the absolute amounts of all entries; it is limited, so that no sum of entries overflows"),
		field.Int64("last").Default(0).Comment("the number of the last entry"),
		field.Int("day").Default(0).Comment("that of the last entry"),
		field.Bytes("hash").MaxLen(hashSize).DefaultFunc(noHash).Comment("that of the last entry; zeros without one"),
		field.Time("posted_at").Default(entity.Now).Comment("when the last entry was added"),
		field.Int64("spent").GoType(money.Amount(0)).Default(0).Comment("the sum of the debits, positive, in the month of posted_at in UTC"),
		field.Int64("held").GoType(money.Amount(0)).Default(0).Comment("the prices of messages that will be charged later"),
		field.Int64("holds").Default(0).Comment("how often held changed without an entry"),
	}
}

// Indexes of Wallet. None contains a column that a posting changes, so PostgreSQL need not update
// the indexes.
func (Wallet) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id").Unique()} }

// Annotations of Wallet.
func (Wallet) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"wallet_balance": "balance >= 0", "wallet_held": "held >= 0 AND held <= balance",
	})}
}

const hashSize = 32

func noHash() []byte { return make([]byte, hashSize) }

// WalletEntry is a change of the balance of a wallet. It is never changed or deleted. Its hash
// covers its content and the hash of the entry before it.
type WalletEntry struct{ ent.Schema }

// Mixin of WalletEntry.
func (WalletEntry) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OfWallet{}} }

// Fields of WalletEntry.
func (WalletEntry) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Immutable().Comment("never before that of the entry before"),
		field.Int64("number").Positive().Immutable().Comment("1, 2, 3… in the wallet"),
		field.Int("day").Immutable().Comment("in the time zone of the firm when it was added: 20261122"),
		field.Enum("type").Values("Debit", "Credit", "Discount", "Adjustment").Immutable(),
		field.Int64("amount").GoType(money.Amount(0)).Immutable().Comment("debits are negative"),
		field.Int64("balance_after").GoType(money.Amount(0)).Immutable(),
		field.String("reason").MaxRuneLen(500).Immutable(),
		field.String("bank_ref").MaxRuneLen(100).Optional().Nillable().Immutable().Comment("unique among the credits of a firm"),
		field.String("reference").MaxRuneLen(200).Optional().Nillable().Immutable(),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Immutable(),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_name").Immutable().Comment("the e-mail of a user at the time"),
		field.Bytes("hash").MaxLen(hashSize).Immutable(),
	}
}

// Indexes of WalletEntry: for the chain and the whole list, and for lists of types and months.
func (WalletEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "number").Unique(),
		index.Fields("firm_id", "type", "day", "number"),
	}
}

// Hooks refuse changes and deletions; triggers in the database refuse them too.
func (WalletEntry) Hooks() []ent.Hook { return []ent.Hook{rule.AppendOnly} }

// WalletDay is the number and sum of a wallet's entries of a type on a day. If the firm's day spans
// two days of UTC there is a row for each of them.
type WalletDay struct{ ent.Schema }

// Mixin of WalletDay.
func (WalletDay) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OfWallet{}} }

// Fields of WalletDay.
func (WalletDay) Fields() []ent.Field {
	return []ent.Field{
		field.Int("day").Immutable().Comment("that of the entries: 20261122"),
		field.Int("utc_day").Immutable().Comment("the day in UTC of created_at of the entries"),
		field.Enum("type").Values("Debit", "Credit", "Discount", "Adjustment").Immutable(),
		field.Int64("n"),
		field.Int64("amount").GoType(money.Amount(0)),
	}
}

// Indexes of WalletDay: the second is for the dashboard of the super-firm.
func (WalletDay) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "day", "type", "utc_day").Unique(),
		index.Fields("utc_day"),
	}
}

// WalletTotal is the sum of the amounts of a type on a day in UTC, over all wallets of a currency.
// A day has totals once it is closed, when no more entries are posted on it. Totals belong to no
// firm, and no posting writes them.
type WalletTotal struct{ ent.Schema }

// Mixin of WalletTotal.
func (WalletTotal) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of WalletTotal.
func (WalletTotal) Fields() []ent.Field {
	return []ent.Field{
		field.Int("utc_day").Immutable().Comment("20261122"),
		field.String("currency").MinLen(3).MaxRuneLen(3).Immutable(),
		field.Enum("type").Values("Debit", "Credit", "Discount", "Adjustment").Immutable(),
		field.Int64("units").Immutable().Comment("with rest a money.Total, since the sum may be more than a bigint"),
		field.Int64("rest").Immutable(),
	}
}

// Indexes of WalletTotal.
func (WalletTotal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("utc_day", "currency", "type").Unique()}
}

// WalletKey is an idempotency key that was used for a posting. A repeated request returns the same
// entry.
type WalletKey struct{ ent.Schema }

// Mixin of WalletKey.
func (WalletKey) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of WalletKey.
func (WalletKey) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").NotEmpty().MaxRuneLen(200).Immutable(),
		field.Bytes("request").MaxLen(hashSize).Immutable().Comment("the SHA-256 of the request"),
		field.UUID("entry_id", uuid.UUID{}).Immutable().Comment("the entry, which is added in the same transaction, after the key"),
	}
}

// Indexes of WalletKey: the second is for retention.
func (WalletKey) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "key").Unique(), index.Fields("created_at")}
}

// OfWallet is the mixin of entities that belong to a wallet.
type OfWallet struct{ mixin.Schema }

// Fields of the mixin.
func (OfWallet) Fields() []ent.Field {
	return []ent.Field{field.UUID("wallet_id", uuid.UUID{}).Immutable()}
}

// Edges of the mixin.
func (OfWallet) Edges() []ent.Edge {
	return []ent.Edge{edge.To("wallet", Wallet.Type).Field("wallet_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.NoAction))}
}

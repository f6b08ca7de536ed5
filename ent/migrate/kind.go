package migrate

import "slices"

// Table is a table of the ent schema.
type Table struct {
	Name        string
	ForeignKeys []ForeignKey
}

// ForeignKey is the column of a foreign key of the ent schema, and the table to which it refers.
type ForeignKey struct {
	Column, RefTable string
}

// Kind is how a table is stored when Citus distributes the database over several servers.
type Kind string

// The kinds of tables. See docs/scale.md.
const (
	// Distributed tables contain rows of firms, and are distributed by the firm.
	Distributed Kind = "distributed"
	// Reference tables are small, read in statements about a firm, and replicated to every server.
	Reference Kind = "reference"
	// Local tables are on one server, and are read before the firm is known.
	Local Kind = "local"
)

// kinds are the kinds of tables that do not belong to a firm.
var kinds = map[string]Kind{
	"firms": Distributed, // by their id

	"users":                Reference,
	"role_properties":      Reference,
	"policy_rules":         Reference,
	"policy_versions":      Reference,
	"global_audit_entries": Reference,
	"pricing_plans":        Reference,
	"pricing_prices":       Reference,
	"wallet_totals":        Reference,

	"firm_names":     Local,
	"api_keys":       Local,
	"user_firms":     Local,
	"sessions":       Local,
	"refresh_tokens": Local,
	"mail_tokens":    Local,
	"known_devices":  Local,
	"signing_keys":   Local,

	"totp_factors":     Local,
	"recovery_codes":   Local,
	"login_challenges": Local,

	"factor_tries":       Local,
	"passkeys":           Local,
	"passkey_challenges": Local,
	"oidc_links":         Local,
	"oidc_logins":        Local,
}

const (
	firmsTable = "firms"
	firmColumn = "firm_id"
)

// FirmOwned reports whether a table refers to its firm, as the tables of schema.FirmOwned do.
func FirmOwned(name string) bool {
	at := slices.IndexFunc(Tables, func(t Table) bool { return t.Name == name })
	return at >= 0 && slices.Contains(Tables[at].ForeignKeys, ForeignKey{Column: firmColumn, RefTable: firmsTable})
}

// KindOf returns the kind of a table of ent. It is empty for a table without a kind, which a test
// refuses.
func KindOf(name string) Kind {
	if FirmOwned(name) {
		return Distributed
	}
	return kinds[name]
}

// DistributionColumn returns the column by which a distributed table is distributed.
func DistributionColumn(name string) string {
	if name == firmsTable {
		return "id"
	}
	return firmColumn
}

package keyring

import (
	"strings"
	"testing"

	"entgo.io/ent/schema/field"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tables"
)

// unsealed are the columns of bytes that no key for secrets has sealed, beside those of hashes.
var unsealed = map[string]string{
	"consent_entries.seal":      "a hash by the key of erased addresses",
	"login_challenges.passkey":  "a hash",
	"login_challenges.password": "a hash",
	"message_keys.request":      "a hash",
	"oidc_logins.browser":       "a hash",
	"passkeys.credential_id":    "no secret",
	"passkeys.public_key":       "no secret",
	"signing_keys.private_key":  "whoever reads the database reads the signing keys: SECURITY.md",
	"signing_keys.public_key":   "no secret",
	"users.invitation_salt":     "no secret",
	"wallet_keys.request":       "a hash",
}

// A new column with sealed secrets is rotated, or it would be lost with its key.
func TestColumns(t *testing.T) {
	t.Parallel()
	rotated := map[string]bool{}
	for _, c := range columns {
		rotated[c.table+"."+c.name] = true
	}
	for _, table := range tables.Tables {
		for _, column := range table.Columns {
			name := table.Name + "." + column.Name
			if column.Type != field.TypeBytes || strings.HasSuffix(column.Name, "hash") || rotated[name] {
				continue
			}
			require.Contains(t, unsealed, name, "Rotate must seal it again, or say here why it is not sealed")
		}
	}
}

package statement_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tables"
	"github.com/firmhub/firmhub/internal/db/statement"
)

func TestInFirm(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`SELECT 1 FROM contacts WHERE firm_id = $1`,
		`SELECT day, type, n, amount FROM wallet_days WHERE firm_id = $1 AND day BETWEEN $2 AND $3`,
		`SELECT c.id FROM contacts c LEFT JOIN contact_phones p ON p.firm_id = $1 AND p.contact_id = c.id AND p.is_primary
			WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND c.id = ANY($2)`,
		`SELECT t.id FROM tags t JOIN contact_counts c ON c.firm_id = t.firm_id AND c.tag_id = t.id WHERE t.firm_id = $1`,
		`SELECT w.id FROM wallets w JOIN firms f ON f.id = w.firm_id WHERE w.firm_id = $1 FOR NO KEY UPDATE OF w`,
		`SELECT time_zone FROM firms WHERE id = $1`,
		`SELECT x FROM (SELECT 1 AS x FROM contacts WHERE firm_id = $1 UNION ALL SELECT 2 FROM tags WHERE firm_id = $1) AS all_of_it`,
		`SELECT value, (SELECT count(*) FROM tags t WHERE t.firm_id = c.firm_id) FROM json_each($2), contacts c WHERE c.firm_id = $1`,
		`SELECT p.category FROM firms f LEFT JOIN pricing_plans own ON own.id = f.pricing_plan_id WHERE f.id = $1`,
		`WITH a AS (SELECT id FROM contacts WHERE firm_id = $1), b AS MATERIALIZED (SELECT id FROM a) SELECT id FROM b`,
		`WITH moved AS (UPDATE wallets SET balance = $2 WHERE firm_id = $1::uuid RETURNING id)
			INSERT INTO wallet_days (id, firm_id) SELECT id, $1::uuid FROM moved`,
		`INSERT INTO tags (id, firm_id, name) VALUES ($2, $1, 'it''s (not) OR'), ($3, $1, $4)
			ON CONFLICT (firm_id, name_key) DO UPDATE SET name = excluded.name WHERE tags.name <> excluded.name OR $5`,
		`INSERT INTO wallet_keys (id, firm_id) VALUES ($2, $1) ON CONFLICT DO NOTHING`,
		`UPDATE contacts SET name = CASE WHEN id = $2 OR id = $3 THEN 'x' END WHERE firm_id = $1 AND (id = $2 OR id = $3)`,
		`DELETE FROM contacts WHERE firm_id = $1 AND id IN (SELECT contact_id FROM contact_tags WHERE firm_id = $1)`,
		`SELECT "id" FROM (SELECT "contacts"."id" FROM "contacts" WHERE ("contacts"."firm_id" = $1 AND "contacts"."deleted_at" IS NULL)
			AND "contacts"."x" LIKE $2) AS "contacts" LIMIT 3`,
		`SELECT 1 /* plan anew */ FROM tags WHERE $1 = firm_id AND extract(day FROM created_at) = 1 AND a IS DISTINCT FROM b`,
	} {
		firms, err := statement.InFirm(text)
		require.NoError(t, err, text)
		require.Equal(t, []int{1}, firms, text)
	}

	firms, err := statement.InFirm(`SELECT id FROM "contacts" WHERE "x" = ? AND "firm_id" = ? AND id IN (SELECT id FROM tags WHERE firm_id = ?)`)
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, firms)
}

// The tables of the search index of SQLite have the firm in the numbers of their rows.
func TestInFirm_SearchIndex(t *testing.T) {
	t.Parallel()
	const (
		first   = `(SELECT number << 32 FROM x_firm_numbers WHERE firm_id = ?)`
		ofFirm  = ` BETWEEN ` + first + ` AND ` + first + ` + 0xffffffff`
		words   = "SELECT `x_contact_words`.`rowid` FROM `x_contact_words` WHERE "
		texts   = "SELECT `contacts`.`id` FROM `x_contact_texts` AS `contacts` WHERE "
		limited = "is not limited to the firm by a range"
	)
	for _, text := range []string{
		words + "x_contact_words MATCH ? AND `x_contact_words`.`rowid`" + ofFirm + ` LIMIT 9`,
		texts + "`contacts`.`number`" + ofFirm,
		texts + "(`contacts`.`number` IN (" + words + "x_contact_words MATCH ? AND `x_contact_words`.`rowid`" + ofFirm +
			") AND +`contacts`.`number`" + ofFirm + `)`,
	} {
		_, err := statement.InFirm(text)
		require.NoError(t, err, text)
	}
	firms, err := statement.InFirm(words + "x_contact_words MATCH ? AND x_contact_words.rowid" + ofFirm)
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, firms)

	for text, why := range map[string]string{
		words + `x_contact_words MATCH ?`:                                                        limited,
		words + `x_contact_words.rowid = ` + first:                                               limited,
		words + `x_contact_words.rowid >= ` + first:                                              limited,
		words + `x_contact_words.rowid BETWEEN 0 AND ` + first + ` + 0xffffffff`:                 limited,
		words + `x_contact_words.rowid BETWEEN ` + first + ` AND ` + first + ` + 0xfffffffff`:    limited,
		words + `x_contact_words.rowid BETWEEN ` + first + ` AND ` + first + ` + 1 << 40`:        limited,
		words + `x_contact_words.rowid NOT BETWEEN ` + first + ` AND ` + first + ` + 0xffffffff`: limited,
		words + `x_contact_words.rowid` + ofFirm + ` OR TRUE`:                                    limited,
		words + `-x_contact_words.rowid` + ofFirm:                                                limited,
		words + `x_contact_words.rank` + ofFirm:                                                  limited,
		texts + `contacts.id` + ofFirm:                                                           limited,
		texts + `contacts.number IN (` + words + `x_contact_words.rowid` + ofFirm + `)`:          "x_contact_texts " + limited,
		words + `x_contact_words.rowid BETWEEN ` + `(SELECT number << 32 FROM x_firm_numbers WHERE firm_id <> ?)` +
			` AND ` + first + ` + 0xffffffff`: "x_contact_words",
		`SELECT number FROM x_firm_numbers`: "x_firm_numbers is not limited",
		`SELECT 1 FROM x_contact_texts t LEFT JOIN tags ON t.number` + ofFirm + ` WHERE tags.firm_id = ?`: limited,
		`SELECT 1 FROM tags LEFT JOIN x_contact_texts t ON t.number` + ofFirm + ` WHERE tags.firm_id = ?`: limited,
		`DELETE FROM x_contact_texts WHERE x_contact_texts.number` + ofFirm:                               "does not belong to a firm",
		`UPDATE x_firm_numbers SET number = 1 WHERE firm_id = ?`:                                          "does not belong to a firm",
	} {
		_, err := statement.InFirm(text)
		require.ErrorContains(t, err, why, text)
	}
	require.Error(t, statement.Shared(words+"x_contact_words MATCH ?"))
}

func TestInFirm_Refused(t *testing.T) {
	t.Parallel()
	const limited = "is not limited to the firm"
	for text, why := range map[string]string{
		`SELECT 1`:                                                                                                 "names no firm",
		`SELECT 1 FROM contacts`:                                                                                   limited,
		`SELECT 1 FROM contacts WHERE id = $1`:                                                                     limited,
		`SELECT 1 FROM contacts WHERE firm_id <> $1`:                                                               limited,
		`SELECT 1 FROM contacts WHERE firm_id = id`:                                                                limited,
		`SELECT 1 FROM contacts WHERE firm_id = '00'`:                                                              limited,
		`SELECT 1 FROM contacts WHERE firm_id = $1 OR TRUE`:                                                        limited,
		`SELECT 1 FROM contacts WHERE (firm_id = $1 OR id = $2)`:                                                   limited,
		`SELECT 1 FROM contacts WHERE NOT (firm_id = $1)`:                                                          limited,
		`SELECT 1 FROM contacts WHERE NOT firm_id = $1`:                                                            limited,
		`SELECT 1 FROM contacts WHERE x BETWEEN 1 AND firm_id = $1`:                                                limited,
		`SELECT 1 FROM contacts WHERE coalesce(firm_id = $1, TRUE)`:                                                limited,
		`SELECT 1 FROM contacts WHERE 'firm_id = $1' <> ''`:                                                        limited,
		`SELECT 1 FROM contacts /* WHERE firm_id = $1 */`:                                                          limited,
		`SELECT 1 FROM contacts HAVING firm_id = $1`:                                                               limited,
		`SELECT DISTINCT ON (firm_id = $1) 1 FROM contacts`:                                                        limited,
		`SELECT CASE WHEN a AND firm_id = $1 AND b THEN 1 END FROM tags`:                                           limited,
		`SELECT 1 FROM contacts c, tags t WHERE t.firm_id = $1`:                                                    "contacts " + limited,
		`SELECT 1 FROM contacts c WHERE EXISTS (SELECT 1 FROM tags t WHERE c.firm_id = $1 AND t.firm_id = $1)`:     "contacts " + limited,
		`SELECT 1 FROM contacts c LEFT JOIN tags t ON c.firm_id = $1 AND t.firm_id = $1`:                           "contacts " + limited,
		`SELECT 1 FROM contacts c LEFT JOIN tags t ON t.firm_id = $1 AND c.firm_id = t.firm_id`:                    "contacts " + limited,
		`SELECT 1 FROM tags t RIGHT JOIN contacts c ON t.firm_id = $1 WHERE t.firm_id = $1`:                        "RIGHT",
		`SELECT (SELECT count(*) FROM contacts) FROM tags WHERE firm_id = $1`:                                      "contacts " + limited,
		`SELECT 1 FROM tags WHERE firm_id = $1 UNION SELECT 1 FROM contacts`:                                       "contacts " + limited,
		`WITH a AS (SELECT 1 FROM contacts) SELECT 1 FROM a, tags WHERE tags.firm_id = $1`:                         "contacts " + limited,
		`SELECT 1 FROM tags, main.contacts WHERE tags.firm_id = $1`:                                                "contacts " + limited,
		`SELECT 1 FROM firms WHERE firm_id = $1`:                                                                   limited,
		`UPDATE contacts SET name = $2`:                                                                            limited,
		`UPDATE contacts SET firm_id = $2 WHERE firm_id = $1`:                                                      "to another firm",
		`UPDATE contacts SET (name, firm_id) = ($2, $3) WHERE firm_id = $1`:                                        "to another firm",
		`DELETE FROM contacts WHERE id = $1`:                                                                       limited,
		`DELETE FROM contacts USING tags WHERE tags.firm_id = $1`:                                                  "contacts " + limited,
		`INSERT INTO tags (id, name) VALUES ($1, $2)`:                                                              "no firm_id",
		`INSERT INTO tags VALUES ($1, $2)`:                                                                         "no firm_id",
		`INSERT INTO tags (id, firm_id) VALUES ($2, $1), ($3, id)`:                                                 "do not name the firm",
		`INSERT INTO tags (id, firm_id) SELECT id, other FROM contacts WHERE firm_id = $1`:                         "do not name the firm",
		`INSERT INTO tags (id, firm_id) SELECT id, firm_id FROM contacts`:                                          "do not name the firm",
		`INSERT INTO tags (id, firm_id) VALUES ($2, $1) ON CONFLICT (id) DO UPDATE SET name = excluded.name`:       "ON CONFLICT",
		`INSERT INTO tags (id, firm_id) SELECT id, $1 FROM contacts ON CONFLICT (x) WHERE firm_id = $1 DO NOTHING`: limited,
		`SELECT email FROM users u JOIN memberships m ON m.user_id = u.id WHERE m.firm_id = $1`:                    "users",
		`UPDATE pricing_plans SET name = '' WHERE id IN (SELECT id FROM tags WHERE firm_id = $1)`:                  "pricing_plans",
		`SELECT 1 FROM messages_202601 WHERE firm_id = $1`:                                                         "messages_202601",
		`SELECT 1 FROM tags WHERE firm_id = $1; DELETE FROM tags`:                                                  "one statement",
		`INSERT INTO tags (id, firm_id) SELECT $2, $1 UNION SELECT id, id FROM tags WHERE firm_id = $1`:            "several queries",
		"SELECT 1 FROM tags /*/ WHERE firm_id = $1 /*/":                                                            limited,
		"SELECT 1 FROM tags /* /* */ WHERE firm_id = $1 */":                                                        "can't be read",
		"SELECT 1 FROM tags -- x\nWHERE firm_id = $1":                                                              "comments",
		`DROP TABLE tags`:     "no SELECT",
		`SELECT 1 FROM tags)`: "can't be read",
	} {
		_, err := statement.InFirm(text)
		require.ErrorContains(t, err, why, text)
	}
}

// TestTables asks for each table without a condition. In a firm, tables of firms are refused, and
// of the others all but those that are the same for every firm. So wallet_totals, which belongs to
// no firm and has no code of ent, is read outside of firms only.
func TestTables(t *testing.T) {
	t.Parallel()
	var read, shared []string
	for _, table := range tables.Tables {
		own := "firm_id"
		if table.Name == "firms" {
			own = "id"
		}
		for _, text := range []string{
			`SELECT 1 FROM ` + table.Name, `UPDATE ` + table.Name + ` SET x = $1`,
			`DELETE FROM ` + table.Name, `INSERT INTO ` + table.Name + ` (x) VALUES ($1)`,
		} {
			_, err := statement.InFirm(text)
			require.Error(t, err, text)
		}
		if _, err := statement.InFirm(`SELECT 1 FROM ` + table.Name + ` x, contacts c WHERE c.firm_id = $1`); err == nil {
			read = append(read, table.Name)
		}
		_, inFirm := statement.InFirm(`SELECT 1 FROM ` + table.Name + ` WHERE ` + own + ` = $1`)
		if statement.Shared(`SELECT 1 FROM `+table.Name) == nil {
			shared = append(shared, table.Name)
			require.Error(t, inFirm, table.Name)
		} else {
			require.NoError(t, inFirm, table.Name)
		}
	}
	require.ElementsMatch(t, []string{"policy_versions", "pricing_plans", "pricing_prices", "role_properties"}, read)
	require.ElementsMatch(t, []string{
		"api_keys", "factor_tries", "firm_names", "global_audit_entries", "known_devices", "login_challenges", "mail_tokens", "oidc_links", "oidc_logins",
		"passkey_challenges", "passkeys", "policy_rules",
		"policy_versions", "pricing_plans", "pricing_prices", "recovery_codes", "refresh_tokens", "role_properties", "sessions",
		"signing_keys", "totp_factors", "user_firms", "users", "wallet_totals",
	}, shared)
}

func TestShared(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`SELECT id FROM users u WHERE NOT EXISTS (SELECT 1 FROM user_firms f WHERE f.user_id = u.id)`,
		`UPDATE sessions SET ended_at = $1 WHERE id = $2 RETURNING id`,
		`DELETE FROM refresh_tokens WHERE id IN (SELECT id FROM refresh_tokens LIMIT $1)`,
		`SELECT count(*) FROM pg_class`,
		`SELECT clock_timestamp()`,
	} {
		require.NoError(t, statement.Shared(text), text)
	}
	for _, text := range []string{
		`SELECT 1 FROM contacts WHERE firm_id = $1`,
		`SELECT email FROM users WHERE id IN (SELECT user_id FROM memberships)`,
		`SELECT 1 FROM messages_202601`,
		`WITH gone AS (DELETE FROM tags RETURNING id) SELECT id FROM gone`,
		`DROP TABLE users`,
	} {
		require.Error(t, statement.Shared(text), text)
	}
}

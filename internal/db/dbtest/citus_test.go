package dbtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestCitusFaults(t *testing.T) {
	t.Parallel()
	url := dbtest.UnwatchedURL(t)
	for statement, want := range map[string]string{
		"UPDATE wallets SET balance = extract(epoch FROM posted_at) WHERE firm_id = $1":                                              "calls extract",
		"UPDATE wallets SET posted_at = posted_at + interval '1 day' WHERE firm_id = $1":                                             "calls timestamptz_pl_interval",
		"UPDATE tags SET name = created_at::text WHERE firm_id = $1":                                                                 "calls timestamptz_out",
		"UPDATE tags SET name = id::text WHERE firm_id = $1":                                                                         "",
		"UPDATE tags SET created_at = $2::text::timestamptz WHERE firm_id = $1":                                                      "",
		"UPDATE tags SET created_at = name::timestamptz WHERE firm_id = $1":                                                          "calls timestamptz_in",
		"UPDATE tags SET created_at = coalesce(created_at, now()) WHERE firm_id = $1":                                                "CASE or COALESCE calls now",
		"UPDATE tags SET created_at = CASE WHEN name = '' THEN current_timestamp ELSE created_at END WHERE firm_id = $1":             "CASE or COALESCE calls current_timestamp",
		"UPDATE tags SET created_at = greatest(created_at, now()) WHERE firm_id = $1":                                                "",
		"UPDATE tags SET name = '' WHERE firm_id = $1 RETURNING created_at + interval '1 day'":                                       "RETURNING calls",
		"UPDATE tags SET name = gen_random_uuid()::text WHERE firm_id = $1":                                                          "calls gen_random_uuid",
		"DELETE FROM tags WHERE firm_id = $1 AND created_at < now() - interval '1 day'":                                              "",
		"DELETE FROM tags WHERE firm_id = $1 AND created_at + interval '1 day' < $2":                                                 "calls timestamptz_pl_interval",
		"UPDATE sessions SET created_at = created_at + interval '1 day'":                                                             "",
		`WITH moved AS (UPDATE wallets SET day = extract(year FROM posted_at) WHERE firm_id = $1 RETURNING id) SELECT id FROM moved`: "calls extract",
		`INSERT INTO wallet_totals (id, utc_day, currency, type, units, rest) VALUES ($1, 1, $2, $3, 1, 1)
			ON CONFLICT (utc_day, currency, type) DO UPDATE SET units = random()`: "ON CONFLICT calls random",
		"INSERT INTO tags (firm_id, id, name) VALUES ($1, $2, (SELECT 'a'))":     "inserts values with a sub-query",
		"INSERT INTO tags (firm_id, id, name) SELECT $1::uuid, $2::uuid, 'a'":    "",
		"INSERT INTO user_firms (id) VALUES ((SELECT id FROM users LIMIT 1))":    "inserts values with a sub-query",
		"INSERT INTO user_firms (id) VALUES ((SELECT id FROM sessions LIMIT 1))": "",
		"INSERT INTO tags (firm_id, id, created_at) VALUES ($1, $2, now())":      "",

		"DELETE FROM pg_description WHERE random() < 0": "",

		"DELETE FROM users u WHERE NOT EXISTS (SELECT FROM user_firms WHERE user_id = u.id)":                               "sub-query of the local table user_firms",
		"DELETE FROM users WHERE id = ANY (ARRAY(SELECT user_id FROM user_firms))":                                         "",
		"DELETE FROM user_firms f WHERE EXISTS (SELECT FROM users WHERE id = f.user_id)":                                   "sub-query of the reference table users",
		"DELETE FROM user_firms f USING users u WHERE u.id = f.user_id":                                                    "",
		"DELETE FROM tags t WHERE firm_id = $1 AND t.id IN (SELECT user_id FROM user_firms f WHERE f.firm_id = t.firm_id)": "of the local table",
		"DELETE FROM users WHERE id IN (SELECT user_id FROM memberships WHERE firm_id = $1)":                               "reads the distributed table memberships",
		"DELETE FROM users WHERE id = $1":                                                                                  "",

		"SELECT id FROM files WHERE created_at < $1 FOR UPDATE":                  "without naming the firm",
		"SELECT id FROM files WHERE firm_id = $1 OR created_at < $2 FOR UPDATE":  "without naming the firm",
		"SELECT id FROM files WHERE firm_id = ANY($1) FOR SHARE":                 "without naming the firm",
		"SELECT id FROM (SELECT id FROM files LIMIT 1 FOR UPDATE) f":             "without naming the firm",
		"DECLARE c CURSOR FOR SELECT id FROM files FOR UPDATE":                   "without naming the firm",
		"SELECT id FROM files WHERE created_at < $1 AND firm_id = $2 FOR UPDATE": "",
		"SELECT id FROM firms WHERE id = $1 FOR NO KEY UPDATE":                   "",
		"SELECT id FROM users FOR UPDATE":                                        "",

		"UPDATE tags SET name = $1 WHERE firm_id = $2 AND id = $3 AND firm_id = $4": "names the firm of tags twice",
		"UPDATE tags SET name = $1 WHERE id = $2":                                   "by id without naming the firm",
		"UPDATE tags SET name = name WHERE name = $1":                               "",
		"UPDATE tags SET name = $1 WHERE firm_id = $2 AND id = $3":                  "",
		"UPDATE firms SET name = $1 WHERE id = $2":                                  "",

		"UPDATE tags SET name = ''; DELETE FROM tags": "can't be checked",
	} {
		found, right := dbtest.CitusFaults(t, url, statement)
		if want == "" {
			require.Empty(t, found, statement)
			require.Equal(t, []string{statement}, right)
			continue
		}
		require.Len(t, found, 1, statement)
		require.Contains(t, found[0], want, statement)
		require.Empty(t, right)
	}
	found, right := dbtest.CitusFaults(t, url, "DELETE FROM nothing")
	require.Empty(t, found, "a test may have dropped the table")
	require.Empty(t, right)
}

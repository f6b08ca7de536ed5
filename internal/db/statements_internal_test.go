package db

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
)

func TestStatementsOf(t *testing.T) {
	t.Parallel()
	const migration = "-- A comment; it ends so;\nCREATE TABLE a (\n  b text DEFAULT ';'\n);\n\n" +
		"CREATE FUNCTION c() RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n  -- d;\n  DELETE FROM a;\nEND $$;\n" +
		"DO $$ BEGIN DELETE FROM a; END $$;\nDROP TABLE a\n"
	require.Equal(t, []string{
		"CREATE TABLE a (\n  b text DEFAULT ';'\n);\n",
		"\nCREATE FUNCTION c() RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n  -- d;\n  DELETE FROM a;\nEND $$;\n",
		"DO $$ BEGIN DELETE FROM a; END $$;\n",
		"DROP TABLE a\n",
	}, statementsOf(migration))

	// The migrations have nothing that it would not separate.
	known, err := migrationFiles(migrate.Files, Postgres)
	require.NoError(t, err)
	ignored := regexp.MustCompile(`(?s)\$\$.*?\$\$|'[^']*'|--[^\n]*`)
	for _, step := range known {
		for _, statement := range statementsOf(step.text) {
			bare := strings.TrimSpace(ignored.ReplaceAllString(statement, ""))
			require.Equal(t, len(bare)-1, strings.Index(bare, ";"), "%d: %s", step.Version, statement)
		}
	}
}

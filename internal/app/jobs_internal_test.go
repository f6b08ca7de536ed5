package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// TestJobs_Doc compares the kinds of jobs with the table in docs/jobs.md.
func TestJobs_Doc(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/jobs.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(text), "| Kind | When | What it does |")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	var documented []string
	for row := range strings.Lines(table) {
		first, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		for _, kind := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(first, -1) {
			documented = append(documented, kind[1])
		}
	}
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		worker, err := OpenWorker(t.Context(), Config{Basics: Basics{DatabaseURL: dbtest.URL(t, dialect), DataDir: t.TempDir()}})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, worker.Close()) })
		kinds := worker.runner.Kinds()
		if dialect == db.Postgres {
			kinds = append(kinds, optimize{}.Kind())
		}
		require.ElementsMatch(t, kinds, documented)
	})
}

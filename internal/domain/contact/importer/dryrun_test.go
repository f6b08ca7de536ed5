package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// A dry run reports what a real run would do, and changes nothing.
func TestDryRun(t *testing.T) {
	t.Parallel()
	tags := strings.Repeat("a;b;c;d;e;", 3)
	files := map[string]string{
		"mixed": mixed(400),
		"one":   "firstName,lastName\nAna,Souza\n",
		"ups":   "firstName,lastName,phone,tags\n" + strings.Repeat("Ana,Souza,+5511987654321,"+tags+"\n", 130),
		"tags": "firstName,lastName,phone,tags\n" + manyTags("Ana,Souza", 0, 30) + manyTags(",", 30, 50) +
			manyTags("Bo,", 50, 60),
		"merging": "firstName,lastName,phone,phone2,email\nA,A,+5511987654321,,a@example.com\nB,B,+5511987654322,,b@example.com\n" +
			",,+5511987654322,+5511987654321,\n,,,,b@example.com\nC,C,,,B@EXAMPLE.COM\n",
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, content := range files {
			for _, update := range []bool{true, false} {
				b := setupIn(t, d, t.TempDir())
				b.importer.SetBatch(70)
				b.existing(t)
				before := b.contacts(t)
				b.start(t)
				dry := b.run(t, content, importer.Input{UpdateExisting: &update, DryRun: new(true)})
				require.Empty(t, dry.Error, name)
				require.Equal(t, before, b.contacts(t))
				require.Zero(t, b.Client.ContactImportChange.Query().CountX(b.ctx))
				require.Zero(t, dbtest.Count(t, d, "contact_import_drafts"))
				require.LessOrEqual(t, b.Client.Tag.Query().CountX(b.ctx), 1)
				done := b.run(t, content, importer.Input{UpdateExisting: &update})
				requireSame(t, b, done, b, dry)
				require.Equal(t, done.ProcessedRows, done.CreatedCount+done.UpdatedCount+done.UnchangedCount+done.FailedCount)
				b.requireKept(t)
				b.stop()
			}
		}
	})
}

// manyTags returns a row with the tags t<from> to t<to>, not included.
func manyTags(name string, from, to int) string {
	var s strings.Builder
	s.WriteString(name + ",+5511987654321,")
	for i := from; i < to; i++ {
		s.WriteString("t" + string(rune('A'+i)) + ";")
	}
	return s.String() + "\n"
}

// What the size of a step is does not matter.
func TestBatches(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		content := mixed(500)
		var first *bundle
		for _, size := range []int{5000, 37} {
			b := setupIn(t, d, t.TempDir())
			b.importer.SetBatch(size)
			b.existing(t)
			b.start(t)
			done := b.run(t, content, importer.Input{})
			b.stop()
			if first == nil {
				first = b
				first.done = done
				continue
			}
			requireSame(t, first, first.done, b, done)
			require.Equal(t, first.contacts(t), b.contacts(t))
		}
	})
}

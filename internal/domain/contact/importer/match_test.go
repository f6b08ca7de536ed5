package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// allCounts are those of an import, with the rows that met in a contact: processed, created,
// updated, unchanged, failed, merged.
func allCounts(row *ent.ContactImport) [6]int {
	return [6]int{row.ProcessedRows, row.CreatedCount, row.UpdatedCount, row.UnchangedCount, row.FailedCount, row.MergedCount}
}

// People with one e-mail stay apart where both their names and their phones differ.
func TestImport_sharedEmail(t *testing.T) {
	t.Parallel()
	const heading = "firstName,lastName,phone,email\n"
	for name, c := range map[string]struct {
		old    []contact.CreateInput
		rows   string
		want   []string
		counts [6]int
	}{
		"OK other name and phone": {
			rows:   "Ana,Souza,+5511987654321,office@example.com\nBo,Li,+442079460000,Office@example.com\n",
			want:   []string{"Ana Souza +5511987654321*/0 office@example.com*/0", "Bo Li +442079460000*/0 Office@example.com*/0"},
			counts: [6]int{2, 2, 0, 0, 0, 0},
		},
		"OK same folded name": {
			rows:   "José,Souza,+5511987654321,a@example.com\n JOSE ,souza,+442079460000,a@example.com\n",
			want:   []string{"JOSE souza +5511987654321*/0 +442079460000/0 a@example.com*/0"},
			counts: [6]int{2, 1, 1, 0, 0, 1},
		},
		"OK no phone in the row": {
			rows:   "Ana,Souza,+5511987654321,a@example.com\nBo,Li,,a@example.com\n",
			want:   []string{"Bo Li +5511987654321*/0 a@example.com*/0"},
			counts: [6]int{2, 1, 1, 0, 0, 1},
		},
		"OK no phone in the row, of those with the e-mail the one of the same name": {
			old: []contact.CreateInput{
				person("Ana", "Souza", "+5511987650001", "a@example.com"), person("Bo", "Li", "+5511987650002", "a@example.com"),
			},
			rows:   "Bo,Li,,a@example.com\n",
			want:   []string{"Ana Souza +5511987650001*/0 a@example.com*/0", "Bo Li +5511987650002*/0 a@example.com*/0"},
			counts: [6]int{1, 0, 0, 1, 0, 0},
		},
		"OK no phone of the contact, once": {
			rows:   "Ana,Souza,,a@example.com\nBo,Li,+442079460000,a@example.com\nCy,Po,+5511987654321,a@example.com\n",
			want:   []string{"Bo Li +442079460000*/0 a@example.com*/0", "Cy Po +5511987654321*/0 a@example.com*/0"},
			counts: [6]int{3, 2, 1, 0, 0, 1},
		},
		"OK of those who match the oldest": {
			old: []contact.CreateInput{
				person("Di", "Ro", "+5511987650001", "a@example.com"), person("Bo", "Li", "+5511987650002", "a@example.com"),
				person("Bo", "Li", "+5511987650003", "a@example.com"), person("No", "Phone", "", "a@example.com"),
			},
			rows: "Bo,Li,+442079460000,a@example.com\nX,Y,+442079460001,a@example.com\n",
			want: []string{
				"Di Ro +5511987650001*/0 a@example.com*/0", "Bo Li +5511987650002*/0 +442079460000/0 a@example.com*/0",
				"Bo Li +5511987650003*/0 a@example.com*/0", "X Y +442079460001*/0 a@example.com*/0",
			},
			counts: [6]int{2, 0, 2, 0, 0, 0},
		},
		"OK after the oldest has another name": {
			old: []contact.CreateInput{
				person("Bo", "Li", "+5511987650002", "a@example.com"), person("Bo", "Li", "+5511987650003", "a@example.com"),
			},
			rows: "Cy,Po,+5511987650002,\nBo,Li,+442079460000,a@example.com\nCy,Po,+442079460001,a@example.com\n",
			want: []string{
				"Cy Po +5511987650002*/0 +442079460001/0 a@example.com*/0", "Bo Li +5511987650003*/0 +442079460000/0 a@example.com*/0",
			},
			counts: [6]int{3, 0, 3, 0, 0, 1},
		},
		"OK the next oldest is of the same file": {
			rows: "Bo,Li,+5511987650001,a@example.com\nAna,Souza,+5511987650002,a@example.com\nBo,Li,+5511987650002,\n" +
				"Cy,Po,+5511987650001,\nBo,Li,+442079460000,a@example.com\n",
			want: []string{
				"Cy Po +5511987650001*/0 a@example.com*/0", "Bo Li +5511987650002*/0 +442079460000/0 a@example.com*/0",
			},
			counts: [6]int{5, 2, 3, 0, 0, 3},
		},
		"OK a phone comes first": {
			old: []contact.CreateInput{
				person("Ana", "Souza", "+5511987654321", "a@example.com"), person("Bo", "Li", "+442079460000", "b@example.com"),
			},
			rows:   "Ana,Souza,+442079460000,a@example.com\n",
			want:   []string{"Ana Souza +5511987654321*/0 a@example.com*/0", "Ana Souza +442079460000*/0 b@example.com*/0 a@example.com/0"},
			counts: [6]int{1, 0, 1, 0, 0, 0},
		},
		"OK an address that begins with another": {
			old: []contact.CreateInput{
				person("Eve", "X", "+5511987650001", "a＠example.com¨b@example.com"), person("Eve", "Y", "+5511987650002", "a@example.com.br"),
			},
			rows: "Bo,Li,,a@example.com\n",
			want: []string{
				"Eve X +5511987650001*/0 a＠example.com¨b@example.com*/0", "Eve Y +5511987650002*/0 a@example.com.br*/0",
				"Bo Li a@example.com*/0",
			},
			counts: [6]int{1, 1, 0, 0, 0, 0},
		},
		"OK rows that change nothing are merged too": {
			old:    []contact.CreateInput{person("Ana", "Souza", "+5511987654321", "a@example.com")},
			rows:   strings.Repeat("Ana,Souza,+5511987654321,a@example.com\n", 3) + "Bo,Li,12,\n",
			want:   []string{"Ana Souza +5511987654321*/0 a@example.com*/0"},
			counts: [6]int{4, 0, 0, 3, 1, 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				for _, batch := range []int{1, 1000} {
					b := setupIn(t, d, t.TempDir())
					b.importer.SetBatch(batch)
					for _, in := range c.old {
						b.create(t, in)
					}
					in := importer.Input{InvalidCells: new(importer.RejectRows)}
					dry := in
					dry.DryRun = new(true)
					b.start(t)
					require.Equal(t, c.counts, allCounts(b.run(t, heading+c.rows, dry)), "a dry run of %d rows a step", batch)
					require.Equal(t, c.counts, allCounts(b.run(t, heading+c.rows, in)), "%d rows a step", batch)
					require.Equal(t, c.want, b.contacts(t))
					require.Zero(t, dbtest.Count(t, d, "contact_import_drafts"))
					b.stop()
				}
			})
		})
	}
}

func person(first, last, phone, email string) contact.CreateInput {
	in := contact.CreateInput{FirstName: first, LastName: last}
	if phone != "" {
		in.Phones = []contact.PhoneInput{{Phone: phone}}
	}
	if email != "" {
		in.Emails = []contact.EmailInput{{Email: email}}
	}
	return in
}

// A file that renames a person in every second row is not matched again for each of them: that
// would take minutes for a long file. The contacts of rows that are matched together have the same
// time.
func TestImport_renamed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const pairs = 100
		var file strings.Builder
		file.WriteString("firstName,lastName,phone,email\n")
		for i := range pairs {
			fmt.Fprintf(&file, "Ana%d,Li,+5511987654321,a@example.com\n", i)
			fmt.Fprintf(&file, "Ana%d,Li,+55119%08d,a@example.com\n", i-1, 10_000_000+i) // as the one before was called
		}
		done := b.run(t, file.String(), importer.Input{})
		require.Equal(t, [6]int{2 * pairs, pairs + 1, pairs - 1, 0, 0, pairs - 1}, allCounts(done))
		times := map[time.Time]bool{}
		for _, c := range b.Client.Contact.Query().Select("created_at").AllX(b.ctx) {
			times[c.CreatedAt] = true
		}
		require.Less(t, len(times), pairs/10)
	})
}

// Whatever the file, the counts of rows add up, and neither the size of a step nor a dry run
// changes what becomes of a row.
func TestImport_counts(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		bundles := make([]*bundle, 2)
		for i, batch := range []int{2, 1000} {
			bundles[i] = setupIn(t, dbtest.Open(t, dialect), t.TempDir())
			bundles[i].importer.SetBatch(batch)
			bundles[i].start(t)
		}
		rapid.Check(t, func(rt *rapid.T) {
			of := func(label string, values ...string) string { return rapid.SampledFrom(values).Draw(rt, label) }
			var file strings.Builder
			file.WriteString("firstName,lastName,phone,email\n")
			rows := rapid.IntRange(1, 14).Draw(rt, "rows")
			for range rows {
				fmt.Fprintf(&file, "%s,Li,%s,%s\n", of("name", "Ana", "Bo"), of("phone", "", "+5511987650001", "+5511987650002", "+5511987650003", "1"),
					of("email", "", "a@example.com", "b@example.com"))
			}
			in := importer.Input{UpdateExisting: new(rapid.Bool().Draw(rt, "update")), InvalidCells: new(importer.RejectRows)}
			dry := in
			dry.DryRun = new(true)
			var counts [][6]int
			var contacts [][]string
			for _, b := range bundles {
				b.firm, b.ctx = dbtest.Firm(t, b.DB, rapid.StringMatching("[a-z]{20}").Draw(rt, "firm"))
				b.create(t, person("Bo", "Li", "+5511987650001", "a@example.com"))
				b.create(t, person("Bo", "Li", "+5511987650009", "a@example.com"))
				tried := b.run(t, file.String(), dry)
				done := b.run(t, file.String(), in)
				require.Equal(t, done.ProcessedRows, done.CreatedCount+done.UpdatedCount+done.UnchangedCount+done.FailedCount)
				require.LessOrEqual(t, done.MergedCount, done.UpdatedCount+done.UnchangedCount)
				counts = append(counts, allCounts(done), allCounts(tried))
				contacts = append(contacts, b.contacts(t))
			}
			require.Equal(t, slices.Repeat(counts[:1], len(counts)), counts, file.String())
			require.Equal(t, contacts[0], contacts[1], file.String())
		})
	})
}

package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// largeBytes is the size of a contact that createLarge creates: see [contact.SizeOfAddresses].
const largeBytes = 5 * (256 + 600)

// createLarge creates four contacts with long addresses, and returns their numbers.
func (b *bundle) createLarge(t *testing.T) (phones []string) {
	t.Helper()
	address := contact.AddressInput{PostalAddress: contact.PostalAddress{Line1: strings.Repeat("漢", 200)}}
	var people []contact.CreateInput
	for i := range 4 {
		phones = append(phones, fmt.Sprintf("+5511912345%03d", i))
		people = append(people, contact.CreateInput{
			FirstName: fmt.Sprintf("Old%d", i), LastName: "One", Phones: []contact.PhoneInput{{Phone: phones[i]}},
			Addresses: []contact.AddressInput{address, address, address, address, address},
		})
	}
	_, err := contact.CreateMany(b.ctx, b.DB, people)
	require.NoError(t, err)
	return phones
}

// together returns how many contacts have the same value of a column, a time, in its order: those
// that an import or an undo wrote together.
func (b *bundle) together(t *testing.T, column string) []int {
	t.Helper()
	counts, err := db.All[int](b.InFirm(b.ctx), "SELECT count(*) FROM contacts WHERE firm_id = $1 GROUP BY "+column+" ORDER BY "+column)
	require.NoError(t, err)
	return counts
}

// However many rows a part has, an import loads only contacts of a limited size at a time, but all
// of one row.
func TestImport_LargeContacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		most int
		want []int
	}{
		"OK all":       {most: 4 * largeBytes, want: []int{4}},
		"OK two":       {most: 4*largeBytes - 1, want: []int{2, 2}},
		"OK too large": {most: 1, want: []int{1, 1, 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				b := setupIn(t, d, t.TempDir())
				b.importer.SetLoaded(c.most)
				phones := b.createLarge(t)
				b.start(t)
				row := b.run(t, "phone,lastName\n"+strings.Join(phones, ",New\n")+",New\n", importer.Input{})
				require.Equal(t, [5]int{4, 0, 4, 0, 0}, counts(row), row.Error)
				require.Equal(t, c.want, b.together(t, "updated_at"))
				for i, line := range b.contacts(t) {
					require.True(t, strings.HasPrefix(line, fmt.Sprintf("Old%d New %s*/0 [", i, phones[i])), line)
				}
			})
		})
	}
}

// A contact counts once, whatever the number of its rows.
func TestImport_LargeContactsOfManyRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetLoaded(4 * largeBytes)
		phones := b.createLarge(t)
		b.start(t)
		var file strings.Builder
		file.WriteString("phone,tags\n")
		for i := range 40 {
			fmt.Fprintf(&file, "%s,tag %d\n", phones[i%4], i)
		}
		row := b.run(t, file.String(), importer.Input{})
		require.Equal(t, [5]int{40, 0, 40, 0, 0}, counts(row), row.Error)
		require.Equal(t, []int{4}, b.together(t, "updated_at"))
	})
}

func TestUndo_LargeContacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		most int
		want []int
	}{
		"OK all":       {most: 10 * largeBytes, want: []int{4}},
		"OK two":       {most: 5 * largeBytes, want: []int{2, 2}}, // as they are, and as they were
		"OK too large": {most: 1, want: []int{1, 1, 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				b := setupIn(t, d, t.TempDir())
				b.importer.SetLoaded(c.most)
				phones := b.createLarge(t)
				before := b.contacts(t)
				b.start(t)
				row := b.run(t, "phone,lastName\n"+strings.Join(phones, ",New\n")+",New\n", importer.Input{})
				require.Equal(t, 4, row.UpdatedCount)
				b.undoFour(t, row.ID)
				require.Equal(t, c.want, b.together(t, "updated_at"))
				require.Equal(t, before, b.contacts(t))
			})
		})
	}
}

func TestUndo_LargeCreatedContacts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetLoaded(3 * largeBytes)
		b.start(t)
		var file strings.Builder
		file.WriteString("firstName,addresses[0].line1,addresses[1].line1,addresses[2].line1,addresses[3].line1,addresses[4].line1\n")
		for i := range 4 {
			fmt.Fprintf(&file, "New%d%s\n", i, strings.Repeat(","+strings.Repeat("漢", 200), 5))
		}
		row := b.run(t, file.String(), importer.Input{})
		require.Equal(t, 4, row.CreatedCount)
		b.undoFour(t, row.ID)
		require.Equal(t, []int{2, 2}, b.together(t, "deleted_at"))
	})
}

// undoFour undoes an import of four contacts.
func (b *bundle) undoFour(t *testing.T, id uuid.UUID) {
	t.Helper()
	_, err := b.importer.Undo(b.ctx, id)
	require.NoError(t, err)
	done := b.undone(t, id)
	require.Equal(t, [2]int{4, 0}, [2]int{done.UndoneCount, done.SkippedCount})
}

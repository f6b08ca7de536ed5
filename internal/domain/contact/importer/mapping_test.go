package importer_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

func TestImport_Mapping(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "A;B;Name;Phone;Código;extra;extra\nAna;Souza;x;98765-4321;0055;+442079460000;tag\n", importer.Input{
			Mapping:      map[string]string{"a": "firstName", "B": "last name", "Phone": "", "CÓDIGO": "", "Extra": "phone"},
			InvalidCells: new(importer.RejectRows),
		})
		require.Equal(t, [5]int{1, 0, 0, 0, 1}, counts(done), done.Error)
		require.Equal(t, []string{
			"2 Ana,Souza,x,98765-4321,0055,+442079460000,tag: extra: must be a phone number: digits, spaces and ( ) - . / only, " +
				"and a + before a country calling code; phoneCC is required unless phone begins with + and the country calling code, " +
				"or the import has a defaultPhoneCC",
		}, b.rejects(t, done.ID))
		done = b.run(t, "A;B;Phone 2;Code;Phone;Phone 2 CC\nAna;Souza;20 7946 0000;55;11 98765-4321;44\n", importer.Input{
			Mapping: map[string]string{"a": "firstName", "B": "last name", "Code": "phoneCC"},
		})
		require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{"Ana Souza +5511987654321*/0 +442079460000/0"}, b.contacts(t))
	})
}

// Columns that differ by case are told apart by their exact names.
func TestImport_MappingByCase(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for i, mapping := range []map[string]string{
			{"Tel": "city", "TEL": "line1"},
			{"Tel": "city", "tel": "line1"}, // tel is the other column
			{"TEL": "line1"},                // Tel is a phone by itself
			{"tel": "city"},                 // both, of which the first counts
		} {
			content := fmt.Sprintf("firstName,lastName,email,Tel,TEL\nAna,Souza,a%d@example.com,+55 11 98765-4321,Rua 1\n", i)
			done := b.run(t, content, importer.Input{Mapping: mapping})
			require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		}
		require.Equal(t, []string{
			"Ana Souza a0@example.com*/0 [Rua 1, +55 11 98765-4321, ]",
			"Ana Souza a1@example.com*/0 [Rua 1, +55 11 98765-4321, ]",
			"Ana Souza +5511987654321*/0 a2@example.com*/0 [Rua 1, , ]",
			"Ana Souza a3@example.com*/0 [, +55 11 98765-4321, ]",
		}, b.contacts(t))
	})
}

// The mapping comes before names that say the same in another way.
func TestImport_MappingFirst(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, "firstName,lastName,City1,Stadt,addresses[0].line1,Straße,phone,phones[0].phoneCC,Code,phone1Type,Art,email\n"+
			"Ana,Souza,wrong,right,wrong,Rua 1,11 98765-4321,44,55,1,3,a@example.com\n", importer.Input{
			Mapping: map[string]string{"Stadt": "city", "Straße": "line1", "Code": "phoneCC", "Art": "phoneType"},
		})
		require.Equal(t, [5]int{1, 1, 0, 0, 0}, counts(done), "%s %s", done.Error, b.rejects(t, done.ID))
		require.Equal(t, []string{"Ana Souza +5511987654321*/3 a@example.com*/0 [Rua 1, right, ]"}, b.contacts(t))
	})
}

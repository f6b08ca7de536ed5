package importer_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// previewOf returns the preview of an import.
func previewOf(t *testing.T, b *bundle, id uuid.UUID) *importer.Preview {
	t.Helper()
	preview, err := importer.PreviewOf(b.Client.ContactImport.GetX(b.ctx, id))
	require.NoError(t, err)
	return &preview
}

// A dry run that has ended shows what the columns are taken for, its first rows as contacts, and
// what would make it better.
func TestImport_preview(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetBatch(2)
		b.create(t, ana())
		b.start(t)
		file := "Last Name,phone,First Name,Shoe size,phone 2,phoneCC 2,E-mail,tags\n" +
			"Lima,+5511987654321,,,,,,new\nLi,98765-4321,Bo,44,20 7946 0000,44,bo@example.com,\n" +
			"Po,,Cy,,,,cy@example.com,\n" + strings.Repeat("Ro,,Di,,,,di@example.com,\n", 20)
		in := importer.Input{DryRun: new(true), InvalidCells: new(importer.RejectRows)}
		preview := previewOf(t, b, b.run(t, file, in).ID)
		var columns []string
		for _, c := range preview.Mapping {
			columns = append(columns, c.Column+"=")
			if c.Field != nil {
				columns[len(columns)-1] += *c.Field
			}
		}
		require.Equal(t, []string{
			"Last Name=lastName", "phone=phone", "First Name=firstName", "Shoe size=", "phone 2=phone2", "phoneCC 2=phoneCC2", "E-mail=email", "tags=tags",
		}, columns)
		var sample []string
		for _, c := range preview.Sample {
			sample = append(sample, describe(c))
		}
		require.Len(t, sample, 10)
		require.Equal(t, []string{
			"Ana Lima Female +5511987654321*/1 ana@example.com*/2 [Rua A, 1, São Paulo, ] [Rua B, 2, Santos, ] #VIP #new",
			"Cy Po cy@example.com*/0", "Di Ro di@example.com*/0",
		}, sample[:3])
		require.Equal(t, []string{
			"Phones without a country code: 1. Set defaultPhoneCC, such as +55.",
			`Columns that are ignored: "Shoe size". A mapping says what they hold.`,
		}, preview.Hints)
		entity := preview.Sample[0].Entity(b.firm.ID)
		require.Len(t, entity.Edges.Phones, 1)
		require.Len(t, entity.Edges.Tags, 2)

		in.DryRun = nil
		preview = previewOf(t, b, b.run(t, file, in).ID)
		require.Equal(t, &importer.Preview{Ignored: preview.Ignored}, preview)
	})
}

// The mapping that a dry run shows can be sent back. It contains no types.
func TestImport_previewSentBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const file = "Name,Home Street,Home City,Business Street,Business City,Address 5 - City\nAna Souza,Rua A 1,Rio,Rua B 2,Lima,Rome\n"
		preview := previewOf(t, b, b.run(t, file, importer.Input{DryRun: new(true)}).ID)
		mapping := map[string]string{}
		for _, c := range preview.Mapping {
			mapping[c.Column] = *c.Field
		}
		done := b.run(t, file, importer.Input{Mapping: mapping})
		require.Equal(t, contactimport.StatusCompleted, done.Status, done.Error)
		require.Equal(t, []string{"Ana Souza [Rua A 1, Rio, ] [Rua B 2, Lima, ] [, Rome, ]"}, b.contacts(t))
	})
}

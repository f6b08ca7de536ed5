package importer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// Each column that is not read is named, in an import and in a dry run. Of two columns for one
// field the second is one of them, unless a contact can have several.
func TestImport_IgnoredColumns(t *testing.T) {
	t.Parallel()
	const (
		unknown = "No field has this name. A mapping can say what the column holds."
		file    = "First Name,Given Name,City,Town,phone,Phone,phoneCC,DDI,phone3CC,Shoe size,Notes,, ,tags,labels,City 2,City 2,Code\n" +
			"Ana,Maria,Rio,Niterói,11 98765-4321,+44 20 7946 0000,55,44,33,38,x,,kept?,vip,news,Lima,Cusco,y\n"
	)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		in := importer.Input{Mapping: map[string]string{"Notes": "", "Code": "landmark"}}
		queued := b.queue(t, file, in)
		preview, err := importer.PreviewOf(queued)
		require.NoError(t, err)
		require.Zero(t, preview)
		b.start(t)
		done := b.wait(t, queued.ID)
		require.Equal(t, contactimport.StatusCompleted, done.Status, done.Error)
		require.Equal(t, []string{"Ana  +5511987654321*/0 +442079460000/0 #news #vip [0: , , y, Rio, , , ] [0: , , , Lima, , , ]"}, b.whole(t))
		in.DryRun = new(true)
		for _, row := range []*importer.Preview{previewOf(t, b, done.ID), previewOf(t, b, b.run(t, file, in).ID)} {
			var ignored [][2]string
			for _, column := range row.Ignored {
				ignored = append(ignored, [2]string{column.Column, column.Reason})
			}
			require.Equal(t, [][2]string{
				{"Given Name", `"First Name" has this field already.`},
				{"Town", `"City" has this field already.`},
				{"DDI", `"phoneCC" has this field already.`},
				{"phone3CC", "There is no phone 3."},
				{"Shoe size", unknown},
				{"column 13", "It has no name."},
				{"City 2", `"City 2" has this field already.`},
			}, ignored)
		}
		told := b.Client.Notification.Query().AllX(b.ctx)
		require.Len(t, told, 2)
		for _, n := range told {
			require.Contains(t, n.Message, ` Ignored columns: "Given Name", "Town", "DDI", "phone3CC", "Shoe size", and 2 more.`)
		}

		// The report of an import has columns of its own, which are not the file's.
		again := b.run(t, "Name,Phone,row,column,error,contactId\nBo Li,+44 20 7946 0001,2,Phone,x,\n", importer.Input{})
		require.Empty(t, previewOf(t, b, again.ID).Ignored)
	})
}

package privacy_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

func (b *bundle) upload(t *testing.T, text string) uuid.UUID {
	t.Helper()
	uploaded, err := b.files.Upload(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}),
		upload.File{Name: "table.csv", Content: strings.NewReader(text)})
	require.NoError(t, err)
	return uploaded.ID
}

// Large files are read in parts, and while one is read others can write.
func TestErase_files(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.ReadInParts(20)
		made := b.create(t, firstName, lastName, number, mail)
		b.upload(t, strings.Repeat("another line\n", 5)+number+"\n")
		kept := b.upload(t, strings.Repeat("11912345678901234\n", 5)+"the end")
		b.upload(t, number+strings.Repeat("\nanother line", 5))
		document, err := b.Export(b.ctx, made.ID)
		require.NoError(t, err)
		require.Equal(t, 2, strings.Count(string(document), "table.csv"))

		var reads, failed atomic.Int32
		b.reading = func(ctx context.Context) {
			reads.Add(1)
			ctx, cancel := context.WithTimeout(db.Outside(context.WithoutCancel(ctx)), 5*time.Second)
			defer cancel()
			if _, err := b.InFirm(ctx).Exec("UPDATE firms SET name = name WHERE id = $1"); err != nil {
				failed.Add(1)
			}
		}
		require.NoError(t, b.Erase(b.ctx, made.ID))
		b.finish(t)
		require.EqualValues(t, 3+3+1, reads.Load())
		require.Zero(t, failed.Load(), "a write waited for the transaction of the step")
		left, err := db.All[uuid.UUID](b.InFirm(b.ctx), "SELECT id FROM files WHERE firm_id = $1")
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{kept}, left)
	})
}

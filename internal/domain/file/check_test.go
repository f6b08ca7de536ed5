package file_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

func TestStore_Check(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		blobs, err := blob.Open("file://" + t.TempDir())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, blobs.Close()) })
		another := file.New(d, blobs, authz.New(d.Client, 0), "")
		require.NoError(t, another.Check(t.Context()), "there are no files yet")

		b.upload(b.clerk, t, "a.csv", "a")
		b.upload(b.elsewhere, t, "b.csv", "b")
		require.NoError(t, b.files.Check(t.Context()))
		require.ErrorIs(t, another.Check(t.Context()), file.ErrElsewhere)

		last := b.upload(b.clerk, t, "c.csv", "c")
		require.NoError(t, b.blobs.Delete(t.Context(), b.firm.ID.String()+"/"+last.ID.String()))
		require.NoError(t, b.files.Check(t.Context()), "one may be deleted meanwhile")
	})
}

package backup

import (
	"bytes"
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// endingReader ends a context when it is read.
type endingReader struct {
	*bytes.Reader

	end func()
}

func (r endingReader) Read(into []byte) (int, error) {
	r.end()
	return r.Reader.Read(into)
}

// The check of a large entry ends with its context, and is then no finding.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	var content bytes.Buffer
	archive, err := newArchiveWriter(&content, time.Now())
	require.NoError(t, err)
	require.NoError(t, archive.addJSON(manifestEntry, Manifest{Format: format}))
	large := make([]byte, 4<<20)
	_, _ = rand.Read(large)
	require.NoError(t, archive.add(sqliteEntry, int64(len(large)), bytes.NewReader(large)))
	require.NoError(t, archive.close(0, nil))
	require.NoError(t, readAgain(t.Context(), bytes.NewReader(content.Bytes())))
	require.ErrorIs(t, readAgain(t.Context(), bytes.NewReader(content.Bytes()[:1<<20])), errCut)

	ctx, end := context.WithCancel(t.Context())
	defer end()
	from := endingReader{bytes.NewReader(content.Bytes()), func() {}}
	from.end = func() {
		if from.Len() < len(large)/2 {
			end()
		}
	}
	err = readAgain(ctx, from)
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, errCut)
	require.Greater(t, from.Len(), len(large)/4, "it reads no further")
}

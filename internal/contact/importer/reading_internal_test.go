package importer

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReading(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(yield func(part, error) bool) {
			_ = yield(part{rows: []*row{{number: 1}}}, nil) && yield(part{last: true}, nil)
		})
		defer r.stop()
		require.False(t, r.ok)
		require.NoError(t, r.advance())
		require.True(t, r.ok)
		require.Equal(t, 1, r.part.rows[0].number)
		require.NoError(t, r.advance())
		require.True(t, r.ok)
		require.True(t, r.part.last)
		require.NoError(t, r.advance())
		require.False(t, r.ok)
		require.NoError(t, r.advance())
		require.False(t, r.ok)
	})

	t.Run("stopped early", func(t *testing.T) {
		t.Parallel()
		left := false
		r := readAhead(func(yield func(part, error) bool) {
			for yield(part{}, nil) {
			}
			left = true
		})
		require.NoError(t, r.advance())
		r.stop()
		require.True(t, left)
	})

	t.Run("ErrRead", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(yield func(part, error) bool) {
			_ = yield(part{}, nil) && yield(part{}, io.ErrUnexpectedEOF)
		})
		defer r.stop()
		require.NoError(t, r.advance())
		require.ErrorIs(t, r.advance(), io.ErrUnexpectedEOF)
		require.False(t, r.ok)
	})

	t.Run("ErrPanic", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(func(part, error) bool) { panic(errors.New("a bug")) })
		defer r.stop()
		require.Panics(t, func() { _ = r.advance() })
	})
}

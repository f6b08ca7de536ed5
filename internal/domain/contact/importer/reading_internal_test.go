package importer

import (
	"errors"
	"io"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func never() bool { return false }

func TestReading(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(yield func(part, error) bool) {
			_ = yield(part{rows: []*row{{number: 1}}}, nil) && yield(part{last: true}, nil)
		}, never)
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
		}, never)
		require.NoError(t, r.advance())
		r.stop()
		require.True(t, left)
	})

	t.Run("ErrRead", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(yield func(part, error) bool) {
			_ = yield(part{}, nil) && yield(part{}, io.ErrUnexpectedEOF)
		}, never)
		defer r.stop()
		require.NoError(t, r.advance())
		require.ErrorIs(t, r.advance(), io.ErrUnexpectedEOF)
		require.False(t, r.ok)
	})

	t.Run("not ahead while others need the processors", func(t *testing.T) {
		t.Parallel()
		var read atomic.Int64
		busy := true
		r := readAhead(func(yield func(part, error) bool) {
			for more := true; more; more = yield(part{}, nil) {
				read.Add(1)
			}
		}, func() bool { return busy })
		for n := range int64(3) {
			require.NoError(t, r.advance())
			require.Equal(t, n+1, read.Load())
		}
		busy = false
		require.NoError(t, r.advance())
		r.stop() // waits for the one that is read ahead
		require.EqualValues(t, 5, read.Load())
	})

	t.Run("ErrPanic", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(func(part, error) bool) { panic(errors.New("a bug")) }, never)
		defer r.stop()
		require.Panics(t, func() { _ = r.advance() })
	})

	t.Run("ErrPanic ahead", func(t *testing.T) {
		t.Parallel()
		r := readAhead(func(yield func(part, error) bool) {
			yield(part{}, nil)
			panic(errors.New("a bug"))
		}, never)
		defer r.stop()
		require.NoError(t, r.advance())
		require.Panics(t, func() { _ = r.advance() })
	})
}

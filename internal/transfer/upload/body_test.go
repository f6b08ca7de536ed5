package upload_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

func TestBody(t *testing.T) {
	t.Parallel()
	noDeadline := func(time.Time) error { return nil }
	valid := func() error { return nil }

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		finished := 0
		body := upload.NewBody(iotest.OneByteReader(strings.NewReader("0123456789")), 10, noDeadline, func() error {
			finished++
			return nil
		})
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Equal(t, "0123456789", string(text))
		require.NoError(t, body.Err())
		_, err = body.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, 1, finished)
	})

	t.Run("ErrTooLarge", func(t *testing.T) {
		t.Parallel()
		body := upload.NewBody(strings.NewReader("0123456789"), 9, noDeadline, valid)
		text, err := io.ReadAll(body)
		require.True(t, fault.Is(err, fault.PayloadTooLarge), "%v", err)
		require.Equal(t, "012345678", string(text))
		require.Equal(t, err, body.Err())

		body = upload.NewBody(strings.NewReader("0123456789"), 2, noDeadline, valid)
		_, err = io.ReadFull(body, make([]byte, 2))
		require.NoError(t, err)
		body.SetLimit(10)
		text, err = io.ReadAll(body)
		require.NoError(t, err)
		require.Equal(t, "23456789", string(text))
	})

	t.Run("ErrFinish", func(t *testing.T) {
		t.Parallel()
		gone := fault.New(fault.Unauthorized, "The session has ended.")
		_, err := io.ReadAll(upload.NewBody(strings.NewReader("x"), 10, noDeadline, func() error { return gone }))
		require.ErrorIs(t, err, gone)
	})

	t.Run("ErrSource", func(t *testing.T) {
		t.Parallel()
		for cause, message := range map[error]string{
			os.ErrDeadlineExceeded: "did not arrive in time", errors.New("reset"): "could not be read to its end",
		} {
			_, err := io.ReadAll(upload.NewBody(iotest.ErrReader(cause), 10, noDeadline, valid))
			require.Equal(t, []fault.Detail{{Field: "body", Message: message}}, fault.From(err).Details)
		}
	})

	// Only the time that is spent waiting for the client counts against it.
	t.Run("Deadline", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var left time.Duration
			slow := readerFunc(func(p []byte) (int, error) {
				<-time.After(time.Second)
				return min(len(p), 32<<10), nil
			})
			body := upload.NewBody(slow, 1<<30, func(deadline time.Time) error {
				left = time.Until(deadline)
				return nil
			}, valid)
			for range 20 { // 32 KiB a second are half of the rate
				_, err := body.Read(make([]byte, 32<<10))
				require.NoError(t, err)
				<-time.After(time.Hour) // by whoever stores it
			}
			require.Equal(t, 30*time.Second-19*time.Second+9*time.Second, left)
		})
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

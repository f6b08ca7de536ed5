package auth_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/fault"
)

func hash(ctx context.Context, h *auth.Hasher) chan error {
	done := make(chan error, 1)
	go func() {
		_, err := h.Hash(ctx, password)
		done <- err
	}()
	synctest.Wait()
	return done
}

func TestHasher(t *testing.T) {
	t.Parallel()
	h := auth.NewHasher(0, 0)
	made, err := h.Hash(t.Context(), password)
	require.NoError(t, err)
	for given, want := range map[string]bool{password: true, password + " ": false, "": false} {
		same, err := h.Verify(t.Context(), made, given)
		require.NoError(t, err)
		require.Equal(t, want, same)
	}
	require.NoError(t, h.Pretend(t.Context(), password))
	_, err = h.Verify(t.Context(), "x", password)
	require.ErrorIs(t, err, auth.ErrPasswordHash)
	require.Equal(t, auth.HasherStats{Done: 6}, h.Stats())
}

func TestHasherFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := auth.NewHasher(1, 2)
		release := h.Occupy()
		var waiting []chan error
		for range 3 {
			waiting = append(waiting, hash(t.Context(), h))
		}
		require.Equal(t, auth.HasherStats{Pending: 3}, h.Stats())
		for name, call := range map[string]func() error{
			"hash": func() error { _, err := h.Hash(t.Context(), password); return err },
			"verify": func() error {
				same, err := h.Verify(t.Context(), longHash, password)
				require.False(t, same)
				return err
			},
			"pretend": func() error { return h.Pretend(t.Context(), password) },
		} {
			err := call()
			requireRefusal(t, err, fault.Unavailable, "Too many log-ins at once. Try again in a few seconds.")
			require.Equal(t, 5*time.Second, fault.From(err).RetryAfter, name)
		}
		require.Equal(t, auth.HasherStats{Pending: 3, Refused: 3}, h.Stats())
		release()
		for _, done := range waiting {
			require.NoError(t, <-done)
		}
		synctest.Wait()
		require.Equal(t, auth.HasherStats{Done: 3, Refused: 3}, h.Stats())
		require.NoError(t, <-hash(t.Context(), h))
	})
}

func TestHasherCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := auth.NewHasher(1, 1)
		release := h.Occupy()
		ctx, leave := context.WithCancel(t.Context())
		first, second := hash(ctx, h), hash(t.Context(), h)
		require.ErrorContains(t, h.Pretend(t.Context(), password), "Too many")
		leave()
		err := <-first
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, fault.Unavailable, fault.From(err).Code)

		third := hash(t.Context(), h) // the place is free again
		require.Equal(t, auth.HasherStats{Pending: 2, Refused: 1}, h.Stats())
		release()
		require.NoError(t, <-second)
		require.NoError(t, <-third)
	})
}

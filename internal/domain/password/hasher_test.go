package password_test

import (
	"context"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// iterations are the cost of hashes in tests that are not about the cost.
const iterations = 1000

// inBackground has a hasher work until it waits for something.
func inBackground(ctx context.Context, work func(context.Context) error) chan error {
	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	synctest.Wait()
	return done
}

// logIn is the hash of a log-in.
func logIn(ctx context.Context, h *password.Hasher) chan error {
	return inBackground(ctx, func(ctx context.Context) error { return h.Pretend(ctx, correct) })
}

// set is the hash of a password that a user sets.
func set(ctx context.Context, h *password.Hasher) chan error {
	return inBackground(ctx, func(ctx context.Context) error {
		_, err := h.Hash(ctx, correct)
		return err
	})
}

func from(t *testing.T, address string) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{Address: netip.MustParseAddr(address)}})
}

func userOf(t *testing.T, firm uuid.UUID) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: firm, UserID: uuid.New()})
}

func TestHasher(t *testing.T) {
	t.Parallel()
	h := password.NewHasher(password.Config{Iterations: iterations})
	made, err := h.Hash(t.Context(), correct)
	require.NoError(t, err)
	for given, want := range map[string]bool{correct: true, correct + " ": false, "": false} {
		same, err := h.Verify(t.Context(), made, given)
		require.NoError(t, err)
		require.Equal(t, want, same)
		same, err = h.VerifyOwn(t.Context(), made, given)
		require.NoError(t, err)
		require.Equal(t, want, same)
	}
	require.NoError(t, h.Pretend(t.Context(), correct))
	_, err = h.Verify(t.Context(), "x", correct)
	require.ErrorIs(t, err, password.ErrHash)
	require.Equal(t, password.Stats{Done: 9}, h.Stats())
}

func TestHasherFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := password.NewHasher(password.Config{Iterations: iterations, Workers: 1, Queue: 2})
		release := h.Pause()
		first, second := logIn(from(t, "192.0.2.1"), h), logIn(from(t, "192.0.2.1"), h)
		require.Equal(t, password.Stats{Pending: 2, Waits: 2}, h.Stats())
		err := h.Pretend(from(t, "192.0.2.1"), correct)
		requireRefusal(t, err, fault.Unavailable, "Too many log-ins at once. Try again in a few seconds.")
		require.Equal(t, 5*time.Second, fault.From(err).RetryAfter)

		other := logIn(from(t, "192.0.2.2"), h) // replaces one who is not alone
		requireCode(t, fault.Unavailable, <-second)
		err = h.Pretend(from(t, "192.0.2.3"), correct)
		requireCode(t, fault.Unavailable, err)
		require.Equal(t, password.Stats{Pending: 2, Refused: 3, Waits: 3}, h.Stats())
		release()
		require.NoError(t, <-first)
		require.NoError(t, <-other)
		synctest.Wait()
		require.Equal(t, password.Stats{Done: 2, Refused: 3, Waits: 3}, h.Stats())
		require.NoError(t, <-logIn(t.Context(), h))
	})
}

// While firms are served, half of the workers rest.
func TestHasherBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var busy atomic.Bool
		busy.Store(true)
		h := password.NewHasher(password.Config{Iterations: iterations, Workers: 2, Busy: busy.Load})
		paused := make(chan func())
		go func() { paused <- h.Pause() }()
		synctest.Wait()
		require.EqualValues(t, 1, h.Stats().Waits, "one works, and one waits for it")
		busy.Store(false)
		login := logIn(from(t, "192.0.2.1"), h)
		(<-paused)() // has both
		require.NoError(t, <-login)
	})
}

// Whatever signed-in users do, log-ins find room, and the users of one firm leave room for those of
// another.
func TestHasherOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perUser, perFirm = 4, 16
		h := password.NewHasher(password.Config{Iterations: iterations, Workers: 1, Queue: 2})
		release := h.Pause()
		busy, quiet := uuid.New(), uuid.New()
		next := set(userOf(t, busy), h) // waits for the worker, the others for their turn
		var waiting []chan error
		for range perFirm / perUser {
			somebody := userOf(t, busy)
			for range perUser {
				waiting = append(waiting, set(somebody, h))
			}
			err := <-set(somebody, h)
			requireRefusal(t, err, fault.TooManyRequests, "Too many passwords at once. Try again in a second.")
			require.Equal(t, time.Second, fault.From(err).RetryAfter)
		}
		_, err := h.VerifyOwn(userOf(t, busy), longHash, correct)
		requireCode(t, fault.TooManyRequests, err)
		neighbour := set(userOf(t, quiet), h)
		server := set(t.Context(), h)
		login := logIn(from(t, "192.0.2.1"), h)
		require.EqualValues(t, perFirm+4, h.Stats().Pending)
		release()
		for _, done := range append(waiting, next, neighbour, server, login) {
			require.NoError(t, <-done)
		}
		require.NoError(t, <-set(userOf(t, busy), h))
	})
}

func TestHasherTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := password.NewHasher(password.Config{Iterations: iterations, Workers: 1})
		release := h.Pause()
		var served []string // by who has the worker
		add := func(ctx context.Context, name string, wait func(context.Context) (func(), error)) {
			inBackground(ctx, func(ctx context.Context) error {
				leave, err := wait(ctx)
				if err != nil {
					t.Error(err)
					return err
				}
				served = append(served, name)
				leave()
				return nil
			})
		}
		busy, quiet := userOf(t, uuid.New()), userOf(t, uuid.New())
		for range 3 {
			add(busy, "busy", h.Wait)
			add(from(t, "192.0.2.1"), "a", h.WaitForLogin)
		}
		add(quiet, "quiet", h.Wait)
		add(from(t, "192.0.2.2"), "b", h.WaitForLogin)
		release()
		synctest.Wait()
		require.Len(t, served, 8)
		require.ElementsMatch(t, []string{"busy", "a", "b"}, served[:3])
		require.Contains(t, served[:6], "quiet")
	})
}

func TestHasherCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := password.NewHasher(password.Config{Iterations: iterations, Workers: 1, Queue: 1})
		release := h.Pause()
		ctx, leave := context.WithCancel(t.Context())
		first := logIn(ctx, h)
		require.ErrorContains(t, h.Pretend(t.Context(), correct), "Too many")
		leave()
		err := <-first
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, fault.Unavailable, fault.From(err).Code)

		second := logIn(t.Context(), h) // the place is free again
		ctx, leave = context.WithCancel(userOf(t, uuid.New()))
		third := set(ctx, h)
		leave()
		require.Error(t, <-third)
		require.Equal(t, int64(1), h.Stats().Pending)
		release()
		require.NoError(t, <-second)
	})
}

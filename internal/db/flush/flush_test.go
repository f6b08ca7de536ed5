package flush_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/flush"
)

var errAway = errors.New("the database is away")

// store is where a Loop gets its batches, and where it stores them.
type store struct {
	mu              sync.Mutex
	gathered, batch string
	stored          []string
	attempts        int
	err             error
	deadline        time.Duration
}

func (s *store) next() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batch, s.gathered = s.gathered, ""
	return s.batch != ""
}

func (s *store) store(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts++
	until, _ := ctx.Deadline()
	s.deadline = time.Until(until)
	if s.err == nil {
		s.stored = append(s.stored, s.batch)
	}
	return s.err
}

func (s *store) gather(letters string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gathered, s.err = letters, err
}

// isStored checks what was stored, and how often the loop tried.
func (s *store) isStored(t *testing.T, batches string, attempts int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	require.Equal(t, batches, strings.Join(s.stored, " "))
	require.Equal(t, attempts, s.attempts)
}

// each runs a test with a clock of its own.
func each(t *testing.T, name string, test func(t *testing.T, s *store, l *flush.Loop)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := &store{}
			l := flush.Start(flush.Batches{What: "letters", Every: time.Second, Next: s.next, Store: s.store})
			t.Cleanup(func() { _ = l.Close(context.Background()) })
			test(t, s, l)
		})
	})
}

// after waits for a time of the test's clock, and until the goroutine has done its work.
func after(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestLoop(t *testing.T) {
	t.Parallel()
	each(t, "OKFlush", func(t *testing.T, s *store, l *flush.Loop) {
		s.gather("a", nil)
		require.NoError(t, l.Flush(t.Context()))
		require.NoError(t, l.Flush(t.Context()))
		s.isStored(t, "a", 1)
		require.Equal(t, 10*time.Second, s.deadline)
	})
	each(t, "OKByItself", func(t *testing.T, s *store, _ *flush.Loop) {
		s.gather("a", nil)
		after(999 * time.Millisecond)
		s.isStored(t, "", 0)
		after(time.Millisecond)
		s.isStored(t, "a", 1)
		s.gather("b", nil)
		after(time.Second)
		s.isStored(t, "a b", 2)
	})
	each(t, "OKSoon", func(t *testing.T, s *store, l *flush.Loop) {
		s.gather("a", nil)
		l.Soon()
		l.Soon()
		synctest.Wait()
		s.isStored(t, "a", 1)
	})
	each(t, "OKClose", func(t *testing.T, s *store, l *flush.Loop) {
		s.gather("a", nil)
		require.NoError(t, l.Close(t.Context()))
		s.isStored(t, "a", 1)
		s.gather("b", nil)
		l.Soon()
		after(time.Minute)
		s.isStored(t, "a", 1)
		require.NoError(t, l.Close(t.Context()))
		s.isStored(t, "a b", 2)
	})
	each(t, "ErrWaits", func(t *testing.T, s *store, l *flush.Loop) {
		s.gather("a", errAway)
		require.ErrorIs(t, l.Flush(t.Context()), errAway)
		s.gather("b", errAway)
		require.ErrorContains(t, l.Close(t.Context()), "letters")
		s.isStored(t, "", 2)
		s.gather("b", nil)
		require.NoError(t, l.Flush(t.Context()))
		s.isStored(t, "a b", 4)
	})
	each(t, "ErrByItself", func(t *testing.T, s *store, _ *flush.Loop) {
		s.gather("a", errAway)
		after(2 * time.Second)
		s.isStored(t, "", 2)
		s.gather("b", nil)
		after(time.Second)
		s.isStored(t, "a b", 4)
	})
}

package hook_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/hook"
)

func TestTurns(t *testing.T) {
	t.Parallel()
	t.Run("OKOthersGoOn", func(t *testing.T) {
		t.Parallel()
		slow, fast := uuid.New(), uuid.New()
		began, end, worked := make(chan struct{}), make(chan struct{}), make(chan struct{})
		turns := hook.NewTurns(func(_ context.Context, firm uuid.UUID) bool {
			if firm == slow {
				close(began)
				<-end
				return false
			}
			worked <- struct{}{}
			return false
		})
		turns.Add(t.Context(), slow)
		<-began
		turns.Add(t.Context(), fast)
		<-worked // while the slow one is still worked on
		close(end)
		turns.Wait()
	})
	t.Run("OKInTurns", func(t *testing.T) {
		t.Parallel()
		// All places are taken by firms that never end. Another one is worked on nevertheless.
		var mu sync.Mutex
		steps, last := map[uuid.UUID]int{}, uuid.New()
		ctx, stop := context.WithCancel(t.Context())
		worked := make(chan struct{})
		turns := hook.NewTurns(func(_ context.Context, firm uuid.UUID) bool {
			mu.Lock()
			defer mu.Unlock()
			steps[firm]++
			if firm == last {
				close(worked)
			}
			return firm != last
		})
		for range hook.Places {
			turns.Add(ctx, uuid.New())
		}
		turns.Add(ctx, last)
		<-worked
		stop()
		turns.Wait()
		require.Equal(t, 1, steps[last])
	})
	t.Run("OKOneStepOfAFirmAtATime", func(t *testing.T) {
		t.Parallel()
		firm := uuid.New()
		busy, steps := false, 0
		began, end := make(chan struct{}), make(chan struct{})
		var mu sync.Mutex
		turns := hook.NewTurns(func(context.Context, uuid.UUID) bool {
			mu.Lock()
			if busy {
				t.Error("two steps of a firm run")
			}
			busy, steps = true, steps+1
			first := steps == 1
			mu.Unlock()
			if first {
				close(began)
				<-end
			}
			mu.Lock()
			defer mu.Unlock()
			busy = false
			return false
		})
		turns.Add(t.Context(), firm)
		<-began
		turns.Add(t.Context(), firm) // What is stored during a step is not missed,
		turns.Add(t.Context(), firm) // and looked for once.
		close(end)
		turns.Wait()
		require.Equal(t, 2, steps)
	})
	t.Run("OKStops", func(t *testing.T) {
		t.Parallel()
		ctx, stop := context.WithCancel(t.Context())
		began, steps := make(chan struct{}), 0
		turns := hook.NewTurns(func(ctx context.Context, _ uuid.UUID) bool {
			steps++
			close(began)
			<-ctx.Done()
			return true
		})
		turns.Add(ctx, uuid.New())
		<-began
		stop()
		turns.Wait()
		require.Equal(t, 1, steps)
	})
}

package main

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
)

func TestHookQueue(t *testing.T) {
	t.Parallel()
	const messages, hooks = 3 * hooksAtOnce, 4
	var mu sync.Mutex
	made, atOnce, most := map[string][]string{}, 0, 0
	goOn := make(chan struct{})
	q := newHookQueue(func(hook double.Hook) {
		mu.Lock()
		atOnce++
		most = max(most, atOnce)
		mu.Unlock()
		<-goOn
		mu.Lock()
		defer mu.Unlock()
		atOnce--
		made[hook.MessageID] = append(made[hook.MessageID], hook.URL)
	})
	want := map[string][]string{}
	for hook := range hooks {
		for message := range messages {
			id, url := strconv.Itoa(message), strconv.Itoa(hook)
			q.add(double.Hook{MessageID: id, URL: url}) // though no hook ends
			want[id] = append(want[id], url)
		}
	}
	close(goOn)
	q.wait()
	require.Equal(t, want, made)
	require.LessOrEqual(t, most, hooksAtOnce)
	require.Empty(t, q.waiting)
}

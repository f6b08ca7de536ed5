package main

import (
	"sync"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
)

// hooksAtOnce is how many hooks are made at the same time.
const hooksAtOnce = 50

// hookQueue makes hooks: those of a message one after another, in the order in which they were
// added.
type hookQueue struct {
	post    func(double.Hook)
	workers sync.WaitGroup

	mu      sync.Mutex
	running int
	// waiting are the hooks of each message that has a turn, or whose hooks are being made.
	waiting map[string][]double.Hook
	turns   []string
}

func newHookQueue(post func(double.Hook)) *hookQueue {
	return &hookQueue{post: post, waiting: map[string][]double.Hook{}}
}

// add adds a hook. It never waits.
func (q *hookQueue) add(hook double.Hook) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before, known := q.waiting[hook.MessageID]
	q.waiting[hook.MessageID] = append(before, hook)
	if known {
		return
	}
	q.turns = append(q.turns, hook.MessageID)
	if q.running < hooksAtOnce {
		q.running++
		q.workers.Go(q.work)
	}
}

// work makes hooks until none wait.
func (q *hookQueue) work() {
	for {
		message, hooks := q.next()
		if hooks == nil {
			return
		}
		for _, hook := range hooks {
			q.post(hook)
		}
		q.made(message)
	}
}

// next returns the hooks of the message whose turn it is. Without one the worker ends.
func (q *hookQueue) next() (message string, hooks []double.Hook) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.turns) == 0 {
		q.running--
		return "", nil
	}
	message, q.turns = q.turns[0], q.turns[1:]
	hooks, q.waiting[message] = q.waiting[message], nil
	return message, hooks
}

// made gives a message another turn if hooks of it were added meanwhile.
func (q *hookQueue) made(message string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting[message]) > 0 {
		q.turns = append(q.turns, message)
	} else {
		delete(q.waiting, message)
	}
}

// wait waits until all hooks are made.
func (q *hookQueue) wait() { q.workers.Wait() }

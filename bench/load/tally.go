package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
)

// tally counts the answers by kind of request.
type tally struct {
	mu       sync.Mutex
	statuses map[string]map[int]int
	took     map[string][]time.Duration
	wrong    []error
}

func newTally() *tally {
	return &tally{statuses: map[string]map[int]int{}, took: map[string][]time.Duration{}}
}

func (t *tally) count(asked string, status int, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.statuses[asked] == nil {
		t.statuses[asked] = map[int]int{}
	}
	t.statuses[asked][status]++
	t.took[asked] = append(t.took[asked], took)
}

// accuse records an error of the server.
func (t *tally) accuse(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.wrong) < 20 {
		t.wrong = append(t.wrong, fmt.Errorf(format, args...))
	}
}

func (t *tally) verdict() error {
	if len(t.statuses) == 0 {
		return errors.New("nothing was asked")
	}
	return errors.Join(t.wrong...)
}

func (t *tally) print(w io.Writer, length time.Duration) {
	fmt.Fprintf(w, "%-24s %10s %8s %10s %10s  %s\n", "asked", "answers", "per s", "median", "99 %", "by status")
	for _, asked := range slices.Sorted(maps.Keys(t.statuses)) {
		took := t.took[asked]
		slices.Sort(took)
		fmt.Fprintf(w, "%-24s %10d %8.1f %10s %10s  %v\n", asked, len(took), float64(len(took))/length.Seconds(),
			took[len(took)/2].Round(10*time.Microsecond), took[len(took)*99/100].Round(10*time.Microsecond), t.statuses[asked])
	}
}

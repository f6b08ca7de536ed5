package faults_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestClockSteps sets the clock of a server an hour forward and back.
func TestClockSteps(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			s := serve(t, settings(t, "FIRMHUB_RATE_LIMIT=calls=1000/2000,login=100/100/100"))
			l := newLoad(t, s, nil)
			l.owner.expires.Store(true)
			l.super.expires.Store(true)
			steps := []time.Duration{by, 0}
			if by > 0 {
				steps = append(steps, by) // Messages that were accepted in the last moment before it was set back are due.
			}
			for _, to := range steps {
				step(t, to, s.command.Process.Pid)
				l.awaitAnswers(t)
				l.awaitUnderWay(t)
			}
			l.finish(t)
			s.stop(t)
		})
	}
}

// TestClockOfPostgresSteps sets the clock of the database's machine an hour forward and back.
func TestClockOfPostgresSteps(t *testing.T) {
	t.Parallel()
	p := newPostgres(t, "autovacuum=off") // whose workers come and go
	p.execute(t, "CREATE DATABASE firmhub")
	s := serve(t, settings(t, "FIRMHUB_DATABASE_URL="+p.url("firmhub")))
	l := newLoad(t, s, nil)
	for _, to := range []time.Duration{time.Hour, 0, -time.Hour, 0} {
		stepAll(t, to, p.command.Process.Pid)
		l.awaitAnswers(t)
		l.awaitUnderWay(t)
	}
	l.finish(t)
	require.Empty(t, l.refused)
	s.stop(t)
}

// children returns the processes that a process has started.
func children(t *testing.T, pid int) (found []int) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	require.NoError(t, err)
	for _, task := range tasks {
		list, err := os.ReadFile(task)
		require.NoError(t, err)
		for word := range strings.FieldsSeq(string(list)) {
			child, err := strconv.Atoi(word)
			require.NoError(t, err)
			found = append(found, child)
		}
	}
	return found
}

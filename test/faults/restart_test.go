package faults_test

import (
	"net/http"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPostgresRestarts restarts PostgreSQL as an operator does, and after a crash.
func TestPostgresRestarts(t *testing.T) {
	t.Parallel()
	p := newPostgres(t)
	p.execute(t, "CREATE DATABASE firmhub")
	s := serve(t, settings(t, "FIRMHUB_DATABASE_URL="+p.url("firmhub")))
	l := newLoad(t, s, nil)
	for _, how := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		p.stop(t, how)
		l.awaitRefusals(t, contacts, credits, messages, notifications, reads)
		status, _ := s.ready(t)
		require.Equal(t, http.StatusServiceUnavailable, status)
		p.start(t)
		l.awaitAnswers(t)
	}
	l.finish(t)
	s.stop(t)
}

package faults_test

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// inject makes system calls of the server on some files fail with an error, as the kernel would. It
// returns how that ends.
func (s *server) inject(t *testing.T, fault string, paths ...string) (end func()) {
	t.Helper()
	words := []string{
		"-f", "-p", strconv.Itoa(s.command.Process.Pid), "-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync",
		"-e", "inject=pwrite64,write,ftruncate,fsync,fdatasync:error=" + fault, "-o", "/dev/null",
	}
	for _, path := range paths {
		words = append(words, "-P", path)
	}
	command := exec.CommandContext(t.Context(), "strace", words...)
	command.SysProcAttr = child()
	said, err := command.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	lines := bufio.NewScanner(said)
	for lines.Scan() && !strings.Contains(lines.Text(), "attached") {
		t.Log(lines.Text())
	}
	go func() {
		for lines.Scan() { // so that strace is not blocked
			continue
		}
	}()
	return func() {
		_ = command.Process.Signal(syscall.SIGTERM) // It detaches.
		_ = command.Wait()
	}
}

// TestDatabaseIsReadOnly makes the disk of an SQLite database read-only, and lets it return errors.
func TestDatabaseIsReadOnly(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := serve(t, settings(t, "FIRMHUB_DATA_DIR="+folder))
	l := newLoad(t, s, nil)
	for _, fault := range []string{"EROFS", "EIO"} {
		end := s.inject(t, fault, filepath.Join(folder, "firmhub.db"), filepath.Join(folder, "firmhub.db-wal"))
		l.awaitRefusals(t, contacts, credits, messages, notifications)
		end()
		l.awaitAnswers(t)
	}
	require.Zero(t, l.refused[reads])
	l.finish(t)
	s.stop(t)
}

// TestPostgresIsReadOnly makes PostgreSQL refuse to write, as services do whose disk is full.
func TestPostgresIsReadOnly(t *testing.T) {
	t.Parallel()
	p := newPostgres(t)
	p.execute(t, "CREATE DATABASE firmhub")
	s := serve(t, settings(t, "FIRMHUB_DATABASE_URL="+p.url("firmhub")))
	l := newLoad(t, s, nil)
	p.execute(t, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
	l.awaitRefusals(t, contacts, credits, messages, notifications)
	p.execute(t, "ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")
	l.awaitAnswers(t)
	l.finish(t)
	s.stop(t)
}

package faults_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// serveOn starts a server that sees a small disk at a folder, in a mount namespace of its own. The
// disk ends with the server.
func serveOn(t *testing.T, settings []string, size, folder string) *server {
	t.Helper()
	wrapper, enter := []string{"unshare", "--mount"}, []string{"nsenter", "--mount"}
	if os.Getuid() != 0 {
		wrapper, enter = append(wrapper, "--map-root-user"), append(enter, "--user", "--preserve-credentials")
	}
	script := fmt.Sprintf(`mount -t tmpfs -o size=%s,mode=0755 none '%s' && exec "$@"`, size, folder)
	s := serve(t, settings, append(wrapper, "sh", "-c", script, "sh")...)
	enter = append(enter, "--target", strconv.Itoa(s.command.Process.Pid))
	s.enter = enter
	return s
}

// fill fills the disk of a folder that the server sees, and returns how the space becomes free.
func (s *server) fill(t *testing.T, folder string) (free func()) {
	t.Helper()
	path := filepath.Join(fmt.Sprintf("/proc/%d/root", s.command.Process.Pid), folder, "filler")
	file, err := os.Create(path)
	require.NoError(t, err)
	for block := make([]byte, 64<<10); err == nil; {
		_, err = file.Write(block)
		if errors.Is(err, syscall.ENOSPC) && len(block) > 1 {
			block, err = block[:len(block)/2], nil
		}
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, file.Close())
	return func() { require.NoError(t, os.Remove(path)) }
}

// TestDiskIsFull fills the disk of an SQLite database and of uploaded files. What is stored can be
// read meanwhile.
func TestDiskIsFull(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := serveOn(t, settings(t, "FIRMHUB_DATA_DIR="+folder), "128m", folder)
	l := newLoad(t, s, nil)
	const content = "before the disk is full"
	id, err := l.owner.upload(t.Context(), content)
	require.NoError(t, err)
	for range 2 {
		free := s.fill(t, folder)
		l.awaitRefusals(t, contacts, credits, messages, notifications)
		_, err = l.owner.upload(t.Context(), "never")
		require.ErrorIs(t, err, errUnavailable)
		l.mu.Lock()
		before := len(l.done[reads])
		l.mu.Unlock()
		l.await(t, func() bool { return len(l.done[reads]) > before+1 }, "reading goes on")
		require.Equal(t, content, l.owner.download(t, id))
		status, _ := s.ready(t)
		require.Equal(t, http.StatusOK, status)
		free()
		l.awaitAnswers(t)
	}
	require.Zero(t, l.refused[reads])
	l.finish(t)
	s.stop(t)
}

// TestFilesAreReadOnly makes the disk of uploaded files read-only, as Linux does after an error.
func TestFilesAreReadOnly(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := serveOn(t, settings(t, "FIRMHUB_FILES_URL=file://"+folder), "8m", folder)
	l := newLoad(t, s, nil)
	const content = "before the disk is read-only"
	id, err := l.owner.upload(t.Context(), content)
	require.NoError(t, err)
	s.run(t, "mount", "-o", "remount,ro", folder)
	_, err = l.owner.upload(t.Context(), "never")
	require.ErrorIs(t, err, errUnavailable)
	require.Equal(t, content, l.owner.download(t, id))
	l.awaitAnswers(t)
	s.run(t, "mount", "-o", "remount,rw", folder)
	_, err = l.owner.upload(t.Context(), "after")
	require.NoError(t, err)
	l.finish(t)
	require.Empty(t, l.refused)
	s.stop(t)
}

package newfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// links are what file systems do when they are asked for a link.
func links() map[string]func(from, to string) error {
	refuse := func(because error) func(from, to string) error {
		return func(from, to string) error { return &os.LinkError{Op: "link", Old: from, New: to, Err: because} }
	}
	return map[string]func(from, to string) error{
		"Links": os.Link, "EPERM": refuse(syscall.EPERM), "ENOTSUP": refuse(syscall.ENOTSUP), "EOPNOTSUPP": refuse(syscall.EOPNOTSUPP),
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for title, link := range links() {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
			require.NoError(t, os.WriteFile(from, []byte("mine"), 0o600))
			require.NoError(t, name(link, from, to))
			content, err := os.ReadFile(to)
			require.NoError(t, err)
			require.Equal(t, "mine", string(content))

			require.NoError(t, os.WriteFile(from, []byte("another"), 0o600))
			require.NoError(t, os.Remove(to))
			require.NoError(t, os.WriteFile(to, []byte("there before"), 0o600))
			require.ErrorIs(t, name(link, from, to), fs.ErrExist)
			content, err = os.ReadFile(to)
			require.NoError(t, err)
			require.Equal(t, "there before", string(content))
			require.FileExists(t, from)
		})
	}
}

// A file that can't be named leaves no empty one, and other refusals of a link stay errors.
func TestName_fails(t *testing.T) {
	t.Parallel()
	for title, link := range links() {
		dir := t.TempDir()
		to := filepath.Join(dir, "to")
		require.ErrorIs(t, name(link, filepath.Join(dir, "none"), to), fs.ErrNotExist, title)
		require.NoFileExists(t, to, title)
	}
	full := errors.New("the disk is full")
	require.ErrorIs(t, name(func(string, string) error { return full }, "from", "to"), full)
}

package blob_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	_ "gocloud.dev/blob/memblob"

	"github.com/firmhub/firmhub/internal/blob"
)

var errBroken = errors.New("broken off")

// each runs a test on a store on disk, in the folder dir, and on one in memory, with an empty dir.
func each(t *testing.T, test func(t *testing.T, s *blob.Store, dir string)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "files")
	for name, url := range map[string]string{"disk": "file://" + dir, "memory": "mem://"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := blob.Open(t.Context(), url)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Close()) })
			if name == "disk" {
				test(t, s, dir)
			} else {
				test(t, s, "")
			}
		})
	}
}

func TestStore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *blob.Store, dir string) {
		size, err := s.Put(t.Context(), "firm/file", iotest.OneByteReader(strings.NewReader("content")))
		require.NoError(t, err)
		require.EqualValues(t, 7, size)

		reader, err := s.Get(t.Context(), "firm/file")
		require.NoError(t, err)
		require.EqualValues(t, 7, reader.Size())
		text, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, "content", string(text))
		_, err = reader.Seek(3, io.SeekStart)
		require.NoError(t, err)
		text, err = io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, "tent", string(text))
		require.NoError(t, reader.Close())

		if dir != "" {
			require.Equal(t, map[string]fs.FileMode{".": 0o700, "firm": 0o700, "firm/file": 0o600}, modes(t, dir))
		}
		require.NoError(t, s.Delete(t.Context(), "firm/file"))
		_, err = s.Get(t.Context(), "firm/file")
		require.ErrorIs(t, err, blob.ErrNotFound)
		require.NoError(t, s.Delete(t.Context(), "firm/file"), "what is gone already")
	})
}

// A blob that did not arrive whole is not there, nor a part of it.
func TestStore_Put_Broken(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *blob.Store, dir string) {
		_, err := s.Put(t.Context(), "firm/file", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errBroken)))
		require.ErrorIs(t, err, errBroken)
		_, err = s.Get(t.Context(), "firm/file")
		require.ErrorIs(t, err, blob.ErrNotFound)

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = s.Put(ctx, "firm/file", strings.NewReader("late"))
		require.ErrorIs(t, err, context.Canceled)
		if dir != "" {
			require.NotContains(t, modes(t, dir), "firm/file")
			require.LessOrEqual(t, len(modes(t, dir)), 2, "nothing but the folders")
		}
	})
}

// What a process that died has written is deleted with the blob, and nothing else is.
func TestStore_Delete_Unfinished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "file://"+dir)
	require.NoError(t, err)
	_, err = s.Put(t.Context(), "firm/b", strings.NewReader("other"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "firm", "a.18c9.tmp"), []byte("half"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "firm", "b.18c9.tmp"), []byte("half"), 0o600))
	require.NoError(t, s.Delete(t.Context(), "firm/a"))
	require.NoFileExists(t, filepath.Join(dir, "firm", "a.18c9.tmp"))
	require.FileExists(t, filepath.Join(dir, "firm", "b.18c9.tmp"))
	require.FileExists(t, filepath.Join(dir, "firm", "b"))
}

func TestValidURL(t *testing.T) {
	t.Parallel()
	for url, valid := range map[string]bool{
		"file:///var/lib/firmhub": true, "file://data/files": true, "s3://bucket?region=eu-west-1": true, "mem://": true,
		"": false, "file://": false, "/var/lib": false, "gs://bucket": false, "s3": false,
		"s3://key:secret@bucket?region=eu-west-1": false, "s3://key@bucket": false, "s3://key:se/cret@bucket": false,
	} {
		require.Equal(t, valid, blob.ValidURL(url), url)
	}
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	taken := filepath.Join(t.TempDir(), "taken")
	require.NoError(t, os.WriteFile(taken, nil, 0o600))
	for _, url := range []string{"gs://bucket", "file://" + taken, "s3://bucket?nonsense=1"} {
		_, err := blob.Open(t.Context(), url)
		require.Error(t, err, url)
	}
}

func modes(t *testing.T, dir string) map[string]fs.FileMode {
	t.Helper()
	found := map[string]fs.FileMode{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		found[filepath.ToSlash(name)] = info.Mode().Perm()
		return err
	}))
	return found
}

// The errors end in the log.
func TestOpen_Secret(t *testing.T) {
	t.Parallel()
	for _, location := range []string{
		"s3://key:S3cret@bucket?bogus=1", "s3://bucket?region=x&access_key=S3cret", "s3://key:S3cret%zz@bucket", "s3://key:S3cret@bu cket",
	} {
		_, err := blob.Open(t.Context(), location)
		require.Error(t, err, location)
		require.NotContains(t, err.Error(), "S3cret")
	}
}

package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

var errBroken = errors.New("broken off")

// each runs a test on a store on disk and on one in a bucket. files returns the names of all files
// or objects that there are, and "upload" for each upload that has not ended.
func each(t *testing.T, test func(t *testing.T, s blob.Store, files func() []string)) {
	t.Helper()
	t.Run("Disk", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "files")
		test(t, open(t, "file://"+dir), func() (files []string) {
			for name, mode := range modes(t, dir) {
				if mode.IsRegular() {
					files = append(files, name)
				}
			}
			return files
		})
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		s := newServer(t)
		test(t, open(t, s.location()), s.files)
	})
}

func open(t *testing.T, location string) blob.Store {
	t.Helper()
	s, err := blob.Open(location)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func TestStore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s blob.Store, files func() []string) {
		began := time.Now().Add(-time.Minute)
		size, err := s.Put(t.Context(), "firm/file", iotest.OneByteReader(strings.NewReader("content")))
		require.NoError(t, err)
		require.EqualValues(t, 7, size)
		require.Equal(t, []string{"firm/file"}, files())

		reader, err := s.Get(t.Context(), "firm/file")
		require.NoError(t, err)
		require.EqualValues(t, 7, reader.Size())
		require.WithinRange(t, reader.ModTime(), began, began.Add(time.Hour))
		require.Equal(t, "content", readAll(t, reader))
		_, err = reader.Seek(3, io.SeekStart)
		require.NoError(t, err)
		require.Equal(t, "tent", readAll(t, reader))
		_, err = reader.Seek(-2, io.SeekEnd)
		require.NoError(t, err)
		require.Equal(t, "nt", readAll(t, reader))
		require.NoError(t, reader.Close())

		_, err = s.Put(t.Context(), "firm/file", strings.NewReader("other"))
		require.NoError(t, err)
		require.Equal(t, "other", get(t, s, "firm/file"))
		_, err = s.Put(t.Context(), "firm/empty", strings.NewReader(""))
		require.NoError(t, err)
		require.Empty(t, get(t, s, "firm/empty"))

		require.NoError(t, s.Delete(t.Context(), "firm/file"))
		require.Equal(t, []string{"firm/empty"}, files())
		_, err = s.Get(t.Context(), "firm/file")
		require.ErrorIs(t, err, blob.ErrNotFound)
		_, err = s.Get(t.Context(), "stranger/file")
		require.ErrorIs(t, err, blob.ErrNotFound)
		require.NoError(t, s.Delete(t.Context(), "firm/file"), "what is gone already")
		require.NoError(t, s.Delete(t.Context(), "stranger/file"))
	})
}

// Contents around the size of a part, and of several, come back as they were.
func TestStore_Large(t *testing.T) {
	t.Parallel()
	const part = 5 << 20
	content := make([]byte, 2*part+1)
	_, _ = rand.NewChaCha8([32]byte{}).Read(content)
	each(t, func(t *testing.T, s blob.Store, files func() []string) {
		for _, size := range []int{part - 1, part, part + 1, 2 * part, 2*part + 1} {
			stored, err := s.Put(t.Context(), "firm/large", bytes.NewReader(content[:size]))
			require.NoError(t, err)
			require.EqualValues(t, size, stored)
			reader, err := s.Get(t.Context(), "firm/large")
			require.NoError(t, err)
			require.EqualValues(t, size, reader.Size())
			got, err := io.ReadAll(reader)
			require.NoError(t, err)
			require.True(t, bytes.Equal(content[:size], got), size)
			_, err = reader.Seek(part-2, io.SeekStart)
			require.NoError(t, err)
			rest, err := io.ReadAll(reader)
			require.NoError(t, err)
			require.True(t, bytes.Equal(content[part-2:size], rest), size)
			require.NoError(t, reader.Close())
		}
		require.Equal(t, []string{"firm/large"}, files())
	})
}

// A blob that did not arrive whole is not there, nor a part of it. A body that ends too early is
// one of them.
func TestStore_Put_Broken(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int{"Short": 4, "Parts": 11 << 20} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, s blob.Store, files func() []string) {
				for _, broken := range []error{errBroken, io.ErrUnexpectedEOF} {
					content := io.MultiReader(bytes.NewReader(make([]byte, before)), iotest.ErrReader(broken))
					_, err := s.Put(t.Context(), "firm/file", content)
					require.ErrorIs(t, err, broken)
					require.Empty(t, files())
					_, err = s.Get(t.Context(), "firm/file")
					require.ErrorIs(t, err, blob.ErrNotFound)
				}
			})
		})
	}
}

func TestStore_Put_Cancelled(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int{"Short": 4, "Parts": 11 << 20} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, s blob.Store, files func() []string) {
				ctx, cancel := context.WithCancel(t.Context())
				content := io.MultiReader(bytes.NewReader(make([]byte, before)), readerFunc(func() { cancel() }), strings.NewReader("rest"))
				_, err := s.Put(ctx, "firm/file", content)
				require.ErrorIs(t, err, context.Canceled)
				require.Empty(t, files())
				_, err = s.Put(ctx, "firm/file", strings.NewReader("late"))
				require.ErrorIs(t, err, context.Canceled)
				require.Empty(t, files())
			})
		})
	}
}

// readerFunc is called, and has no content.
type readerFunc func()

func (f readerFunc) Read([]byte) (int, error) {
	f()
	return 0, io.EOF
}

// Nobody else on the machine reads what firms upload.
func TestDisk_Modes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data", "files")
	s := open(t, "file://"+dir)
	_, err := s.Put(t.Context(), "firm/file", strings.NewReader("content"))
	require.NoError(t, err)
	require.Equal(t, map[string]fs.FileMode{
		".": fs.ModeDir | 0o700, "firm": fs.ModeDir | 0o700, "firm/file": 0o600, "unfinished": fs.ModeDir | 0o700,
	}, modes(t, dir))
}

// What a process that died has written is deleted with the blob. Nothing else is, nor looked for
// among the blobs.
func TestDisk_Delete_Unfinished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, "file://"+dir)
	_, err := s.Put(t.Context(), "firm/b", readerFunc(func() {
		written, err := filepath.Glob(filepath.Join(dir, "unfinished", "firm_b.*.tmp"))
		require.NoError(t, err)
		require.Len(t, written, 1)
	}))
	require.NoError(t, err)
	for _, name := range []string{
		"unfinished/firm_a.187A.tmp", "unfinished/firm_a.QKGZ.tmp", "unfinished/firm_b.187A.tmp", "unfinished/firm_media_a.187A.tmp",
		"firm/a.187A.tmp", // of an earlier version
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	require.NoError(t, s.Delete(t.Context(), "firm/a"))
	require.Equal(t, map[string]fs.FileMode{
		".": modes(t, dir)["."], "firm": fs.ModeDir | 0o700, "firm/a.187A.tmp": 0o600, "firm/b": 0o600, "unfinished": fs.ModeDir | 0o700,
		"unfinished/firm_b.187A.tmp": 0o600, "unfinished/firm_media_a.187A.tmp": 0o600,
	}, modes(t, dir))
}

// A key can't lead out of the folder.
func TestDisk_Outside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600))
	s := open(t, "file://"+filepath.Join(dir, "files"))
	_, err := s.Get(t.Context(), "../secret")
	require.Error(t, err)
	require.Error(t, s.Delete(t.Context(), "../secret"))
	require.FileExists(t, filepath.Join(dir, "secret"))
}

func get(t *testing.T, s blob.Store, key string) string {
	t.Helper()
	reader, err := s.Get(t.Context(), key)
	require.NoError(t, err)
	defer func() { require.NoError(t, reader.Close()) }()
	return readAll(t, reader)
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}

// modes returns the files and folders in a folder.
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
		found[filepath.ToSlash(name)] = info.Mode()
		return err
	}))
	return found
}

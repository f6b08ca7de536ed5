package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	// fileMode and folderMode let nobody else on the machine read the uploads of firms.
	fileMode   = 0o600
	folderMode = 0o700
	// unfinishedFolder has the writes that are not complete, so that [disk.Delete] finds those of a
	// blob without looking through all blobs of a folder. No key begins with it. It is below the
	// root, so that they are renamed within one file system.
	unfinishedFolder = "unfinished"
)

// disk is a store in a folder.
type disk struct {
	root *os.Root
}

func openDisk(location string) (*disk, error) {
	dir, err := filepath.Abs(location)
	if err != nil {
		return nil, fmt.Errorf("blob: open the folder: %w", err)
	}
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("blob: create the folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: open the folder: %w", err)
	}
	return &disk{root: root}, nil
}

// Close implements [Store].
func (d *disk) Close() error { return d.root.Close() }

// Put implements [Store]. It writes a temporary file, and renames that when it is complete. Backups
// leave out files with this end.
func (d *disk) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	for _, folder := range []string{path.Dir(key), unfinishedFolder} {
		if err := d.root.MkdirAll(folder, folderMode); err != nil {
			return 0, fmt.Errorf("blob: create the folder of a blob: %w", err)
		}
	}
	unfinished := unfinishedName(key, rand.Text())
	size, err := d.write(ctx, unfinished, content)
	if err != nil {
		return 0, errors.Join(fmt.Errorf("blob: store: %w", err), d.remove(unfinished))
	}
	if err := d.root.Rename(unfinished, key); err != nil {
		return 0, errors.Join(fmt.Errorf("blob: store: %w", err), d.remove(unfinished))
	}
	if err := d.syncFolders(key); err != nil {
		return 0, errors.Join(fmt.Errorf("blob: store: %w", err), d.remove(key))
	}
	return size, nil
}

// unfinishedName returns the name of an unfinished write of a blob. Keys have no underscores.
func unfinishedName(key, attempt string) string {
	return path.Join(unfinishedFolder, strings.ReplaceAll(key, "/", "_")+"."+attempt+".tmp")
}

// write writes a new file to the disk.
func (d *disk) write(ctx context.Context, name string, content io.Reader) (int64, error) {
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return 0, err
	}
	size, err := io.Copy(file, contextReader{ctx, content})
	if err == nil {
		err = file.Sync() // The row that refers to the blob survives a power failure; so must the blob.
	}
	return size, errors.Join(err, file.Close())
}

// syncFolders syncs the entry of a file to the disk, and the entries of the folders above it, which
// may be new.
func (d *disk) syncFolders(key string) error {
	if runtime.GOOS == "windows" {
		return nil // It syncs no folders: NTFS writes a log of them.
	}
	for name := key; name != "."; {
		name = path.Dir(name)
		folder, err := d.root.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Get implements [Store].
func (d *disk) Get(_ context.Context, key string) (*Reader, error) {
	file, err := d.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("blob: open: %w", err), file.Close())
	}
	return &Reader{ReadSeekCloser: file, size: info.Size(), modTime: info.ModTime()}, nil
}

// Delete implements [Store]. An unfinished write of firmhub 0.1.0 is beside its blob, and stays
// there if the process died: nobody reads it, backups leave it out, and docs/operations.md says how
// to find it.
func (d *disk) Delete(_ context.Context, key string) error {
	if err := d.remove(key); err != nil {
		return fmt.Errorf("blob: delete: %w", err)
	}
	unfinished, err := fs.Glob(d.root.FS(), unfinishedName(key, "*"))
	if err != nil {
		return fmt.Errorf("blob: find unfinished writes: %w", err)
	}
	for _, name := range unfinished {
		if err := d.remove(name); err != nil {
			return fmt.Errorf("blob: delete an unfinished write: %w", err)
		}
	}
	return nil
}

// remove removes a file, if it exists.
func (d *disk) remove(name string) error {
	if err := d.root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// contextReader reads until its context ends.
type contextReader struct {
	ctx     context.Context //nolint:containedctx // It is the context of one call.
	content io.Reader
}

// Read implements io.Reader.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.content.Read(p)
}

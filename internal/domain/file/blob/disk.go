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
)

const (
	// fileMode and folderMode let nobody else on the machine read the uploads of firms.
	fileMode   = 0o600
	folderMode = 0o700
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

// Put implements [Store]. It writes a temporary file in the folder of the blob, and renames that
// when it is complete.
func (d *disk) Put(ctx context.Context, key string, content io.Reader) (int64, error) {
	if err := d.root.MkdirAll(path.Dir(key), folderMode); err != nil {
		return 0, fmt.Errorf("blob: create the folder of a blob: %w", err)
	}
	unfinished := key + "." + rand.Text() + ".tmp" // Delete finds it by this form
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

// Delete implements [Store].
func (d *disk) Delete(_ context.Context, key string) error {
	if err := d.remove(key); err != nil {
		return fmt.Errorf("blob: delete: %w", err)
	}
	unfinished, err := fs.Glob(d.root.FS(), key+".*.tmp")
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

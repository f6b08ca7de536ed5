// Package newfile gives complete files their names, and never replaces another file.
package newfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// mode is that of a file that takes a name until its content has it.
const mode = 0o600

// Name gives the complete file at from the name to, in a folder of the same disk, and writes the
// name to the disk. It returns fs.ErrExist, and replaces nothing, if there is such a file. After
// another error there is none. The name from may stay as well: the caller removes it.
func Name(from, to string) error { return name(os.Link, from, to) }

func name(link func(from, to string) error, from, to string) error {
	// Unlike a rename, a link never replaces a file.
	err := link(from, to)
	if lacksLinks(err) {
		err = rename(from, to)
	}
	if err != nil {
		return err
	}
	if err := SyncFolder(filepath.Dir(to)); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}

// lacksLinks reports whether a file system refused a link as it has none, such as CIFS, exFAT, and
// some in user space.
func lacksLinks(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM)
}

// rename renames a file over an empty one that it creates itself, so that it replaces no other.
// Readers may meet the empty one.
func rename(from, to string) error {
	empty, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode) //nolint:gosec // the caller chooses the name
	if err != nil {
		return err
	}
	if err := errors.Join(empty.Close(), os.Rename(from, to)); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}

// SyncFolder writes the names in a folder to the disk, so that they survive a power cut. It does
// nothing where the system or the file system syncs no folders.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" { // which syncs no folders
		return nil
	}
	folder, err := os.Open(path) //nolint:gosec // the caller chooses the folder
	if err != nil {
		return err
	}
	syncing := folder.Sync()
	if errors.Is(syncing, errors.ErrUnsupported) || errors.Is(syncing, syscall.EINVAL) {
		syncing = nil // This file system syncs no folders.
	}
	if err := errors.Join(syncing, folder.Close()); err != nil {
		return fmt.Errorf("sync the folder %s: %w", path, err)
	}
	return nil
}

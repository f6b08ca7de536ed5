package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	// scratchPattern is that of the names of folders for what a backup writes before it ends.
	scratchPattern = ".firmhub-backup-*"
	lockFile       = "lock"
)

// scratch is a folder for what a backup writes before it ends: a copy of the database, and the
// archive. Its lock is held as long as one of them is there and the process lives, so that another
// backup knows what a process that was killed has left.
type scratch struct {
	folder string
	lock   *flock.Flock
}

// newScratch creates a folder in another one, and removes those of backups that were killed.
func newScratch(ctx context.Context, parent string) (*scratch, error) {
	left, err := filepath.Glob(filepath.Join(parent, scratchPattern))
	if err != nil {
		return nil, fmt.Errorf("backup: find what was left: %w", err)
	}
	for _, folder := range left {
		if err := removeLeft(ctx, folder); err != nil {
			slog.WarnContext(ctx, "what a backup that was killed has left can't be removed", "folder", folder, "error", err)
		}
	}
	folder, err := os.MkdirTemp(parent, scratchPattern) // with mode 0700
	if err != nil {
		return nil, fmt.Errorf("backup: create a folder: %w", err)
	}
	s := of(folder)
	if err := s.lock.Lock(); err != nil { // as on a file system without locks
		slog.WarnContext(ctx, "if this backup is killed, the next one will not remove what it leaves", "folder", folder, "error", err)
	}
	return s, nil
}

func of(folder string) *scratch {
	return &scratch{folder, flock.New(filepath.Join(folder, lockFile), flock.SetPermissions(fileMode), flock.SetFlag(os.O_CREATE|os.O_RDWR))}
}

func (s *scratch) database() string { return filepath.Join(s.folder, "database") }

func (s *scratch) archive() string { return filepath.Join(s.folder, "archive") }

// remove removes the folder. The lock goes after what it stands for, and is open no more then, as
// Windows wants it.
func (s *scratch) remove() error {
	for _, path := range []string{s.database(), s.archive()} {
		if err := os.RemoveAll(path); err != nil {
			return errors.Join(err, s.lock.Close())
		}
	}
	return errors.Join(s.lock.Close(), os.RemoveAll(s.folder))
}

// removeLeft removes a folder that nobody has locked. One that is not locked yet, or not any more,
// has nothing in it but the lock, and stays.
func removeLeft(ctx context.Context, folder string) error {
	if info, err := os.Lstat(filepath.Join(folder, lockFile)); err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // It is being created or removed.
	}
	s := of(folder)
	if locked, err := s.lock.TryLock(); err != nil || !locked {
		return errors.Join(err, s.lock.Close())
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 1 {
		return errors.Join(err, s.lock.Close())
	}
	if err := s.remove(); err != nil {
		return err
	}
	slog.WarnContext(ctx, "removed what a backup that was killed had left", "folder", folder)
	return nil
}

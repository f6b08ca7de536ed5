package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
)

// stored are the tables whose rows name stored files, each with the migration that has created it.
var stored = []struct {
	table     string
	migration int
}{{"files", 4}, {"message_media", 20}} //nolint:mnd // the numbers of migrations

// namesAtOnce is how many names of files are read at once.
const namesAtOnce = 1000

// findFiles returns the folder of the uploaded files, behind symbolic links, or "" if there is
// none. It finds the files that the database names and the folder does not have. It fails if there
// is no folder for them at all: the setting then names a wrong one, or its disk is not mounted. It
// also fails if a folder can't be read, before the database is copied in vain.
func (r *Result) findFiles(ctx context.Context, settings config.Config) (folder string, err error) {
	folder, err = filepath.EvalSymlinks(filesOf(settings))
	exists := !errors.Is(err, fs.ErrNotExist)
	if err != nil && exists {
		return "", fmt.Errorf("backup: find the folder of uploaded files: %w", err)
	}
	if exists {
		info, err := os.Stat(folder)
		if err != nil {
			return "", fmt.Errorf("backup: find the folder of uploaded files: %w", err)
		}
		if !info.IsDir() {
			return "", config.Refuse(config.FilesURL, "must be a folder: %s is none.", filesOf(settings))
		}
		if err := walk(ctx, folder, func(string) error { return nil }); err != nil {
			return "", fmt.Errorf("backup: read the folders of uploaded files: %w", err)
		}
	}
	opened, err := db.Inspect(ctx, settings.DatabaseURL)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	ctx = rule.AcrossFirms(ctx, "find the files of all firms")
	for _, s := range stored {
		if r.Migrations < s.migration {
			continue
		}
		lost, err := findLost(ctx, opened, s.table, folder)
		if err != nil {
			return "", fmt.Errorf("backup: find uploaded files: %w", err)
		}
		r.Lost = append(r.Lost, lost...)
	}
	if !exists && len(r.Lost) > 0 {
		return "", config.Refuse(config.FilesURL, "names no folder at %s, and the database has %d uploaded files.",
			filesOf(settings), len(r.Lost))
	}
	return folder, nil
}

// named is a row that names a stored file.
type named struct {
	Firm uuid.UUID `sql:"firm_id"`
	ID   uuid.UUID
	Key  string `sql:"blob_key"`
}

// findLost returns the keys of the rows of a table whose file is not in the folder.
func findLost(ctx context.Context, d *db.DB, table, folder string) (lost []string, err error) {
	last := named{}
	for {
		rows, err := db.All[named](d.AcrossFirms(ctx), "SELECT firm_id, id, blob_key FROM "+table+
			" WHERE (firm_id, id) > ($1, $2) AND blob_key <> '' ORDER BY firm_id, id LIMIT $3", last.Firm, last.ID, namesAtOnce)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			found, err := isStored(folder, row.Key)
			if err != nil {
				return nil, err
			}
			if found {
				continue
			}
			// A row is deleted before its file, which may have happened since.
			stays, err := d.AcrossFirms(ctx).Row([]any{new(uuid.UUID)}, "SELECT id FROM "+table+
				" WHERE firm_id = $1 AND id = $2 AND blob_key = $3", row.Firm, row.ID, row.Key)
			if err != nil {
				return nil, err
			}
			if stays {
				lost = append(lost, row.Key)
			}
		}
		if len(rows) < namesAtOnce {
			return lost, nil
		}
		last = rows[len(rows)-1]
	}
}

func isStored(folder, key string) (bool, error) {
	if folder == "" {
		return false, nil
	}
	info, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(key)))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Mode().IsRegular(), err
}

// isOfDisk reports whether something in the folder of uploaded files belongs to the disk that is
// mounted there: the folder of a file system such as ext4, which only root may read.
func isOfDisk(entry fs.DirEntry) bool { return entry.IsDir() && entry.Name() == "lost+found" }

// walk calls do for each uploaded file in a folder.
func walk(ctx context.Context, folder string, do func(path string) error) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil:
			return err
		case isOfDisk(entry) && filepath.Dir(path) == folder:
			return fs.SkipDir
		case !entry.Type().IsRegular(), strings.HasSuffix(path, ".tmp"): // an upload that is not complete
			return nil
		}
		return do(path)
	})
}

// addFiles adds the uploaded files in a folder.
func (r *Result) addFiles(ctx context.Context, archive *archiveWriter, folder string) error {
	return walk(ctx, folder, func(path string) error {
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		err = addFile(archive, filesFolder+name, path)
		if errors.Is(err, fs.ErrNotExist) {
			r.Missing = append(r.Missing, name)
			return nil
		}
		if err == nil {
			r.Files++
		}
		return err
	})
}

// filesOf returns the folder of the uploaded files, or "" if they are in a bucket.
func filesOf(settings config.Config) string {
	folder, ok := strings.CutPrefix(settings.FilesURL, "file://")
	if !ok {
		return ""
	}
	return folder
}

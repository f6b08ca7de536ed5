package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// rejected returns the path of the file of rejected rows. It refuses the file that is imported, and
// a file in a folder that does not exist. The default path names a file that does not exist yet,
// because somebody may have corrected an existing one.
func (i *importCommand) rejected() (path string, err error) {
	if i.Errors == "" {
		name := filepath.Base(i.File)
		name = strings.TrimSuffix(name, filepath.Ext(name)) + ".rejected"
		path = name + ".csv"
		for n := 2; ; n++ {
			if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
				return path, nil
			} else if err != nil {
				return "", fmt.Errorf("look for a file for the rejected rows: %w", err)
			}
			path = fmt.Sprintf("%s-%d.csv", name, n)
		}
	}
	folder, err := os.Stat(filepath.Dir(i.Errors))
	switch {
	case err != nil:
		return "", fmt.Errorf("the rejected rows can't be written: %w", err)
	case !folder.IsDir():
		return "", fmt.Errorf("the rejected rows can't be written: %s is no folder", filepath.Dir(i.Errors))
	}
	imported, err := os.Stat(i.File)
	if err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	if there, err := os.Stat(i.Errors); err == nil && os.SameFile(imported, there) {
		return "", errors.New("the rejected rows would replace the imported file: choose another one for --errors")
	}
	return i.Errors, nil
}

// writeErrors writes the rejected rows to a file.
func writeErrors(ctx context.Context, imports *importer.Importer, id uuid.UUID, path string) (err error) {
	table, err := imports.ExportRejects(ctx, importer.RejectsInput{JobID: id})
	if err != nil {
		return err
	}
	const mode = 0o600                                                      // personal data
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode) //nolint:gosec // the path comes from the user who runs the command
	if err != nil {
		return fmt.Errorf("write the rejected rows: %w", err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	rows := table.Rows(stream.CSV)
	for more := true; more; {
		if more, err = table.Next(ctx, rows); err != nil {
			return err
		}
		if _, err = out.Write(rows.Bytes()); err != nil {
			return fmt.Errorf("write the rejected rows: %w", err)
		}
		rows.Reset()
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/contact/importer"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firm"
	"github.com/firmhub/firmhub/internal/stream"
	"github.com/firmhub/firmhub/internal/upload"
)

type importCommand struct {
	app.Basics `embed:""`
	filesURL   `embed:""`

	File           string            `arg:"" help:"A CSV file of contacts." type:"existingfile"`
	Firm           string            `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Tags           []string          `help:"Tags for every contact of the file." placeholder:"TAG,…"`
	DefaultPhoneCC string            `name:"default-phone-cc" help:"The country calling code of phone numbers that have none." placeholder:"+55"`
	Update         bool              `help:"Change contacts that exist; otherwise their rows are left out." default:"true" negatable:""`
	Mapping        map[string]string `help:"The field of a column, such as Celular=phone; without a field the column is left out. Can be repeated." mapsep:"none" placeholder:"COLUMN=FIELD"`
	DryRun         bool              `help:"Read and check everything, and write nothing."`
	Errors         string            `help:"Where to write the rejected rows. Default: FILE.rejected.csv in the current folder." placeholder:"PATH"`
}

// Help is the long form of the command's help.
func (*importCommand) Help() string {
	return `The file is stored and imported as over the API, by firmhub itself. Meanwhile this process runs jobs as a server does.

Ctrl-C cancels the import: what it has written stays, and can be undone over the API. A process that is killed does not cancel
it: the import goes on with the next server, or the next import from the command line. The exit code is 0 when the import came to
its end, also where rows were rejected; these are in a file of their own, ready to be mended and imported again.`
}

// Run imports the file.
func (i *importCommand) Run(ctx context.Context, c *console) (err error) {
	c.log(i.Basics)
	if err := needDatabase(i.Basics); err != nil {
		return err
	}
	worker, err := app.OpenWorker(ctx, app.Config{Basics: i.Basics, FilesURL: i.FilesURL})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	of, err := firm.Find(ctx, worker.DB, i.Firm)
	if err != nil {
		return err
	}
	inFirm := asSystem(ctx, of.ID)
	queued, err := i.queue(inFirm, worker)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "The import %s of %s is queued. Ctrl-C cancels it.\n", queued.ID, queued.FileName)
	return worker.While(ctx, func() error {
		ended, err := follow(inFirm, worker.Imports, queued.ID, newProgress(c.stdout))
		if err != nil {
			return err
		}
		return i.report(context.WithoutCancel(inFirm), c, worker.Imports, ended)
	})
}

// queue stores the file and queues its import.
func (i *importCommand) queue(ctx context.Context, worker *app.Worker) (*ent.ContactImport, error) {
	content, err := os.Open(i.File)
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	defer func() { _ = content.Close() }() // it was only read
	stored, err := worker.Files.Upload(ctx, upload.File{Name: filepath.Base(i.File), Content: content})
	if err != nil {
		return nil, err
	}
	return worker.Imports.Queue(ctx, importer.Input{
		FileID: stored.ID, Tags: i.Tags, UpdateExisting: &i.Update, DefaultPhoneCC: i.DefaultPhoneCC, Mapping: i.Mapping, DryRun: &i.DryRun,
	})
}

// follow shows the progress of an import until it ends, and returns it as it is then. When ctx is done it cancels the import.
func follow(ctx context.Context, imports *importer.Importer, id uuid.UUID, shown *progress) (*ent.ContactImport, error) {
	events, err := imports.Watch(ctx, id)
	if err != nil {
		return nil, err
	}
	for row := range events {
		shown.show(row)
	}
	shown.end()
	after := context.WithoutCancel(ctx)
	row, err := imports.Get(after, id)
	if err != nil || row.FinishedAt != nil {
		return row, err
	}
	if row, err = imports.Cancel(after, id); fault.Is(err, fault.Conflict) { // it has ended in the meantime
		return imports.Get(after, id)
	}
	return row, err
}

// report prints what became of an import, and writes its rejected rows to a file.
func (i *importCommand) report(ctx context.Context, c *console, imports *importer.Importer, row *ent.ContactImport) error {
	written := ""
	if row.DryRun {
		written = " Nothing was written: it was a dry run."
	}
	fmt.Fprintf(c.stdout, "%s: %s of %s rows. Contacts created: %s, changed: %s; rows without a change: %s, rejected: %s.%s\n", row.Status,
		grouped(row.ProcessedRows), grouped(row.TotalRows), grouped(row.CreatedCount), grouped(row.UpdatedCount),
		grouped(row.UnchangedCount), grouped(row.FailedCount), written)
	if row.FailedCount > 0 {
		path, err := i.writeErrors(ctx, imports, row.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The rejected rows are in %s, each with its fault: mend them, and import that file.\n", path)
	}
	switch row.Status { //nolint:exhaustive // it has ended
	case contactimport.StatusFailed:
		return fmt.Errorf("the import failed: %s", row.Error)
	case contactimport.StatusCancelled:
		return errors.New("the import was cancelled; what it has written stays, and can be undone over the API")
	}
	return nil
}

// writeErrors writes the rejected rows, and returns the path of their file.
func (i *importCommand) writeErrors(ctx context.Context, imports *importer.Importer, id uuid.UUID) (path string, err error) {
	if path = i.Errors; path == "" {
		name := filepath.Base(i.File)
		path = strings.TrimSuffix(name, filepath.Ext(name)) + ".rejected.csv"
	}
	table, err := imports.ExportRejects(ctx, importer.RejectsInput{JobID: id})
	if err != nil {
		return "", err
	}
	const mode = 0o600                                                      // personal data
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode) //nolint:gosec // the path is that of whoever runs the command
	if err != nil {
		return "", fmt.Errorf("write the rejected rows: %w", err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	rows := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; {
		if more, err = table.Next(ctx, rows); err != nil {
			return "", err
		}
		if _, err = out.Write(rows.Bytes()); err != nil {
			return "", fmt.Errorf("write the rejected rows: %w", err)
		}
		rows.Reset()
	}
	return path, nil
}

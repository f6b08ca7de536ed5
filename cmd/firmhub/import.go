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
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

type importCommand struct {
	app.Config `embed:""`

	File           string            `arg:"" help:"A CSV file of contacts." type:"existingfile"`
	Firm           string            `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Tags           []string          `help:"Tags for every contact of the file." placeholder:"TAG,…"`
	DefaultPhoneCC string            `name:"default-phone-cc" help:"The country calling code of phone numbers that have none." placeholder:"+55"`
	Update         bool              `help:"Change contacts that exist; otherwise their rows are left out." default:"true" negatable:""`
	Mapping        map[string]string `help:"The field of a column, such as Celular=phone; without a field the column is left out. Can be repeated." mapsep:"none" placeholder:"COLUMN=FIELD"`
	InvalidCells   string            `help:"What becomes of a row with a cell that can't be stored: skip leaves the cell out, reject rejects the row." default:"skip" enum:"skip,reject"`
	DryRun         bool              `help:"Read and check everything, and write nothing."`
	Errors         string            `help:"Where to write the rejected rows and the cells that were left out. Default: FILE.rejected.csv in the current folder, with a number where that exists." placeholder:"PATH"`
}

// Help is the long form of the command's help.
func (*importCommand) Help() string {
	return `The file is stored and imported as over the API, by firmhub itself. Meanwhile this process runs jobs as a server does,
so it needs all settings of the server, and refuses those that serve refuses.

Ctrl-C cancels the import: what it has written stays, and can be undone over the API. A process that is killed does not cancel
it: the import goes on with the next server, or the next import from the command line. The exit code is 0 when the import came to
its end, also where rows were rejected or cells left out; these are in a file of their own, ready to be mended and imported again.`
}

// Run imports the file.
func (i *importCommand) Run(ctx context.Context, c *console) (err error) {
	c.log(i.Basics)
	if err := needDatabase(i.Basics); err != nil {
		return err
	}
	i.SecretsKey = c.getenv(config.SecretsKey)
	worker, err := app.OpenWorker(ctx, i.Config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	if err := worker.Files.Check(ctx); errors.Is(err, file.ErrElsewhere) {
		return fmt.Errorf("the files of this database are in another place. Run this in the folder in which the server runs, or set %s or %s "+
			"as it has them", config.DataDir, config.FilesURL)
	} else if err != nil {
		return err
	}
	of, err := firm.Find(ctx, worker.DB, i.Firm)
	if err != nil {
		return err
	}
	inFirm := asSystem(ctx, of.ID)
	rejected, err := i.rejected()
	if err != nil {
		return err
	}
	queued, err := i.queue(inFirm, worker)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "The import %s of %s is queued. Ctrl-C cancels it.\n", queued.ID, queued.FileName)
	return worker.While(ctx, func() error {
		ended, err := follow(inFirm, c, worker.Imports, queued.ID)
		if err != nil {
			return err
		}
		return report(context.WithoutCancel(inFirm), c, worker.Imports, ended, rejected)
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
	invalid := importer.SkipCells
	if i.InvalidCells == "reject" {
		invalid = importer.RejectRows
	}
	return worker.Imports.Queue(context.WithoutCancel(ctx), importer.Input{ // If cancelled now, it may be queued or not.
		FileID: stored.ID, Tags: i.Tags, UpdateExisting: &i.Update, DefaultPhoneCC: i.DefaultPhoneCC, Mapping: i.Mapping, DryRun: &i.DryRun,
		InvalidCells: &invalid,
	})
}

// follow shows the progress of an import until it ends, and returns its final state. When ctx is
// done it cancels the import.
func follow(ctx context.Context, c *console, imports *importer.Importer, id uuid.UUID) (*ent.ContactImport, error) {
	events, err := imports.Watch(ctx, id)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if err == nil {
		shown := newProgress(c.stdout)
		for row := range events {
			shown.show(row)
		}
		shown.end()
	}
	after := context.WithoutCancel(ctx)
	row, err := imports.Get(after, id)
	if err != nil || row.FinishedAt != nil {
		return row, err
	}
	fmt.Fprintln(c.stdout, "Cancelling, when the rows are written that are being written. Ctrl-C again ends the process, and cancels nothing.")
	if row, err = imports.Cancel(after, id); fault.Is(err, fault.Conflict) { // it has ended in the meantime
		return imports.Get(after, id)
	}
	return row, err
}

// showPreview prints the columns that an import ignores, and the preview of a dry run.
func showPreview(c *console, p importer.Preview) {
	for _, column := range p.Ignored {
		fmt.Fprintf(c.stdout, "Column %q is ignored: %s\n", column.Column, column.Reason)
	}
	for _, column := range p.Mapping {
		if column.Field != nil {
			fmt.Fprintf(c.stdout, "Column %q: %s\n", column.Column, *column.Field)
		}
	}
	for _, s := range p.Sample {
		shown := []string{strings.TrimSpace(s.FirstName + " " + s.LastName)}
		for _, phone := range s.Phones {
			shown = append(shown, phone.E164)
		}
		for _, email := range s.Emails {
			shown = append(shown, email.Address)
		}
		fmt.Fprintln(c.stdout, "Contact: "+strings.Join(shown, ", "))
	}
	for _, hint := range p.Hints {
		fmt.Fprintln(c.stdout, "Hint: "+hint)
	}
}

// report prints the result of an import, and writes its rejected rows to a file.
func report(ctx context.Context, c *console, imports *importer.Importer, row *ent.ContactImport, rejected string) error {
	written := ""
	if row.DryRun {
		written = " Nothing was written: it was a dry run."
	}
	fmt.Fprintf(c.stdout, "%s: %s of %s rows. Contacts created: %s, changed: %s; rows without a change: %s, rejected: %s. "+
		"Cells left out: %s.%s\n", row.Status, grouped(row.ProcessedRows), grouped(row.TotalRows), grouped(row.CreatedCount),
		grouped(row.UpdatedCount), grouped(row.UnchangedCount), grouped(row.FailedCount), grouped(row.SkippedCells), written)
	if row.MergedCount > 0 {
		fmt.Fprintf(c.stdout, "Rows about a person of a row before: %s.\n", grouped(row.MergedCount))
	}
	preview, err := importer.PreviewOf(row)
	if err != nil {
		return err
	}
	showPreview(c, preview)
	if row.FailedCount+row.SkippedCells > 0 {
		if err := writeErrors(ctx, imports, row.ID, rejected); err != nil {
			return fmt.Errorf("%w; GET /api/V1/Contact/import/%s/errors answers the rejected rows", err, row.ID)
		}
		fmt.Fprintf(c.stdout, "The rejected rows and the cells that were left out are in %s, each with its fault: "+
			"mend them, and import that file.\n", rejected)
	}
	switch row.Status { //nolint:exhaustive // it has ended
	case contactimport.StatusFailed:
		return fmt.Errorf("the import failed: %s", row.Error)
	case contactimport.StatusCancelled:
		return errors.New("the import was cancelled; what it has written stays, and can be undone over the API")
	}
	return nil
}

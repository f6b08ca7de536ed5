package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
	"github.com/firmhub/firmhub/internal/viewer"
)

// phase is the kind of the next step of an import.
type phase string

// The phases, in their order.
const (
	detecting phase = ""
	counting  phase = "counting"
	importing phase = "importing"
	// ending is after the last row. Drafts are deleted.
	ending phase = "ending"
)

// checkpoint is where the next step continues.
type checkpoint struct {
	Phase  phase            `json:"phase,omitempty"`
	Layout csvfile.Layout   `json:"layout,omitzero"`
	At     csvfile.Position `json:"at,omitzero"`
	// Rows were counted.
	Rows int `json:"rows,omitempty"`
	// NoCode is how many phones of the rows that were read have no country calling code.
	NoCode int `json:"noCode,omitempty"`
	// Unnamed are the columns without a name that have text in one of the rows read.
	Unnamed []int `json:"unnamed,omitempty"`
	// Again is how many steps in a row have written nothing, because contacts lost keys while the
	// step waited for them.
	Again int `json:"again,omitempty"`
	// Batch is how many rows the next step reads.
	Batch int `json:"batch,omitempty"`
}

// A step reads as many rows as took about a second before. On a slow machine these are fewer, so
// that the step ends in time and the steps of other firms need not wait. On SQLite all other
// writers wait for it.
const (
	firstBatch     = 1000
	maxBatch       = 5000
	maxBatchSQLite = 2500
	leastBatch     = 50
	stepTime       = time.Second
	// goOn is how long a step may have taken to continue with the next phase.
	goOn = time.Second
)

// step does a part of an import.
func (i *Importer) step(ctx context.Context, s *job.Step[run]) error {
	began := time.Now()
	outside := db.Outside(ctx) // Reading needs no transaction, which on SQLite would hold the writer.
	from, err := i.db.Client.ContactImport.Get(outside, s.Args.Import)
	switch {
	case ent.IsNotFound(err):
		return nil
	case err != nil:
		return fmt.Errorf("read the import: %w", err)
	case hasEnded(from): // cancelled
		i.optimize(ctx, from)
		return nil
	}
	w := &batch{db: i.db, rest: i.rests(), row: from, maxLoaded: i.maxLoaded}
	parts, err := i.prepare(outside, w, s.Attempt, began)
	if err != nil {
		return i.refuse(ctx, from, err)
	}
	read := readAhead(parts, i.busy)
	defer read.stop()
	if err := read.advance(); err != nil {
		return i.refuse(ctx, from, err)
	}
	more, err := i.commit(ctx, w, read, began)
	if more {
		s.Next(s.Args)
	}
	return err
}

func hasEnded(row *ent.ContactImport) bool {
	return row.Status != contactimport.StatusQueued && row.Status != contactimport.StatusRunning
}

// refuse ends the import for an error that another attempt would meet too. It returns other errors.
func (i *Importer) refuse(ctx context.Context, from *ent.ContactImport, err error) error {
	if refusal, ok := errors.AsType[*fault.Error](err); ok && !isTemporary(refusal) {
		return i.fail(ctx, from, refusal.Message)
	}
	return err
}

func isTemporary(refusal *fault.Error) bool {
	return refusal.Code == fault.InternalError || refusal.Code == fault.Unavailable || refusal.Code == fault.TooManyRequests
}

// prepare does the part of a step that needs no transaction, except that the rows to write are read
// when the result is called. It moves the checkpoint to these rows.
func (i *Importer) prepare(ctx context.Context, w *batch, attempt int, began time.Time) (_ iter.Seq2[part, error], err error) {
	if viewer.From(ctx).Kind != viewer.System {
		if err := i.authz.Can(ctx, "Contact", "Import"); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(decode(w.row.Options, &w.options), decode(w.row.Checkpoint, &w.checkpoint),
		decode(w.row.Preview, &w.preview)); err != nil {
		return nil, err
	}
	c := &w.checkpoint
	if c.Phase == detecting {
		if c.Layout, err = i.detect(ctx, w.row.FileID); err != nil {
			return nil, err
		}
		c.Phase, c.At, c.Batch = counting, c.Layout.Start, firstBatch
	}
	columns, err := newTable(c.Layout.Header, w.options.Mapping)
	if err != nil {
		return nil, err
	}
	w.columns = columns
	if c.Phase == counting {
		if err := i.count(ctx, w.row.FileID, c); err != nil {
			return nil, err
		}
	}
	if c.Phase == importing && time.Since(began) < goOn {
		limit := min(max(leastBatch, c.Batch>>(attempt-1)), i.maxBatch) // fewer after a step that did not end in time
		return i.read(ctx, w.row.FileID, *c, &parser{table: columns, options: w.options}, limit), nil
	}
	return func(func(part, error) bool) {}, nil
}

func decode(text json.RawMessage, into any) error {
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read the state of an import: %w", err)
	}
	return nil
}

// lock makes the imports of a firm write one after the other, so that two do not create the same
// contact. It returns the present import, locked too.
func (i *Importer) lock(ctx context.Context, firm, id uuid.UUID) (*ent.ContactImport, error) {
	if err := i.db.Lock(ctx, "contact import", firm); err != nil {
		return nil, err
	}
	row, err := i.db.Client.ContactImport.Query().Where(contactimport.ID(id), db.ForUpdate).Only(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the import: %w", err)
	}
	return row, nil
}

var errMoved = errors.New("importer: another step has written the same rows")

// commit writes what a step reads, and reports whether there is another step. The step ends before
// a part with contacts that others have locked. Otherwise a request that waits for the contacts of
// the parts before might wait for a step that waits for it.
func (i *Importer) commit(ctx context.Context, w *batch, read *reading, began time.Time) (more bool, err error) {
	now, err := i.lock(ctx, w.row.FirmID, w.row.ID)
	if err != nil {
		return false, err
	}
	switch {
	case hasEnded(now): // cancelled meanwhile
		i.optimize(ctx, now)
		return false, nil
	case now.ProcessedRows != w.row.ProcessedRows:
		return false, errMoved
	}
	w.now = entity.Now()
	for read.ok {
		if err := w.write(ctx, read.part); errors.Is(err, errLater) || errors.Is(err, errLocked) && w.isLeft() {
			break // The next step begins there, and waits.
		} else if err != nil {
			return false, err
		}
		if read.advance() != nil {
			break // The next step begins there, and meets the error again.
		}
	}
	w.checkpoint.Again++
	if w.processed > 0 || !w.locks {
		w.checkpoint.Again = 0
	}
	done := w.checkpoint.Phase == ending
	if done {
		if more, err := i.deleteDrafts(ctx, w.row.ID); more || err != nil {
			return true, errors.Join(err, i.save(ctx, w, began, false))
		}
	}
	return !done, i.save(ctx, w, began, done)
}

// isLeft reports whether the next step waits for the contacts that others have locked or changed.
// If steps do that again and again, the job has failed, and is tried again later.
func (w *batch) isLeft() bool { return w.locks && (w.processed > 0 || w.checkpoint.Again < attempts) }

// save stores the counters and the checkpoint.
func (i *Importer) save(ctx context.Context, w *batch, began time.Time, done bool) error {
	c := &w.checkpoint
	if w.processed > 0 && c.Phase == importing {
		perSecond := int(float64(w.processed) * float64(stepTime) / float64(time.Since(began)))
		c.Batch = min(max(perSecond, leastBatch), i.maxBatch)
	}
	encoded, err := json.Marshal(c)
	if err != nil {
		return err
	}
	update := i.db.Client.ContactImport.Update().Where(contactimport.ID(w.row.ID)).
		SetStatus(contactimport.StatusRunning).SetCheckpoint(encoded).
		AddProcessedRows(w.processed).AddCreatedCount(w.created).AddUpdatedCount(w.updated).
		AddUnchangedCount(w.unchanged).AddMergedCount(w.merged).AddFailedCount(w.failed).AddSkippedCells(w.skippedCells)
	if c.Phase != counting {
		update.SetTotalRows(c.Rows)
	}
	w.preview.Ignored = w.columns.ignoredColumns(c.Unnamed)
	if w.row.DryRun {
		w.preview.Mapping = w.columns.columns()
		w.preview.addHints(c)
		if w.preview.Sample == nil {
			w.preview.Sample = []*contact.Stored{}
		}
	}
	preview, err := json.Marshal(w.preview)
	if err != nil {
		return err
	}
	update.SetPreview(preview)
	if w.row.StartedAt == nil {
		update.SetStartedAt(w.now)
	}
	if err := update.Exec(ctx); err != nil {
		return fmt.Errorf("save the progress of an import: %w", err)
	}
	if !done {
		return nil
	}
	return i.finish(ctx, w.row.ID, contactimport.StatusCompleted, "")
}

// fail ends an import for a reason that the client may read. What the import has written stays.
func (i *Importer) fail(ctx context.Context, row *ent.ContactImport, reason string) error {
	if _, err := i.lock(ctx, row.FirmID, row.ID); err != nil {
		return err
	}
	return i.finish(ctx, row.ID, contactimport.StatusFailed, storable(reason))
}

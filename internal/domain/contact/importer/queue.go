package importer

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// run are the arguments of the job.
type run struct {
	Import uuid.UUID `json:"import"`
}

// Kind implements job.Args.
func (run) Kind() string { return "contact.import" }

// Queue queues the import of a file that the viewer may read, and records that in the audit log. It
// returns ValidationError with every fault of the input, NotFound for other files, PayloadTooLarge
// for a file of more than [MaxSize], and TooManyRequests while the firm has [MaxUnfinished] imports
// and undos.
func (i *Importer) Queue(ctx context.Context, in Input) (row *ent.ContactImport, err error) {
	defer fault.Wrap(&err, "importer.Queue")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(in.options())
	if err != nil {
		return nil, err
	}
	kind, by := queuedBy(viewer.From(ctx))
	err = i.db.Tx(ctx, func(ctx context.Context) error {
		if err := i.checkRoom(ctx); err != nil {
			return err
		}
		from, err := i.files.Get(ctx, in.FileID)
		if err != nil {
			return err
		}
		if from.Size > MaxSize {
			return fault.New(fault.PayloadTooLarge, "An import takes at most %d MiB.", MaxSize>>20)
		}
		id := entity.NewID()
		queued, err := job.Insert(ctx, i.db, run{Import: id}, job.Options{Key: id.String()})
		if err != nil {
			return err
		}
		row, err = i.db.Client.ContactImport.Create().SetID(id).SetFileID(from.ID).SetFileName(from.Name).
			SetFileSize(int64(from.Size)).SetQueuedByKind(kind).SetQueuedByID(by).SetOptions(encoded).
			SetDryRun(in.DryRun != nil && *in.DryRun).SetJobID(queued).Save(ctx)
		if err != nil {
			return err
		}
		return audit.Record(ctx, i.db, audit.Change{
			Action: "contactimport.queue", Target: audit.Of("contactimport", id, from.Name), After: asQueued(row, encoded),
		})
	})
	return row, err
}

// retryQueue is how long to wait before another attempt while a firm has too many imports.
const retryQueue = 10 * time.Second

// checkRoom refuses to queue more than a firm may have. It blocks other imports of the firm from
// being queued until the transaction ends.
func (i *Importer) checkRoom(ctx context.Context) error {
	if err := i.db.Lock(ctx, "contact import queue", viewer.From(ctx).FirmID); err != nil {
		return err
	}
	n, err := job.Unfinished(ctx, i.db, MaxUnfinished, run{}, undo{})
	if err == nil && n >= MaxUnfinished {
		return fault.Retry(fault.TooManyRequests, retryQueue,
			"Your firm has %d imports under way already, undos included. Try again when one has ended.", MaxUnfinished)
	}
	return err
}

func asQueued(row *ent.ContactImport, options json.RawMessage) any {
	return struct {
		FileID  uuid.UUID       `json:"fileId"`
		DryRun  bool            `json:"dryRun"`
		Options json.RawMessage `json:"options"`
	}{row.FileID, row.DryRun, options}
}

func queuedBy(v *viewer.Viewer) (contactimport.QueuedByKind, uuid.UUID) {
	switch v.Kind {
	case viewer.User:
		return contactimport.QueuedByKindUser, v.UserID
	case viewer.APIClient:
		return contactimport.QueuedByKindApiClient, v.APIClientID
	case viewer.System, viewer.Anonymous:
	}
	return contactimport.QueuedByKindSystem, uuid.Nil
}

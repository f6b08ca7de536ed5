package event

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Read returns a record of the firm of ctx as an operation of the REST API answers it, or NotFound.
// The viewer of ctx is firmhub itself.
type Read func(ctx context.Context, operation string, id uuid.UUID) (json.RawMessage, error)

// May returns nil if the viewer may View a module, else Forbidden or Unauthorized.
type May func(ctx context.Context, module string) error

// Log numbers the events of firms, and reads them. A firm whose events nobody reads has none
// numbered, so that they cost no more than the row that was raised.
type Log struct {
	db   *db.DB
	may  May
	read Read
	poll time.Duration
	now  func() time.Time
	bad  unreadable
}

// defaultPoll is how often a reader who waits looks for the events of other instances. It is woken
// for those of this one.
const defaultPoll = time.Second

// NewLog returns the log of the database. [Log.ReadBy] must be called before it is used.
func NewLog(d *db.DB, may May) *Log { return &Log{db: d, may: may, poll: defaultPoll, now: time.Now} }

// ReadBy sets what reads records.
func (l *Log) ReadBy(read Read) { l.read = read }

// numberAtOnce is how many events are numbered in one transaction.
const numberAtOnce = 200

// raised is a row of raised_events.
type raised struct {
	ID       uuid.UUID
	Type     string
	RecordID uuid.UUID `sql:"record_id"`
	Data     *string
	RaisedAt time.Time `sql:"raised_at"`
}

// number gives numbers to a batch of the raised events of the firm of ctx, in the order in which
// they were raised. It reports whether there may be more.
//
// The records are read before the transaction that numbers, so that no other writer waits for that.
// Of two that number at the same time, the second one waits, and leaves out what the first one has
// numbered. An event is seen only after its commit. So of two events, the one whose transaction
// began after the commit of the other has the higher number, unless both wait for their numbers,
// are of different instances, and the clocks of these differ by more than the time between.
func (l *Log) number(ctx context.Context, firm uuid.UUID) (more bool, err error) {
	ctx = viewer.NewContext(bare{ctx}, &viewer.Viewer{Kind: viewer.System, FirmID: firm, Request: viewer.From(ctx).Request})
	found, err := db.All[raised](l.db.InFirm(ctx),
		"SELECT id, type, record_id, data, raised_at FROM raised_events WHERE firm_id = $1 ORDER BY id LIMIT $2", numberAtOnce)
	if err != nil || len(found) == 0 {
		return false, err
	}
	data, err := l.records(ctx, found)
	if err != nil {
		return false, err
	}
	return len(found) == numberAtOnce, l.db.Tx(ctx, func(ctx context.Context) error { return l.store(ctx, firm, found, data) })
}

// Advance numbers a batch of what was raised in the firm of ctx, as a reader of the feed does. It
// reports whether there may be more.
func (l *Log) Advance(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "event.Advance")
	return l.number(ctx, viewer.From(ctx).FirmID)
}

// bare is a context without the values of another one: a record is read by an operation of its own,
// for firmhub itself, whoever asks for the feed.
type bare struct{ context.Context } //nolint:containedctx // It is one.

// Value implements context.Context.
func (bare) Value(any) any { return nil }

// records returns the data of events by their ids. A record of several events is read once.
func (l *Log) records(ctx context.Context, found []raised) (map[uuid.UUID]string, error) {
	type key struct {
		operation string
		id        uuid.UUID
	}
	data, known := make(map[uuid.UUID]string, len(found)), map[key]string{}
	var failed error // the first one: the others begin to wait meanwhile
	for i := range found {
		r := &found[i]
		of, _ := KindOf(TypeName(r.Type))
		record := key{of.Read, r.RecordID}
		switch text, ok := known[record]; {
		case r.Data != nil:
			data[r.ID] = *r.Data
		case ok:
			data[r.ID] = text
		default:
			read, err := l.read(ctx, of.Read, r.RecordID)
			if fault.Is(err, fault.NotFound) || err == nil && string(read) == "null" {
				read, err = json.RawMessage(idOnly(r.RecordID)), nil
			}
			if err != nil && l.bad.forGood(ctx, r, err, l.now()) {
				read, err = json.RawMessage(idOnly(r.RecordID)), nil
			}
			if err != nil && passes(ctx, err) {
				return nil, readFailed(r, err)
			}
			if err != nil {
				failed = cmp.Or(failed, readFailed(r, err))
				continue
			}
			data[r.ID], known[record] = string(read), string(read)
		}
	}
	return data, failed
}

func readFailed(of *raised, err error) error {
	return fmt.Errorf("read the record %s of an event %s: %w", of.RecordID, of.Type, err)
}

// store numbers those of the events that are still raised, in the transaction of the context.
func (l *Log) store(ctx context.Context, firm uuid.UUID, found []raised, data map[uuid.UUID]string) error {
	ids := make([]uuid.UUID, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	inFirm := l.db.InFirm(ctx)
	// It locks the sequence first, so that nobody else numbers events of the firm.
	var last int64
	_, err := inFirm.Row([]any{&last}, `
INSERT INTO event_sequences (id, firm_id, last) VALUES ($2, $1, 0)
ON CONFLICT (firm_id) DO UPDATE SET last = event_sequences.last RETURNING last`, entity.NewID())
	if err != nil {
		return err
	}
	among, list := l.db.AmongIDs("id", 2, ids)
	still, err := db.All[uuid.UUID](inFirm, "DELETE FROM raised_events WHERE firm_id = $1 AND "+among+" RETURNING id", list)
	if err != nil || len(still) == 0 {
		return err
	}
	isStill := make(map[uuid.UUID]bool, len(still))
	for _, id := range still {
		isStill[id] = true
	}
	numbered := make([]*raised, 0, len(still))
	for i := range found {
		if isStill[found[i].ID] {
			numbered = append(numbered, &found[i])
		}
	}
	columns := []string{"id", "firm_id", "sequence", "type", "data", "raised_at"}
	err = inFirm.Insert("numbered_events", columns, len(numbered), func(i int) []any {
		r := numbered[i]
		return []any{r.ID, firm, last + int64(i) + 1, r.Type, data[r.ID], r.RaisedAt}
	})
	if err != nil {
		return err
	}
	_, err = inFirm.Exec("UPDATE event_sequences SET last = $2 WHERE firm_id = $1", last+int64(len(numbered)))
	return err
}

package event

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	defaultLimit = 100
	// MaxLimit is how many events one answer has at most.
	MaxLimit = 500
	// maxWait is the longest wait in seconds.
	maxWait = 25
	// maxBatches is how many batches are numbered for one page at most. A page that is not full has
	// a Next in any case.
	maxBatches = 10
	// leastRest is about how long a reader who waits rests between two looks.
	leastRest = 100 * time.Millisecond
)

// FeedInput is a part of the feed.
type FeedInput struct {
	// After is the Next of a page or the id of an event. Nil means from the oldest event.
	After *string
	// Types are the types to read; none means all.
	Types []string
	Limit *int
	// Wait is for how many seconds to wait for events if there are none.
	Wait *int
}

// Validate returns every fault.
func (in *FeedInput) Validate() fault.Details {
	var faults fault.Details
	for i, of := range in.Types {
		if _, known := KindOf(TypeName(of)); !known {
			faults.Add("types["+strconv.Itoa(i)+"]", "must be a type of events, such as contact.created")
		}
	}
	if in.Limit != nil && (*in.Limit < 1 || *in.Limit > MaxLimit) {
		faults.Add("limit", "must be from 1 to %d", MaxLimit)
	}
	if in.Wait != nil && (*in.Wait < 0 || *in.Wait > maxWait) {
		faults.Add("wait", "must be from 0 to %d", maxWait)
	}
	if in.After != nil {
		if _, _, ok := parseAfter(*in.After); !ok {
			faults.Add("after", "must be the next of an earlier answer or the id of an event")
		}
	}
	return faults
}

// parseAfter parses a cursor: a number, or the id of an event.
func parseAfter(text string) (sequence int64, id uuid.UUID, ok bool) {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, uuid.Nil, number >= 0
	}
	id, err := uuid.Parse(text)
	return 0, id, err == nil
}

// Page is a part of the feed, the oldest event first.
type Page struct {
	Items []*Event
	// Next is the cursor for what comes after the page.
	Next string
}

// Renewed returns a context with the present viewer, or why there is none that may read the feed.
type Renewed func(ctx context.Context) (context.Context, error)

// Feed returns a part of the events of the viewer's firm. Only events of types whose module the
// viewer may View are in it. After a wait it calls renew, and what holds then decides: the
// credential or a right may be gone. It returns the error of renew, ValidationError with every
// fault, and NotFound after an id that is none of an event that is kept.
func (l *Log) Feed(ctx context.Context, in FeedInput, renew Renewed) (_ *Page, err error) {
	defer fault.Wrap(&err, "event.Feed")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	types, err := l.allowed(ctx, in.Types)
	if err != nil {
		return nil, err
	}
	after, err := l.position(ctx, in.After)
	if err != nil {
		return nil, err
	}
	limit, wait := defaultLimit, 0
	if in.Limit != nil {
		limit = *in.Limit
	}
	if in.Wait != nil {
		wait = *in.Wait
	}
	read := func() (*Page, error) { return l.page(ctx, after, types, limit) }
	if wait == 0 {
		return read()
	}
	page, waited, err := l.await(ctx, time.Duration(wait)*time.Second, read)
	if err != nil || !waited {
		return page, err
	}
	if ctx, err = renew(ctx); err != nil {
		return nil, err
	}
	now, err := l.allowed(ctx, in.Types)
	if err != nil || slices.Equal(now, types) {
		return page, err
	}
	return l.page(ctx, after, now, limit)
}

// await reads a page until it has events or the wait is over, and reports whether it has waited. An
// end of the wait is no error.
func (l *Log) await(ctx context.Context, wait time.Duration, read func() (*Page, error)) (_ *Page, waited bool, err error) {
	watch := watchFirm(viewer.From(ctx).FirmID)
	defer watch.stop()
	over := time.NewTimer(wait)
	defer over.Stop()
	ticker := time.NewTicker(l.poll)
	defer ticker.Stop()
	// The events that wake a reader may be of types that it does not read.
	rest := rate.NewLimiter(rate.Every(leastRest), 2)
	for ; ; waited = true {
		if err := rest.Wait(ctx); err != nil {
			return nil, waited, err
		}
		page, err := read()
		if err != nil || len(page.Items) > 0 {
			return page, waited, err
		}
		select {
		case <-ctx.Done():
			return nil, waited, context.Cause(ctx)
		case <-over.C:
			return page, true, nil
		case <-watch.woken:
		case <-ticker.C:
		}
	}
}

// allowed returns the types among those asked for that the viewer may read.
func (l *Log) allowed(ctx context.Context, asked []string) (types []string, err error) {
	decided := map[string]bool{}
	for _, of := range kinds {
		if len(asked) > 0 && !slices.Contains(asked, string(of.Type)) {
			continue
		}
		may, known := decided[of.Module]
		if !known {
			switch err := l.may(ctx, of.Module); {
			case err == nil:
				may = true
			case !fault.Is(err, fault.Forbidden) && !fault.Is(err, fault.Unauthorized):
				return nil, err
			}
			decided[of.Module] = may
		}
		if may {
			types = append(types, string(of.Type))
		}
	}
	return types, nil
}

// position returns the number after which to read.
func (l *Log) position(ctx context.Context, after *string) (int64, error) {
	if after == nil {
		return 0, nil
	}
	number, id, _ := parseAfter(*after)
	if id == uuid.Nil {
		return number, nil
	}
	found, err := l.db.InFirm(ctx).Row([]any{&number}, "SELECT sequence FROM numbered_events WHERE firm_id = $1 AND id = $2", id)
	if err == nil && !found {
		err = errNoEvent()
	}
	return number, err
}

func errNoEvent() error {
	return fault.New(fault.NotFound, "There is no such event, or it is older than %d days. Begin without `after`.", int(Retention.Hours())/24)
}

// page numbers what was raised, and reads a page after a number.
func (l *Log) page(ctx context.Context, after int64, types []string, limit int) (*Page, error) {
	firm := viewer.From(ctx).FirmID
	page := &Page{Items: []*Event{}}
	more := true
	var last int64
	for batch := 0; more && batch < maxBatches; batch++ {
		var err error
		if more, err = l.number(ctx, firm); err != nil {
			return nil, err
		}
		// The last number is read first: what is numbered meanwhile comes after the page.
		if _, err := l.db.InFirm(ctx).Row([]any{&last}, "SELECT last FROM event_sequences WHERE firm_id = $1"); err != nil {
			return nil, err
		}
		if page.Items, err = l.list(ctx, firm, after, last, types, limit); err != nil {
			return nil, err
		}
		page.Next = strconv.FormatInt(max(after, last), 10)
		if len(page.Items) == limit {
			page.Next = strconv.FormatInt(page.Items[limit-1].Sequence, 10)
			return page, nil
		}
	}
	if after > last { // It is of another database: this one was restored from an older backup.
		return nil, errNoEvent()
	}
	return page, nil
}

// Allowed returns the types among those asked for, or among all if none is, that the viewer of ctx
// may get.
func (l *Log) Allowed(ctx context.Context, asked []string) (types []string, err error) {
	defer fault.Wrap(&err, "event.Allowed")
	return l.allowed(ctx, asked)
}

func (l *Log) list(ctx context.Context, firm uuid.UUID, after, last int64, types []string, limit int) ([]*Event, error) {
	if len(types) == 0 || after >= last {
		return []*Event{}, nil
	}
	among, list := l.db.Among("type", 2, types)
	return l.numbered(ctx, firm, among+" AND sequence > $3 AND sequence <= $4 ORDER BY sequence LIMIT $5", list, after, last, limit)
}

// Get returns those of the events that the firm of ctx keeps and that have a number, in no order.
func (l *Log) Get(ctx context.Context, ids ...uuid.UUID) (_ []*Event, err error) {
	defer fault.Wrap(&err, "event.Get")
	among, list := l.db.AmongIDs("id", 2, ids)
	return l.numbered(ctx, viewer.From(ctx).FirmID, among, list)
}

// numbered returns the events with a number of a firm that fulfil a condition.
func (l *Log) numbered(ctx context.Context, firm uuid.UUID, condition string, args ...any) ([]*Event, error) {
	rows, err := db.All[struct {
		ID       uuid.UUID
		Sequence int64
		Type     string
		Data     string
		RaisedAt time.Time `sql:"raised_at"`
	}](l.db.InFirm(ctx), "SELECT id, sequence, type, data, raised_at FROM numbered_events WHERE firm_id = $1 AND "+condition, args...)
	if err != nil {
		return nil, err
	}
	events := make([]*Event, len(rows))
	for i, row := range rows {
		events[i] = &Event{
			ID: row.ID, Type: row.Type, Timestamp: row.RaisedAt.UTC(), FirmID: firm, Sequence: row.Sequence,
			Data: json.RawMessage(row.Data),
		}
	}
	return events, nil
}

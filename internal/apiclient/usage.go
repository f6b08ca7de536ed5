package apiclient

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/record"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	day           = 24 * time.Hour
	defaultWindow = 7 * day
	maxWindow     = 366 * day
)

// UsageInput asks for what was done with a key.
type UsageInput struct {
	ID uuid.UUID
	// From is included, seven days ago unless given; To is not, now unless given.
	From, To             *time.Time
	PageNumber, PageSize *int
}

// Validate sets the window where it is not given, and notes everything that is wrong.
func (in *UsageInput) Validate() fault.Details {
	var faults fault.Details
	page.CheckRange(&faults, "pageNumber", in.PageNumber, page.MaxNumber)
	page.CheckRange(&faults, "pageSize", in.PageSize, page.MaxSize)
	now := record.Now()
	if in.From == nil {
		from := now.Add(-defaultWindow)
		in.From = &from
	}
	if in.To == nil {
		in.To = &now
	}
	in.From, in.To = inUTC(in.From), inUTC(in.To)
	switch {
	case in.To.Before(*in.From):
		faults.Add("to", "must not be before from, which is 7 days ago unless given")
	case in.To.Sub(*in.From) > maxWindow:
		faults.Add("to", "must be at most 366 days after from")
	}
	return faults
}

// Usage is a page of calls, and their sum. Nothing is read until it is asked for.
type Usage struct {
	page.Numbered

	db       *db.DB
	client   uuid.UUID
	from, to time.Time
	sum      func(context.Context) (*Summary, error)
}

// Call is a request that was made with a key.
type Call struct {
	Timestamp time.Time
	Method    string
	// Path is without the query, at most 512 bytes of it.
	Path       string
	StatusCode int
	IPAddress  string
	DurationMs float64
}

// Summary is how much there was in the whole window.
type Summary struct {
	TotalRequests int
	// ErrorCount is of the statuses from 400.
	ErrorCount int
	ByDay      []Day
}

// Day is how much there was on a day of UTC, such as 2026-01-31.
type Day struct {
	Date  string
	Count int
}

// ReadUsage prepares a page of the calls of a client of the viewer's firm; NotFound for any other id. A call that was
// answered before is there: at once when this instance served it, within a second when another did.
func ReadUsage(ctx context.Context, d *db.DB, calls *Recorder, in UsageInput) (_ *Usage, err error) {
	defer fault.Wrap(&err, "apiclient.ReadUsage")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if _, err := find(ctx, d, in.ID); err != nil {
		return nil, err
	}
	if calls != nil {
		_ = calls.Flush(ctx) // It has said so; what is written can be read all the same.
	}
	u := &Usage{Numbered: page.Of(in.PageNumber, in.PageSize), db: d, client: in.ID, from: *in.From, to: *in.To}
	// Two fields are made of the sum, in whatever order; it is read once.
	var once sync.Once
	var sum *Summary
	var failed error
	u.sum = func(ctx context.Context) (*Summary, error) {
		once.Do(func() { sum, failed = u.summarise(ctx) })
		return sum, failed
	}
	return u, nil
}

// Items are the calls of the page, the newest first.
func (u *Usage) Items(ctx context.Context) (items []*Call, err error) {
	defer fault.Wrap(&err, "apiclient.Usage")
	rows, err := u.db.Client.APICall.Query().
		Where(apicall.APIClientID(u.client), apicall.BeganAtGTE(u.from), apicall.BeganAtLT(u.to)).
		Order(ent.Desc(apicall.FieldBeganAt), ent.Desc(apicall.FieldID)).
		Limit(u.PageSize).Offset(u.Offset()).
		All(ctx)
	if err != nil {
		return nil, err
	}
	items = make([]*Call, 0, len(rows))
	for _, row := range rows {
		items = append(items, &Call{
			Timestamp: row.BeganAt, Method: row.Method, Path: row.Path, StatusCode: row.Status, IPAddress: row.Address,
			DurationMs: float64(row.Duration) / float64(time.Millisecond/time.Microsecond),
		})
	}
	return items, nil
}

// TotalCount is the number of calls on all pages.
func (u *Usage) TotalCount(ctx context.Context) (int, error) {
	sum, err := u.sum(ctx)
	if err != nil {
		return 0, err
	}
	return sum.TotalRequests, nil
}

// Summary is of the whole window.
func (u *Usage) Summary(ctx context.Context) (*Summary, error) { return u.sum(ctx) }

// summarise reads an index only.
func (u *Usage) summarise(ctx context.Context) (*Summary, error) {
	days, err := db.Select[struct {
		Date           string
		Count, Refused int
	}](ctx, u.db, `
SELECT substr(CAST(began_at AS text), 1, 10) AS date, count(*) AS count, count(CASE WHEN status >= 400 THEN 1 END) AS refused
FROM api_calls
WHERE firm_id = $1 AND api_client_id = $2 AND began_at >= $3 AND began_at < $4
GROUP BY 1`, viewer.From(ctx).FirmID, u.client, u.from, u.to)
	if err != nil {
		return nil, fmt.Errorf("apiclient: sum up calls: %w", err)
	}
	sum := &Summary{ByDay: []Day{}}
	counts := make(map[string]int, len(days))
	for _, one := range days {
		counts[one.Date[:len(time.DateOnly)]] = one.Count // SQLite's driver takes it for a time, and adds that of midnight.
		sum.TotalRequests += one.Count
		sum.ErrorCount += one.Refused
	}
	for at := u.from.Truncate(day); at.Before(u.to); at = at.Add(day) {
		date := at.Format(time.DateOnly)
		sum.ByDay = append(sum.ByDay, Day{Date: date, Count: counts[date]})
	}
	return sum, nil
}

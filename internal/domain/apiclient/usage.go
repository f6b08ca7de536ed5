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
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

const (
	day           = 24 * time.Hour
	defaultWindow = 7 * day
	maxWindow     = 366 * day
)

// UsageInput selects a page of the calls of a client.
type UsageInput struct {
	ID uuid.UUID
	// From is inclusive, by default seven days ago. To is exclusive, by default now.
	From, To             *time.Time
	PageNumber, PageSize *int
}

// Validate sets the default window and returns every fault.
func (in *UsageInput) Validate() fault.Details {
	var faults fault.Details
	page.CheckRange(&faults, "pageNumber", in.PageNumber, page.MaxNumber)
	page.CheckRange(&faults, "pageSize", in.PageSize, page.MaxSize)
	faults = append(faults, in.checkWindow()...)
	return faults
}

// checkWindow sets the default window and returns every fault.
func (in *UsageInput) checkWindow() (faults fault.Details) {
	now := entity.Now()
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

// Usage is a page of calls, and a summary of the whole window.
type Usage struct {
	*page.Numbered[*Call]

	summary func() (*Summary, error)
}

// Call is a request that was made with a key.
type Call struct {
	Timestamp time.Time
	Method    string
	// ID is the id of the row, for cursors.
	ID uuid.UUID
	// Path is at most 512 bytes, without the query.
	Path       string
	StatusCode int
	IPAddress  string
	DurationMs float64
}

// Summary are the sums of a window.
type Summary struct {
	TotalRequests int
	// ErrorCount counts the statuses of 400 and more.
	ErrorCount int
	ByDay      []Day
}

// Day is the number of calls on a day in UTC, such as 2026-01-31.
type Day struct {
	Date  string
	Count int
}

// ReadUsage returns a page of the calls of a client of the viewer's firm, the newest first, or
// NotFound. It includes all calls that this instance has answered. Calls that other instances
// answered are included within a second.
func ReadUsage(ctx context.Context, d *db.DB, calls *Recorder, in UsageInput) (_ *Usage, err error) {
	defer fault.Wrap(&err, "apiclient.ReadUsage")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if _, err := find(ctx, d, in.ID, page.Selection{}); err != nil {
		return nil, err
	}
	if calls != nil {
		_ = calls.Flush(ctx) // It has logged the error; the stored calls can still be read.
	}
	// The total and the summary come from one statement. It runs once, for whichever is resolved
	// first.
	summary := sync.OnceValues(func() (*Summary, error) { return in.summarize(ctx, d) })
	return &Usage{
		Numbered: page.New(in.PageNumber, in.PageSize,
			func(ctx context.Context, limit, offset int) ([]*Call, error) { return in.read(ctx, d, limit, offset) },
			func(context.Context) (int, error) {
				sum, err := summary()
				if err != nil {
					return 0, err
				}
				return sum.TotalRequests, nil
			}),
		summary: summary,
	}, nil
}

// Summary returns the sums of the whole window.
func (u *Usage) Summary(context.Context) (*Summary, error) { return u.summary() }

func (in *UsageInput) read(ctx context.Context, d *db.DB, limit, offset int) (_ []*Call, err error) {
	defer fault.Wrap(&err, "apiclient.Usage")
	rows, err := d.Client.APICall.Query().
		Where(apicall.APIClientID(in.ID), apicall.BeganAtGTE(*in.From), apicall.BeganAtLT(*in.To)).
		Order(ent.Desc(apicall.FieldBeganAt), ent.Desc(apicall.FieldID)).
		Limit(limit).Offset(offset).
		All(ctx)
	if err != nil {
		return nil, err
	}
	return newCalls(rows), nil
}

func newCalls(rows []*ent.APICall) []*Call {
	calls := make([]*Call, 0, len(rows))
	for _, row := range rows {
		calls = append(calls, &Call{
			ID: row.ID, Timestamp: row.BeganAt, Method: row.Method, Path: row.Path, StatusCode: row.Status, IPAddress: row.Address,
			DurationMs: float64(row.Duration) / float64(time.Millisecond/time.Microsecond),
		})
	}
	return calls
}

// summarize reads only an index.
func (in *UsageInput) summarize(ctx context.Context, d *db.DB) (*Summary, error) {
	days, err := db.All[struct {
		Date           string
		Count, Refused int
	}](d.InFirm(ctx), `
SELECT substr(CAST(began_at AS text), 1, 10) AS date, count(*) AS count, count(CASE WHEN status >= 400 THEN 1 END) AS refused
FROM api_calls
WHERE firm_id = $1 AND api_client_id = $2 AND began_at >= $3 AND began_at < $4
GROUP BY 1`, in.ID, *in.From, *in.To)
	if err != nil {
		return nil, fmt.Errorf("apiclient: sum up calls: %w", err)
	}
	sum := &Summary{ByDay: []Day{}}
	counts := make(map[string]int, len(days))
	for _, one := range days {
		counts[one.Date[:len(time.DateOnly)]] = one.Count // The SQLite driver parses it as a time, and appends that of midnight.
		sum.TotalRequests += one.Count
		sum.ErrorCount += one.Refused
	}
	for at := in.From.Truncate(day); at.Before(*in.To); at = at.Add(day) {
		date := at.Format(time.DateOnly)
		sum.ByDay = append(sum.ByDay, Day{Date: date, Count: counts[date]})
	}
	return sum, nil
}

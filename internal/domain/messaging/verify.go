package messaging

import (
	"context"
	"fmt"
	"maps"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messageclock"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	verifiedAtOnce = 5000
	// maxFaults is how many faults of one firm are reported.
	maxFaults = 20
)

// Fault is a count that is wrong.
type Fault struct {
	FirmID uuid.UUID
	What   string
}

// Verified are the numbers of what [Verify] has read.
type Verified struct{ Firms, Messages, Faults int64 }

// Verify counts the messages of all firms again, or of one, and compares the result with the stored
// counts. It reports each fault. It leaves out days with messages that are already deleted. It
// reads each firm as of one moment, a month at a time. Only the command line calls it. It crosses
// firms by itself.
func Verify(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (v Verified, err error) {
	defer fault.Wrap(&err, "messaging.Verify")
	ctx = rule.AcrossFirms(ctx, "verify the counts of messages of firms")
	err = d.EachFirm(ctx, only, func(snapshot *ent.Tx, firmID uuid.UUID) error { return v.verify(ctx, snapshot, firmID, report) })
	return v, err
}

func (v *Verified) verify(ctx context.Context, snapshot *ent.Tx, firmID uuid.UUID, report func(Fault)) error {
	clock, err := snapshot.MessageClock.Query().Where(messageclock.FirmID(firmID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil // no messages yet
	}
	if err != nil {
		return err
	}
	zone, err := calendar.Zone(clock.TimeZone)
	if err != nil {
		return err
	}
	v.Firms++
	now, faults := entity.Now(), 0
	found := func(whats []string) {
		for _, what := range whats {
			faults++
			if faults <= maxFaults {
				report(Fault{firmID, what})
			}
		}
	}
	first, last := lastKeptDay(now, zone).Add(1), calendar.DayOf(now.Add(MaxAhead).In(zone))
	for month := first; month <= last; month = month.AddMonths(1) {
		counts, read, err := count(ctx, snapshot, firmID, month, zone)
		if err != nil {
			return err
		}
		v.Messages += read
		rows, err := snapshot.MessageCount.Query().Where(messagecount.FirmID(firmID), messagecount.Version(clock.Version),
			messagecount.KindNEQ(PersonHalf), messagecount.DayGTE(int(month)), messagecount.DayLT(int(month.AddMonths(1)))).All(ctx)
		if err != nil {
			return err
		}
		found(counts.compare(rows))
	}
	for half := first.Half(); half <= last; half = half.AddMonths(calendar.HalfYear) {
		wrong, err := compareHalves(ctx, snapshot, firmID, clock.Version, half)
		if err != nil {
			return err
		}
		found(wrong)
	}
	v.Faults += int64(faults)
	return nil
}

// compareHalves returns the counts of people in half a year that are not the sum of those of its
// months.
func compareHalves(ctx context.Context, snapshot *ent.Tx, firmID uuid.UUID, version int, half calendar.Day) (faults []string, err error) {
	more := func(column string) ent.AggregateFunc {
		return ent.As(func(s *entsql.Selector) string {
			return fmt.Sprintf("CAST(sum(CASE WHEN %s = '%s' THEN %s ELSE -%[3]s END) AS bigint)",
				s.C(messagecount.FieldKind), PersonHalf, s.C(column))
		}, column)
	}
	after, read := "", verifiedAtOnce
	for read == verifiedAtOnce {
		var rows []struct {
			Key            string
			Sent, Received int64
		}
		err = snapshot.MessageCount.Query().Where(messagecount.FirmID(firmID), messagecount.Version(version),
			messagecount.KindIn(PersonMonth, PersonHalf), messagecount.DayGTE(int(half)), messagecount.DayLT(int(half.AddMonths(calendar.HalfYear))),
			messagecount.KeyGT(after)).
			Order(ent.Asc(messagecount.FieldKey)).Limit(verifiedAtOnce).
			GroupBy(messagecount.FieldKey).Aggregate(more(messagecount.FieldSent), more(messagecount.FieldReceived)).Scan(ctx, &rows)
		if err != nil {
			return nil, err
		}
		read = len(rows)
		for _, row := range rows {
			after = row.Key
			if row.Sent != 0 || row.Received != 0 {
				faults = append(faults, fmt.Sprintf("%s %s %s counts %d sent and %d received more than its months",
					half, PersonHalf, row.Key, row.Sent, row.Received))
			}
		}
	}
	return faults, nil
}

// count counts the messages of a month.
func count(
	ctx context.Context, snapshot *ent.Tx, firmID uuid.UUID, month calendar.Day, zone *time.Location,
) (counts Counts, read int64, err error) {
	counts = Counts{}
	at, id, end := month.Start(zone), uuid.Nil, month.AddMonths(1).Start(zone)
	for {
		rows, err := snapshot.Message.Query().
			Where(message.FirmID(firmID), message.OccurredAtGTE(at), message.OccurredAtLT(end), func(s *entsql.Selector) {
				s.Where(entsql.CompositeGT([]string{s.C(message.FieldOccurredAt), s.C(message.FieldID)}, at, id))
			}).
			Order(ent.Asc(message.FieldOccurredAt, message.FieldID)).Limit(verifiedAtOnce).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		for _, row := range rows {
			at, id = row.OccurredAt, row.ID
			if !isCounted(row) {
				continue
			}
			counts.Add(&Counted{
				ID: row.ID, OccurredAt: row.OccurredAt, Direction: row.Direction, Status: row.Status, Template: row.TemplateName,
				PersonKey: row.PersonKey, Phone: optional(row.Phone),
			}, zone)
		}
		read += int64(len(rows))
		if len(rows) < verifiedAtOnce {
			return counts, read, nil
		}
	}
}

// isCounted reports whether a message counts in analytics.
func isCounted(row *ent.Message) bool { return counts(row.Attempts, row.Status) }

// compare returns the faults of stored counts, except those of half a year.
func (c Counts) compare(rows []*ent.MessageCount) (faults []string) {
	maps.DeleteFunc(c, func(key Key, _ *Count) bool { return key.Kind == PersonHalf })
	for _, row := range rows {
		key := Key{row.Kind, calendar.Day(row.Day), row.Key}
		var want [5]int64
		if n := c[key]; n != nil {
			want = n.numbers()
		}
		if got := [5]int64{row.Sent, row.Received, row.Delivered, row.Read, row.Failed}; got != want {
			faults = append(faults, fmt.Sprintf("%s %s %s counts %v sent, received, delivered, read, failed, and should %v",
				key.Day, key.Kind, key.Key, got, want))
		}
		delete(c, key)
	}
	for key, n := range c {
		faults = append(faults, fmt.Sprintf("%s %s %s does not count %v", key.Day, key.Kind, key.Key, n.numbers()))
	}
	return faults
}

func (c *Count) numbers() [5]int64 {
	return [5]int64{c.Sent, c.Received, c.Delivered, c.Read, c.Failed}
}

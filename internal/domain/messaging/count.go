package messaging

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
)

// Kind is the kind of a count. It determines the key by which messages are counted.
type Kind = messagecount.Kind

// The kinds of counts. Only Day and Template also count delivered, read and failed messages.
const (
	// Day counts all messages of a day.
	Day = messagecount.KindDay
	// Hour counts the messages of an hour. The key is its [HourKey].
	Hour = messagecount.KindHour
	// Template counts the messages of a template. The key is its name. Messages without a template
	// are not counted.
	Template = messagecount.KindTemplate
	// Person counts the messages of a person. The key is the match key of the phone, or the id of a
	// contact without a phone.
	Person = messagecount.KindPerson
	// PersonMonth counts the messages of a person in a month. The day is the first of the month.
	PersonMonth = messagecount.KindPersonMonth
	// PersonHalf counts the messages of a person in half a year. The day is the first of January or
	// July.
	PersonHalf = messagecount.KindPersonHalf
)

// HourKey is the layout of the key of an hour. It contains the offset of the time zone, because on
// a day when the clocks go back one hour occurs twice.
const HourKey = "15-0700"

// Key identifies a count.
type Key struct {
	Kind Kind
	Day  calendar.Day
	Key  string
}

// Count is a number of messages.
type Count struct {
	Sent, Received, Delivered, Read, Failed int64
	// Phone is the phone of the last message, in E.164. Only counts of a person with a phone have
	// it.
	Phone  string
	LastAt time.Time
}

// Add adds another count.
func (c *Count) Add(other Count) {
	c.Sent += other.Sent
	c.Received += other.Received
	c.Delivered += other.Delivered
	c.Read += other.Read
	c.Failed += other.Failed
	if !other.LastAt.Before(c.LastAt) {
		c.LastAt, c.Phone = other.LastAt, other.Phone
	}
}

// negative returns the count that takes another one back. It has no last message.
func (c *Count) negative() Count {
	return Count{Sent: -c.Sent, Received: -c.Received, Delivered: -c.Delivered, Read: -c.Read, Failed: -c.Failed}
}

// Counted is a message with the fields that are counted.
type Counted struct {
	ID         uuid.UUID
	OccurredAt time.Time
	Direction  Direction
	Status     Status
	Template   *string
	PersonKey  string
	Phone      string
}

// Counts are counts by their keys.
type Counts map[Key]*Count

// Add counts a message on the days of a time zone.
func (c Counts) Add(m *Counted, zone *time.Location) {
	local := m.OccurredAt.In(zone)
	day := calendar.DayOf(local)
	one := Count{LastAt: m.OccurredAt}
	if m.Direction == message.DirectionInbound {
		one.Received = 1
	} else {
		one.Sent = 1
	}
	c.add(Key{Hour, day, local.Format(HourKey)}, one)
	ofPerson := one
	ofPerson.Phone = m.Phone
	c.add(Key{Person, day, m.PersonKey}, ofPerson)
	c.add(Key{PersonMonth, day.Month(), m.PersonKey}, ofPerson)
	c.add(Key{PersonHalf, day.Half(), m.PersonKey}, ofPerson)
	one.addStatus(m, 1)
	c.addByStatus(m, day, one)
}

// Move counts the new status of a message. before is its status until now.
func (c Counts) Move(m *Counted, before Status, zone *time.Location) {
	change := Count{LastAt: m.OccurredAt}
	was := *m
	was.Status = before
	change.addStatus(&was, -1)
	change.addStatus(m, 1)
	c.addByStatus(m, calendar.DayOf(m.OccurredAt.In(zone)), change)
}

// addByStatus adds to the counts that include statuses.
func (c Counts) addByStatus(m *Counted, day calendar.Day, change Count) {
	c.add(Key{Day, day, ""}, change)
	if m.Template != nil {
		c.add(Key{Template, day, *m.Template}, change)
	}
}

func (c Counts) add(key Key, change Count) {
	if c[key] == nil {
		c[key] = &Count{}
	}
	c[key].Add(change)
}

// addStatus adds or subtracts the status of a message. A message that was read was also delivered.
func (c *Count) addStatus(m *Counted, by int64) {
	if m.Direction == message.DirectionInbound {
		return
	}
	switch m.Status {
	case message.StatusRead:
		c.Read += by
		c.Delivered += by
	case message.StatusDelivered:
		c.Delivered += by
	case message.StatusFailed:
		c.Failed += by
	case message.StatusQueued, message.StatusSending, message.StatusSent, message.StatusUnknown, message.StatusCancelled:
	}
}

// tally collects changes of counts by version.
type tally map[int]Counts

func (t tally) of(version int) Counts {
	if t[version] == nil {
		t[version] = Counts{}
	}
	return t[version]
}

// movePerson moves the counts of a person to another one.
func (t tally) movePerson(from, into string) {
	for _, counts := range t {
		for key, n := range maps.Clone(counts) {
			if key.Key == from && slices.Contains(personKinds, string(key.Kind)) {
				delete(counts, key)
				key.Key = into
				counts.add(key, *n)
			}
		}
	}
}

// write writes the changes, those of old counts also where they are copied.
func (t tally) write(ctx context.Context, d *db.DB, firm uuid.UUID, c *Clock) error {
	if err := t.mirror(ctx, d, c); err != nil {
		return err
	}
	for version, counts := range t {
		if err := counts.write(ctx, d, firm, version); err != nil {
			return err
		}
	}
	return nil
}

// countsAtOnce is how many counts one statement changes.
const countsAtOnce = 5000

const addCounts = ` ON CONFLICT (firm_id, version, kind, day, key) DO UPDATE SET
	sent = message_counts.sent + excluded.sent, received = message_counts.received + excluded.received,
	delivered = message_counts.delivered + excluded.delivered, "read" = message_counts."read" + excluded."read",
	failed = message_counts.failed + excluded.failed,
	phone = CASE WHEN excluded.last_at >= message_counts.last_at THEN excluded.phone ELSE message_counts.phone END,
	last_at = CASE WHEN excluded.last_at > message_counts.last_at THEN excluded.last_at ELSE message_counts.last_at END`

var countColumns = []string{
	"id", "firm_id", "version", "kind", "day", "key", "sent", "received", "delivered", "read", "failed", "phone", "last_at",
}

// write adds the counts to the stored ones.
func (c Counts) write(ctx context.Context, d *db.DB, firm uuid.UUID, version int) error {
	keys := make([]Key, 0, len(c))
	for key := range c {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b Key) int { // so that rows that are read together are stored together
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Key, b.Key))
	})
	if d.Dialect() == db.SQLite {
		return d.InFirm(ctx).Insert("message_counts", countColumns, len(keys), func(i int) []any {
			key, n := keys[i], c[keys[i]]
			return []any{
				entity.NewID(), firm, version, string(key.Kind), int(key.Day), key.Key,
				n.Sent, n.Received, n.Delivered, n.Read, n.Failed, n.Phone, n.LastAt,
			}
		}, db.OnConflict(addCounts))
	}
	for part := range slices.Chunk(keys, countsAtOnce) {
		rows := make([]countRow, len(part))
		for i, key := range part {
			n := c[key]
			rows[i] = countRow{
				entity.NewID(), string(key.Kind), int(key.Day), key.Key, n.Sent, n.Received, n.Delivered, n.Read, n.Failed, n.Phone, n.LastAt,
			}
		}
		encoded, err := json.Marshal(rows)
		if err != nil {
			return fmt.Errorf("encode counts: %w", err)
		}
		_, err = d.InFirm(ctx).Exec(`
INSERT INTO message_counts (id, firm_id, version, kind, day, key, sent, received, delivered, "read", failed, phone, last_at)
SELECT id, $1::uuid, $2::bigint, kind, day, key, sent, received, delivered, "read", failed, phone, last_at
FROM json_to_recordset($3::json) AS r(id uuid, kind text, day bigint, key text, sent bigint, received bigint, delivered bigint,
	"read" bigint, failed bigint, phone text, last_at timestamptz)`+addCounts, version, string(encoded))
		if err != nil {
			return err
		}
	}
	return nil
}

// countRow is a count in the form sent to PostgreSQL.
type countRow struct {
	ID        uuid.UUID `json:"id"`
	Kind      string    `json:"kind"`
	Day       int       `json:"day"`
	Key       string    `json:"key"`
	Sent      int64     `json:"sent"`
	Received  int64     `json:"received"`
	Delivered int64     `json:"delivered"`
	Read      int64     `json:"read"`
	Failed    int64     `json:"failed"`
	Phone     string    `json:"phone"`
	LastAt    time.Time `json:"last_at"`
}

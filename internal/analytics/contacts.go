package analytics

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/calendar"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

const (
	defaultContacts = 10
	maxContacts     = 100
)

// ContactsInput selects the phones with most messages in a period.
type ContactsInput struct {
	PeriodInput

	// Limit is from 1 to 100, and 10 by default.
	Limit *int
}

// Validate sets the defaults and returns every fault.
func (in *ContactsInput) Validate() fault.Details {
	faults := in.PeriodInput.Validate()
	if in.Limit == nil {
		in.Limit = new(defaultContacts)
	}
	page.CheckRange(&faults, "limit", in.Limit, maxContacts)
	return faults
}

// Contact is how many messages there are to and from a phone.
type Contact struct {
	// ContactID and Name are those of the contact that has the phone now; nil where none has.
	ContactID             *uuid.UUID
	Name                  *string
	Phone                 string // in E.164
	Sent, Received, Total int
	LastMessageAt         time.Time
}

// ReadContacts returns the phones with most messages of the viewer's firm in a period, with the contacts that have them.
func ReadContacts(ctx context.Context, d *db.DB, in ContactsInput) (_ []*Contact, err error) {
	defer fault.Wrap(&err, "analytics.ReadContacts")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	return s.contacts(ctx, d, *in.Limit)
}

// wholeMonths returns the first days of the first and the last month all of whose messages are in the period; last is before first
// if there is none. Days that are to come have no messages.
func (s *span) wholeMonths() (first, last calendar.Day) {
	first, last = s.first.Month(), s.last.Month()
	if first != s.first {
		first = first.AddMonths(1)
	}
	if s.last < min(last.AddMonths(1).Add(-1), s.latest) {
		last = last.AddMonths(-1)
	}
	return first, last
}

// phoneCounts are the counts of phones: of whole months by month, and of the other days by day. Its arguments are phoneDays.
const phoneCounts = `FROM (
	SELECT key, sent, received, phone, last_at FROM message_counts
	WHERE firm_id = $1 AND version = $2 AND kind = 'PhoneMonth' AND day >= $3 AND day <= $4
	UNION ALL
	SELECT key, sent, received, phone, last_at FROM message_counts
	WHERE firm_id = $1 AND version = $2 AND kind = 'Phone' AND day >= $5 AND day < $6
	UNION ALL
	SELECT key, sent, received, phone, last_at FROM message_counts
	WHERE firm_id = $1 AND version = $2 AND kind = 'Phone' AND day >= $7 AND day <= $8
) AS counts`

// phoneDays returns the arguments of phoneCounts.
func (s *span) phoneDays() []any {
	first, last := s.wholeMonths()
	until, since := s.last.Add(1), s.last.Add(1) // the days before until and from since are read by day
	if first <= last {
		until, since = first, last.AddMonths(1)
	}
	return []any{s.firm, s.clock.Version, int(first), int(last), int(s.first), int(until), int(since), int(s.last)}
}

func (s *span) contacts(ctx context.Context, d *db.DB, limit int) ([]*Contact, error) {
	rows, err := db.Select[struct {
		Key                   string
		Sent, Received, Total int
	}](ctx, d, `
SELECT key, CAST(sum(sent) AS bigint) AS sent, CAST(sum(received) AS bigint) AS received, CAST(sum(sent + received) AS bigint) AS total
`+phoneCounts+` GROUP BY key ORDER BY 4 DESC, max(last_at) DESC, 1 LIMIT $9`,
		append(s.phoneDays(), limit)...)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(rows))
	contacts := make([]*Contact, len(rows))
	for i, row := range rows {
		keys[i] = row.Key
		contacts[i] = &Contact{Sent: row.Sent, Received: row.Received, Total: row.Total}
	}
	return contacts, s.describe(ctx, d, keys, contacts)
}

// describe adds what is known of the phones with the match keys.
func (s *span) describe(ctx context.Context, d *db.DB, keys []string, contacts []*Contact) error {
	if len(keys) == 0 {
		return nil
	}
	among, list := d.Among("key", 9, keys)
	phones, err := db.Select[struct {
		Key, Phone string
		LastAt     time.Time
	}](ctx, d, `
SELECT key, phone, last_at AS lastat `+phoneCounts+` WHERE `+among+` ORDER BY last_at`,
		append(s.phoneDays(), list)...)
	if err != nil {
		return err
	}
	byKey := make(map[string]*Contact, len(keys))
	for i, key := range keys {
		byKey[key] = contacts[i]
	}
	for _, row := range phones {
		byKey[row.Key].Phone, byKey[row.Key].LastMessageAt = row.Phone, row.LastAt.UTC()
	}
	matches, err := contact.OldestByPhone(ctx, d, s.firm, keys)
	if err != nil {
		return err
	}
	names, err := contactNames(ctx, d, s.firm, matches)
	if err != nil {
		return err
	}
	for _, match := range matches {
		c := byKey[match.Key]
		c.ContactID, c.Name = &match.ID, names[match.ID]
	}
	return nil
}

func contactNames(ctx context.Context, d *db.DB, firm uuid.UUID, of []contact.Match) (map[uuid.UUID]*string, error) {
	ids := make([]uuid.UUID, len(of))
	for i, match := range of {
		ids[i] = match.ID
	}
	among, list := d.AmongIDs("id", 2, ids)
	rows, err := db.Select[struct {
		ID                  uuid.UUID
		FirstName, LastName string
	}](ctx, d, "SELECT id, first_name AS firstname, last_name AS lastname FROM contacts WHERE firm_id = $1 AND "+among, firm, list)
	names := make(map[uuid.UUID]*string, len(rows))
	for _, row := range rows {
		names[row.ID] = new(fullName(row.FirstName, row.LastName))
	}
	return names, err
}

func fullName(first, last string) string { return strings.TrimSpace(first + " " + last) }

package analytics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

const (
	defaultContacts = 10
	maxContacts     = 100
)

// ContactsInput selects the people with most messages in a period.
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

// Contact is the number of messages to and from a person: a phone, or a contact without one.
type Contact struct {
	// ContactID and Name are those of the contact that now has the phone, or of the contact of the
	// messages without a phone. They are nil if there is none.
	ContactID *uuid.UUID
	Name      *string
	// Phone is in E.164. It is nil for messages without one.
	Phone                 *string
	Sent, Received, Total int
	LastMessageAt         time.Time
}

// ReadContacts returns the people with most messages of the viewer's firm in a period, with their
// contacts.
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

func (s *span) contacts(ctx context.Context, d *db.DB, limit int) ([]*Contact, error) {
	pieces := s.pieces()
	args := []any{s.clock.Version, limit} // after $1, the firm
	var counts []string
	for _, p := range pieces {
		// Sums of bigint are numeric in PostgreSQL, which takes several times as long.
		counts = append(counts, fmt.Sprintf(`
	SELECT key, CAST(%s AS double precision) AS n, %s AS last_at FROM message_counts
	WHERE firm_id = $1 AND version = $2 AND kind = '%s' AND day >= $%d AND day <= $%d`, p.signed("sent + received"), p.lastAt(), p.kind,
			len(args)+2, len(args)+3))
		args = append(args, int(p.first), int(p.last))
	}
	// Firms and periods have from ten to a million of these counts.
	keys, err := db.All[string](d.InFirm(ctx), `
SELECT key FROM (`+strings.Join(counts, " UNION ALL")+`) AS counts
GROUP BY key HAVING sum(n) > 0 ORDER BY sum(n) DESC, max(last_at) DESC, key LIMIT $3 `+db.PlanAnew,
		args...)
	if err != nil || len(keys) == 0 {
		return []*Contact{}, err
	}
	return s.describe(ctx, d, pieces, keys)
}

// describe returns the contacts and phones of the people with the keys.
func (s *span) describe(ctx context.Context, d *db.DB, pieces []piece, keys []string) ([]*Contact, error) {
	contacts, byKey := make([]*Contact, len(keys)), make(map[string]*Contact, len(keys))
	for i, key := range keys {
		contacts[i] = &Contact{}
		byKey[key] = contacts[i]
	}
	among, list := d.Among("key", 3, keys)
	args := []any{s.clock.Version, list} // after $1, the firm
	var counts []string
	for _, p := range pieces {
		// With a list of days instead of a range, the database searches the index for each day and
		// key.
		days, list := d.Among("day", len(args)+2, p.days())
		counts = append(counts, fmt.Sprintf(`
SELECT key, phone, %s AS sent, %s AS received, last_at AS lastat, %t AS added FROM message_counts
WHERE firm_id = $1 AND version = $2 AND kind = '%s' AND %s AND %s`, p.signed("sent"), p.signed("received"), !p.minus, p.kind, days, among))
		args = append(args, list)
	}
	rows, err := db.All[struct {
		Key, Phone     string
		Sent, Received int
		LastAt         time.Time
		Added          bool
	}](d.InFirm(ctx), strings.Join(counts, " UNION ALL"), args...)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		c := byKey[row.Key]
		c.Sent, c.Received, c.Total = c.Sent+row.Sent, c.Received+row.Received, c.Total+row.Sent+row.Received
		if row.Added && row.LastAt.After(c.LastMessageAt) {
			c.LastMessageAt = row.LastAt.UTC()
			if row.Phone != "" {
				c.Phone = new(row.Phone)
			}
		}
	}
	matches, err := s.matches(ctx, d, keys)
	if err != nil {
		return nil, err
	}
	names, err := contactNames(ctx, d, matches)
	if err != nil {
		return nil, err
	}
	for _, match := range matches {
		if name := names[match.ID]; name != nil {
			c := byKey[match.Key]
			c.ContactID, c.Name = &match.ID, name
		}
	}
	return contacts, nil
}

// matches returns the contacts of the people with the keys. Contacts without a phone may be
// deleted.
func (s *span) matches(ctx context.Context, d *db.DB, keys []string) ([]contact.Match, error) {
	var (
		phones []string
		named  []contact.Match
	)
	for _, key := range keys {
		if id, ok := messaging.ContactOf(key); ok {
			named = append(named, contact.Match{Key: key, ID: id})
		} else {
			phones = append(phones, key)
		}
	}
	matches, err := contact.OldestByPhone(ctx, d, phones)
	return append(matches, named...), err
}

// contactNames returns the names of the contacts that are not deleted.
func contactNames(ctx context.Context, d *db.DB, of []contact.Match) (map[uuid.UUID]*string, error) {
	ids := make([]uuid.UUID, len(of))
	for i, match := range of {
		ids[i] = match.ID
	}
	among, list := d.AmongIDs("id", 2, ids)
	rows, err := db.All[struct {
		ID                  uuid.UUID
		FirstName, LastName string
	}](d.InFirm(ctx), `
SELECT id, first_name AS firstname, last_name AS lastname FROM contacts
WHERE firm_id = $1 AND deleted_at IS NULL AND `+among, list)
	names := make(map[uuid.UUID]*string, len(rows))
	for _, row := range rows {
		names[row.ID] = new(fullName(row.FirstName, row.LastName))
	}
	return names, err
}

func fullName(first, last string) string { return strings.TrimSpace(first + " " + last) }

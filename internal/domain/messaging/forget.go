package messaging

import (
	"context"
	"maps"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Subject is a person whose messages are read or forgotten.
type Subject struct {
	// ContactIDs are the person's contact and deleted copies of it.
	ContactIDs []uuid.UUID
	// Keys are the person keys of messages that are those of nobody else: the ids of the contacts,
	// and the match keys of the phones that no other contact has.
	Keys []string
	// Conversations are those of the person.
	Conversations []uuid.UUID
	// Until is a time: messages that name none of the contacts are those of the person only if they
	// were stored before it.
	Until time.Time
}

// forgottenAtOnce keeps each transaction short.
const forgottenAtOnce = 500

// of returns a query for columns of the messages of the person that meet a condition, each once. $1
// is the firm and $2 to $5 are the other arguments.
func (p *Subject) of(d *db.DB, columns, condition string) (query string, args []any) {
	byContact, contacts := d.AmongIDs("m.contact_id", 2, p.ContactIDs)
	byKey, keys := d.Among("m.person_key", 3, p.Keys)
	byThread, threads := d.AmongIDs("m.conversation_id", 4, p.Conversations)
	parts := make([]string, 0, 3)
	// What has entered the queue since, for a campaign, has the contact. What the person writes
	// later has not.
	for _, which := range []string{byContact, byKey + " AND m.created_at <= $5", byThread + " AND m.created_at <= $5"} {
		parts = append(parts, "SELECT "+columns+" FROM messages m WHERE m.firm_id = $1 AND "+which+condition)
	}
	return strings.Join(parts, " UNION "), []any{contacts, keys, threads, p.Until}
}

// MessageRef names a message and its file.
type MessageRef struct {
	ID         uuid.UUID
	OccurredAt time.Time  `sql:"occurred_at"`
	MediaID    *uuid.UUID `sql:"media_id"`
}

// RefsOf returns all messages of a person of the firm of ctx, the oldest first.
func RefsOf(ctx context.Context, d *db.DB, p *Subject) ([]MessageRef, error) {
	query, args := p.of(d, "m.id, m.occurred_at, m.media_id", "")
	return db.All[MessageRef](d.InFirm(ctx), "SELECT id, occurred_at, media_id FROM ("+query+") AS found ORDER BY occurred_at, id", args...)
}

// EmptyNewest empties the texts of the newest messages of a person of the firm of ctx, in the
// transaction of the context. [Manager.Forget] does the rest.
func EmptyNewest(ctx context.Context, d *db.DB, p *Subject) error {
	query, args := p.of(d, "m.id, m.occurred_at", " AND (m.body IS NOT NULL OR m.subject IS NOT NULL)")
	newest, err := db.All[struct {
		ID uuid.UUID
		At time.Time
	}](d.InFirm(ctx), "SELECT id, occurred_at AS at FROM ("+query+") AS found ORDER BY occurred_at DESC LIMIT 500", args...)
	for _, m := range newest {
		err := d.InFirm(ctx).Later(
			"UPDATE messages SET body = NULL, subject = NULL WHERE firm_id = $1 AND occurred_at = $2 AND id = $3", m.At, m.ID)
		if err != nil {
			return err
		}
	}
	return err
}

// CancelOf cancels the messages of a person that wait in the queue of the viewer's firm, and
// releases their prices. It has transactions of its own. Only the server calls it.
func (m *Manager) CancelOf(ctx context.Context, p *Subject) (err error) {
	defer fault.Wrap(&err, "messaging.CancelOf")
	for more := true; more && err == nil; {
		err = m.changes.Do(ctx, rowsPerMessage*forgottenAtOnce, func(ctx context.Context, c *changes) error {
			n, err := c.cancelOf(ctx, p)
			more = n > 0
			return err
		})
	}
	return err
}

// Forgotten is what [Manager.Forget] has done.
type Forgotten struct {
	// More reports whether there is more to do now, and Waiting whether there is later: messages
	// are still in the queue.
	More, Waiting bool
	// Media are files that messages had, and that no message has any more.
	Media []uuid.UUID
}

// Forget removes who somebody is, and what was written, from a batch of messages of the viewer's
// firm that are not in the queue, in the transaction of the context. Amounts, statuses and counts
// stay. names reports whether a text names the person. Only the server calls it.
func (m *Manager) Forget(ctx context.Context, p *Subject, names func(text string) bool) (done Forgotten, err error) {
	defer fault.Wrap(&err, "messaging.Forget")
	firm := viewer.From(ctx).FirmID
	if err := lock(ctx, m.db, firm); err != nil {
		return done, err
	}
	clock, err := startClock(ctx, m.db)
	if err != nil {
		return done, err
	}
	c := &changes{db: m.db, now: entity.Now(), clock: clock, tally: tally{}}
	if done.More, done.Media, err = c.forget(ctx, firm, p, names); err != nil {
		return done, err
	}
	if !done.More {
		for _, key := range p.Keys {
			if err := c.forgetCounts(ctx, key, m.db.Pseudonym(firm, key)); err != nil {
				return done, err
			}
		}
		if err := c.tally.write(ctx, m.db, firm, clock); err != nil {
			return done, err
		}
	}
	if err := m.publish(ctx, firm, c.converse); err != nil {
		return done, err
	}
	query, args := p.of(m.db, "m.id", " AND EXISTS (SELECT 1 FROM outgoing_messages o WHERE o.firm_id = m.firm_id AND o.id = m.id)")
	done.Waiting, err = m.db.InFirm(ctx).Row([]any{new(uuid.UUID)}, "SELECT id FROM ("+query+") AS found LIMIT 1", args...)
	return done, err
}

// cancelOf cancels messages of a person that are Queued, and returns how many.
func (c *changes) cancelOf(ctx context.Context, p *Subject) (n int, err error) {
	query, args := p.of(c.db, "m.id", " AND m.status = 'Queued'"+
		" AND EXISTS (SELECT 1 FROM outgoing_messages o WHERE o.firm_id = m.firm_id AND o.id = m.id AND o.state = 'Queued')")
	ids, err := db.All[uuid.UUID](c.db.InFirm(ctx), "SELECT id FROM ("+query+") AS found LIMIT 500", args...)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	messages, err := c.byID(ctx, ids)
	if err != nil {
		return 0, err
	}
	for _, m := range messages {
		if m.queued == nil || m.queued.State != outgoing.Queued {
			continue // A program has reported it as Queued.
		}
		n++
		if err := c.set(m, message.StatusCancelled, c.now, failure{}, func() error { return c.release(m) }); err != nil {
			return 0, err
		}
	}
	return n, c.save(ctx, maps.Values(messages))
}

// forgotten is a message before it is forgotten.
type forgotten struct {
	ID         uuid.UUID
	At         time.Time
	PersonKey  string     `sql:"person_key"`
	ProviderID string     `sql:"provider_message_id"`
	MediaID    *uuid.UUID `sql:"media_id"`
	ThreadID   *uuid.UUID `sql:"conversation_id"`
}

// forget forgets messages that are not in the queue, and returns the files that no message has any
// more.
func (c *changes) forget(
	ctx context.Context, firm uuid.UUID, p *Subject, names func(string) bool,
) (more bool, media []uuid.UUID, err error) {
	own, _ := c.db.Among("m.person_key", 3, p.Keys) // an argument of the query, too
	query, args := p.of(c.db, "m.id, m.occurred_at AS at, m.person_key, m.provider_message_id, m.media_id, m.conversation_id",
		" AND NOT EXISTS (SELECT 1 FROM outgoing_messages o WHERE o.firm_id = m.firm_id AND o.id = m.id) AND (m.phone IS NOT NULL"+
			" OR m.address IS NOT NULL OR m.body IS NOT NULL OR m.subject IS NOT NULL OR m.reference IS NOT NULL OR m.error_text IS NOT NULL"+
			" OR m.media_id IS NOT NULL OR "+own+")")
	all, err := db.All[*forgotten](c.db.InFirm(ctx), "SELECT * FROM ("+query+") AS found LIMIT 500", args...)
	if err != nil {
		return false, nil, err
	}
	seen := map[uuid.UUID]bool{}
	for _, m := range all {
		if m.MediaID != nil && !seen[*m.MediaID] {
			seen[*m.MediaID] = true
			media = append(media, *m.MediaID)
		}
		if m.ThreadID != nil {
			c.entered(*m.ThreadID, m.ID, m.At)
		}
		if err := c.forgetOne(ctx, firm, p, m, names); err != nil {
			return false, nil, err
		}
	}
	unused, err := c.unused(ctx, media)
	return len(all) == forgottenAtOnce, unused, err
}

func (c *changes) forgetOne(ctx context.Context, firm uuid.UUID, p *Subject, m *forgotten, names func(string) bool) error {
	key, providerID := m.PersonKey, m.ProviderID
	for _, own := range p.Keys {
		if key == own {
			key = c.db.Pseudonym(firm, own)
		}
	}
	// The ids of WhatsApp contain the number.
	if names(providerID) || strings.HasPrefix(providerID, "wamid.") {
		providerID = m.ID.String()
	}
	err := c.db.InFirm(ctx).Later(`
UPDATE messages SET phone = NULL, address = NULL, body = NULL, subject = NULL, reference = NULL, error_text = NULL, media_id = NULL,
  person_key = $4, provider_message_id = $5 WHERE firm_id = $1 AND occurred_at = $2 AND id = $3`, m.At, m.ID, key, providerID)
	if err != nil {
		return err
	}
	// A reference is that of a request to send, which nobody repeats for somebody who was erased.
	return c.db.InFirm(ctx).Later(
		"UPDATE message_keys SET provider_message_id = $3, reference = NULL, request = NULL WHERE firm_id = $1 AND id = $2", m.ID, providerID)
}

// unused returns those of the files that no message has.
func (c *changes) unused(ctx context.Context, media []uuid.UUID) ([]uuid.UUID, error) {
	if len(media) == 0 {
		return nil, nil
	}
	among, list := c.db.AmongIDs("f.id", 2, media)
	return db.All[uuid.UUID](c.db.InFirm(ctx), "SELECT f.id FROM message_media f WHERE f.firm_id = $1 AND "+among+
		" AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.firm_id = f.firm_id AND m.media_id = f.id)", list)
}

// forgetCounts moves the counts of a person key to its pseudonym. Messages that the person has
// sent since are counted there, too. Those of an earlier time zone are deleted, since nothing reads
// them.
func (c *changes) forgetCounts(ctx context.Context, key, pseudonym string) error {
	const ofPerson = " AND key = $3 AND kind IN ('Person', 'PersonMonth', 'PersonHalf')"
	if err := c.db.InFirm(ctx).Delete("message_counts", "version < $2"+ofPerson, c.clock.Version, key); err != nil {
		return err
	}
	_, err := c.db.InFirm(ctx).Exec(
		"UPDATE message_counts SET phone = '' WHERE firm_id = $1 AND version >= $2"+ofPerson, c.clock.Version, key)
	if err != nil {
		return err
	}
	c.tally.movePerson(key, pseudonym)
	var oldest *time.Time
	_, err = c.db.InFirm(ctx).Row([]any{&oldest}, "SELECT created_at FROM firms WHERE id = $1")
	if err != nil || oldest == nil {
		return err
	}
	return c.movePerson(ctx, key, pseudonym, *oldest)
}

// Deleted is a file of messages that was deleted.
type Deleted struct {
	// Key is where the content is, or "". Source is the uploaded file of which it is a copy, or
	// nil.
	Key    string
	Source *uuid.UUID
}

// DeleteMedia deletes a file of the firm of ctx that no message has. The caller drops the content.
// Only the server calls it.
func (m *Manager) DeleteMedia(ctx context.Context, id uuid.UUID) (of Deleted, err error) {
	// A SELECT before could miss the content of a file that is fetched just then.
	_, err = m.db.InFirm(ctx).Row([]any{&of.Source, &of.Key},
		"DELETE FROM message_media WHERE firm_id = $1 AND id = $2 RETURNING file_id, blob_key", id)
	return of, err
}

package privacy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The sections whose rows are found by an index.
var (
	contactSection = section{"contact", "contacts", []string{
		"id:id", "first_name", "last_name", "gender", "is_active:bool", "profile_pic", "created_at:time", "updated_at:time", "deleted_at:time",
	}}
	phoneSection = section{"phones", "contact_phones", []string{"phone", "e164", "type:int", "is_primary:bool"}}
	emailSection = section{"emails", "contact_emails", []string{"email", "type:int", "is_primary:bool"}}
	placeSection = section{"addresses", "contact_addresses", []string{
		"type:int", "line1", "line2", "landmark", "city", "state", "country", "pin_code",
	}}
	userSection    = section{"identities", "contact_identities", []string{"kind", "value", "created_at:time"}}
	messageSection = section{"messages", "messages", []string{
		"id:id", "occurred_at:time", "direction", "phone", "address", "address_kind", "category", "template_name", "campaign", "subject", "body",
		"status", "sent_at:time", "delivered_at:time", "read_at:time", "failed_at:time", "error_code", "error_text", "provider_code",
		"provider_message_id", "reference", "price:int", "charge", "channel_id:id", "conversation_id:id", "campaign_id:id", "media_id:id",
	}}
	queueSection = section{"queuedMessages", "outgoing_messages", []string{
		"id:id", "state", "due_at:time", "expires_at:time", "attempts:int", "content:json",
	}}
	mediaSection = section{"media", "message_media", []string{
		"id:id", "file_id:id", "content_type", "name", "size:int", "status", "used_at:time", "origin:json",
	}}
	threadSection = section{"conversations", "conversations", []string{
		"id:id", "channel_id:id", "address", "address_kind", "status", "assigned_to:id", "unread:int", "inbound_at:time", "active_at:time",
		"created_at:time",
	}}
	noteSection = section{"notes", "conversation_notes", []string{
		"id:id", "conversation_id:id", "at:time", "author", "body", "reference",
	}}
	recipientSection = section{"campaignRecipients", "campaign_recipients", []string{
		"id:id", "campaign_id:id", "address", "address_kind", "parameters:json", "state", "reason", "price:int", "due_at:time", "message_id:id",
	}}
	countSection = section{"messageCounts", "message_counts", []string{
		"kind", "day:int", "sent:int", "received:int", "delivered:int", "read:int", "failed:int", "phone", "last_at:time",
	}}
	tagSection  = section{"tags", "tags", []string{"name"}}
	fileSection = section{"files", "files", []string{"id:id", "name", "content_type", "size:int", "created_at:time"}}
)

// statement is an entry of consent in the export.
type statement struct {
	ID       uuid.UUID `json:"id"`
	Address  string    `json:"address"`
	Kind     string    `json:"addressKind"`
	State    string    `json:"state"`
	Source   string    `json:"source"`
	Evidence string    `json:"evidence"`
	At       any       `json:"at"`
	By       string    `json:"by"`
}

// Export returns all that the viewer's firm keeps about a contact, as one JSON document, or
// NotFound. An entry of the audit log says that it was read. It returns TooManyRequests if the firm
// has exported many contacts in the last minute. It has a transaction of its own: the search reads
// all rows of the firm, and must not keep others from writing meanwhile.
func (m *Manager) Export(ctx context.Context, id uuid.UUID) (_ json.RawMessage, err error) {
	defer fault.Wrap(&err, "privacy.Export")
	now := entity.Now()
	if err := m.exports.Take(now, viewer.From(ctx).FirmID); err != nil {
		return nil, err
	}
	p, err := m.find(ctx, id, now)
	if err != nil {
		return nil, err
	}
	if p.Erased {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	document, err := m.document(ctx, p)
	if err != nil {
		return nil, err
	}
	document["exportedAt"] = now
	encoded, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encode what is kept about a contact: %w", err)
	}
	return encoded, m.db.Tx(ctx, func(ctx context.Context) error {
		return audit.Record(ctx, m.db, audit.Change{
			Action: exported, Target: audit.Target{Type: "contact", ID: &id}, After: done{Exported: true},
		})
	})
}

func (m *Manager) document(ctx context.Context, p *person) (record, error) {
	document, err := m.contact(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	copies := make([]record, len(p.Copies))
	for i, id := range p.Copies {
		if copies[i], err = m.contact(ctx, id); err != nil {
			return nil, err
		}
	}
	document["deletedCopies"] = copies
	keys, list := m.db.Among("t.key", 2, p.subject().Keys)
	document[countSection.name], err = countSection.rows(ctx, m.db,
		keys+" AND t.kind IN ('Person', 'PersonMonth', 'PersonHalf') ORDER BY t.day, t.kind", list)
	if err != nil {
		return nil, err
	}
	for _, read := range []func(context.Context, *person, record) error{m.addConversations, m.addMessages, m.addConsent, m.addMentions} {
		if err := read(ctx, p, document); err != nil {
			return nil, err
		}
	}
	return document, nil
}

// contact returns a contact with its parts, and as a recipient of campaigns.
func (m *Manager) contact(ctx context.Context, id uuid.UUID) (record, error) {
	contacts, err := contactSection.rows(ctx, m.db, "t.id = $2", id)
	if err != nil {
		return nil, err
	}
	if len(contacts) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	of := record{contactSection.name: contacts[0]}
	for _, part := range []struct {
		*section

		condition string
	}{
		{&phoneSection, "t.contact_id = $2 ORDER BY t.position"},
		{&emailSection, "t.contact_id = $2 ORDER BY t.position"},
		{&placeSection, "t.contact_id = $2 ORDER BY t.position"},
		{&userSection, "t.contact_id = $2 ORDER BY t.id"},
		{&recipientSection, "t.contact_id = $2 ORDER BY t.id"},
		{&tagSection, "t.id IN (SELECT tag_id FROM contact_tags WHERE firm_id = $1 AND contact_id = $2) ORDER BY t.name"},
	} {
		if of[part.name], err = part.rows(ctx, m.db, part.condition, id); err != nil {
			return nil, err
		}
	}
	return of, nil
}

func (m *Manager) addConversations(ctx context.Context, p *person, document record) (err error) {
	if document[threadSection.name], err = threadSection.byIDs(ctx, m.db, "id", p.Conversations); err != nil {
		return err
	}
	document[noteSection.name], err = noteSection.byIDs(ctx, m.db, "conversation_id", p.Conversations)
	return err
}

// addMessages adds the messages with their files, and what of them is in the queue.
func (m *Manager) addMessages(ctx context.Context, p *person, document record) error {
	refs, err := messaging.RefsOf(ctx, m.db, p.subject())
	if err != nil {
		return err
	}
	messages := []record{}
	var ids, media []uuid.UUID
	for _, ref := range refs {
		ids = append(ids, ref.ID)
		if ref.MediaID != nil {
			media = append(media, *ref.MediaID)
		}
	}
	for from := 0; from < len(refs); from += db.MaxIDs {
		to := min(from+db.MaxIDs, len(refs))
		among, list := m.db.AmongIDs("t.id", 4, ids[from:to])
		// The times limit the partitions that are read.
		rows, err := messageSection.rows(ctx, m.db, "t.occurred_at >= $2 AND t.occurred_at <= $3 AND "+among+" ORDER BY t.occurred_at, t.id",
			refs[from].OccurredAt, refs[to-1].OccurredAt, list)
		if err != nil {
			return err
		}
		messages = append(messages, rows...)
	}
	document[messageSection.name] = messages
	if document[queueSection.name], err = queueSection.byIDs(ctx, m.db, "id", ids); err != nil {
		return err
	}
	document[mediaSection.name], err = mediaSection.byIDs(ctx, m.db, "id", media)
	return err
}

func (m *Manager) addConsent(ctx context.Context, p *person, document record) error {
	entries, err := consent.Of(ctx, m.db, p.addresses())
	all := make([]statement, len(entries))
	for i, e := range entries {
		all[i] = statement{e.ID, e.Address, string(e.Kind), string(e.State), string(e.Source), e.Evidence, e.At, e.By}
	}
	document["consent"] = all
	return err
}

// addMentions adds what names the person in other tables, and the files that do.
func (m *Manager) addMentions(ctx context.Context, p *person, document record) error {
	names := p.names()
	for _, table := range mentioning() {
		ids, err := table.all(ctx, m.db, names)
		if err != nil {
			return err
		}
		if document[table.name], err = table.byIDs(ctx, m.db, "id", ids); err != nil {
			return fmt.Errorf("read %s: %w", table.table, err)
		}
	}
	var ids []uuid.UUID
	for at := (&part{}); ; {
		var err error
		if at, err = m.nextPart(ctx, p, names, at.file, at.next); err != nil {
			return err
		}
		if at == nil {
			break
		}
		if at.about {
			ids = append(ids, at.file)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	var err error
	document[fileSection.name], err = fileSection.byIDs(ctx, m.db, "id", ids)
	return err
}

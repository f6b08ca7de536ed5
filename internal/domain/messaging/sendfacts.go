package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// facts are what the database knows of the messages of requests to send.
type facts struct {
	channels map[uuid.UUID]*sender
	// addresses are the primary addresses of contacts, and contacts the oldest contacts with an
	// address, by the key of the address.
	addresses map[uuid.UUID]Reachable
	contacts  map[string]uuid.UUID
	// references are the messages that were accepted before, by their references.
	references map[string]reference
	// answered are the messages that others answer.
	answered map[uuid.UUID]answered
	// wrote are the people who have written within the last 24 hours, as programs say or to a
	// channel, by the id of the channel and their keys.
	wrote map[uuid.UUID]map[string]bool
	// book has the conversations with the addresses.
	book *conversation.Book
	// rules are those of consent.
	rules consent.Rules
	// templates are those with the names in the requests, and signature is what mails of marketing
	// templates end with.
	templates map[string][]*template.InUse
	signature string
	// hasLinks reports whether providers can get files from this server.
	hasLinks bool
}

// sender is a channel as far as accepting messages needs it.
type sender struct {
	id                 uuid.UUID
	kind               provider.Kind
	isDefault, deleted bool
}

// reference is a message with a reference.
type reference struct {
	Reference string
	ID        uuid.UUID
	Request   []byte
	Status    string
	Price     money.Amount
}

// answered is a message that another one answers.
type answered struct {
	ID         uuid.UUID
	ProviderID string `sql:"provider_message_id"`
	PersonKey  string `sql:"person_key"`
}

// look reads the facts of the items, and finds their channels and addresses.
func (b *sendBatch) look(ctx context.Context, items []*sendItem) (err error) {
	var (
		named, answers []uuid.UUID
		phones, emails []string
		users          []string
		references     []string
	)
	for _, it := range items {
		switch in := it.input; {
		case in.ContactID != nil:
			named = append(named, *in.ContactID)
		case it.named.Kind == provider.Phone:
			phones = append(phones, it.named.Key)
		case it.named.Kind == provider.EmailAddress:
			emails = append(emails, it.named.Key)
		case it.named.Kind == provider.WhatsAppUser:
			users = append(users, it.named.Key)
		}
		if it.input.ReplyTo != nil {
			answers = append(answers, *it.input.ReplyTo)
		}
		if it.input.Reference != nil {
			references = append(references, *it.input.Reference)
		}
	}
	f := &b.facts
	if f.channels, err = readSenders(ctx, b.db); err != nil {
		return err
	}
	if f.addresses, err = ReadReachable(ctx, b.db, named); err != nil {
		return err
	}
	matches, err := contact.Oldest(ctx, b.db, uuid.Nil, contact.Keys{Phones: unique(phones), Emails: unique(emails)}, nil)
	if err != nil {
		return err
	}
	f.contacts = make(map[string]uuid.UUID, len(matches))
	for _, match := range matches {
		f.contacts[match.Key] = match.ID
	}
	identities, err := contact.Identities(ctx, b.db, unique(users))
	if err != nil {
		return err
	}
	for user, identity := range identities {
		f.contacts[user] = identity.ContactID
	}
	if f.references, err = readReferences(ctx, b.db, unique(references)); err != nil {
		return err
	}
	if f.answered, err = readAnswered(ctx, b.db, answers); err != nil {
		return err
	}
	if err := b.readTemplates(ctx, items); err != nil {
		return err
	}
	for _, it := range items {
		it.rejected = f.find(it)
	}
	return b.people(ctx, items)
}

// people reads the conversations, who has written, and who has opted out.
func (b *sendBatch) people(ctx context.Context, items []*sendItem) (err error) {
	var (
		keys      []string
		addresses []consent.Address
	)
	for _, it := range items {
		if it.rejected != nil {
			continue
		}
		keys = append(keys, it.address.Key)
		addresses = append(addresses, it.address)
	}
	if b.facts.rules, err = consent.ReadRules(ctx, b.db, addresses); err != nil {
		return err
	}
	if b.facts.book, err = conversation.ReadBook(ctx, b.db, unique(keys)); err != nil {
		return err
	}
	windowed := map[uuid.UUID][]string{}
	for _, it := range items {
		if it.rejected != nil {
			continue
		}
		thread := b.facts.book.Of(it.channel.id, it.address.Key)
		if thread != nil && it.contactID == nil {
			it.contactID = thread.ContactID
		}
		// A program may report what has arrived, which is in no conversation.
		if it.channel.kind == provider.WhatsApp && !thread.IsOpen(b.now) {
			windowed[it.channel.id] = append(windowed[it.channel.id], it.personKey())
		}
	}
	b.facts.wrote = map[uuid.UUID]map[string]bool{}
	for channel, people := range windowed {
		if b.facts.wrote[channel], err = wrote(ctx, b.db, channel, unique(people), b.now.Add(-conversation.Window)); err != nil {
			return err
		}
	}
	return nil
}

// wrote returns those of the people who have written after a time, to a channel or as a program
// says, which knows of none.
func wrote(ctx context.Context, d *db.DB, channel uuid.UUID, keys []string, after time.Time) (map[string]bool, error) {
	table, list := d.TableOf(2, keys)
	found, err := db.All[string](d.InFirm(ctx), `
SELECT k.key FROM `+table+` AS k
WHERE (
  SELECT 1 FROM messages m WHERE m.firm_id = $1 AND m.person_key = k.key AND m.occurred_at > $3 AND m.direction = 'Inbound'
    AND (m.channel_id IS NULL OR m.channel_id = $4) LIMIT 1) IS NOT NULL`, list, after, channel)
	people := make(map[string]bool, len(found))
	for _, key := range found {
		people[key] = true
	}
	return people, err
}

func readSenders(ctx context.Context, d *db.DB) (map[uuid.UUID]*sender, error) {
	rows, err := db.All[struct {
		ID        uuid.UUID
		Kind      string
		IsDefault bool `sql:"is_default"`
		Deleted   bool
	}](d.InFirm(ctx), "SELECT id, kind, is_default, deleted_at IS NOT NULL AS deleted FROM channels WHERE firm_id = $1")
	found := make(map[uuid.UUID]*sender, len(rows))
	for _, row := range rows {
		found[row.ID] = &sender{row.ID, provider.Kind(row.Kind), row.IsDefault, row.Deleted}
	}
	return found, err
}

func readReferences(ctx context.Context, d *db.DB, texts []string) (map[string]reference, error) {
	found := make(map[string]reference, len(texts))
	if len(texts) == 0 {
		return found, nil
	}
	among, list := d.Among("k.reference", 2, texts)
	rows, err := db.All[reference](d.InFirm(ctx), `
SELECT k.reference, k.id, k.request, m.status, coalesce(m.price, 0) AS price
FROM message_keys k`+keyed(d)+`WHERE k.firm_id = $1 AND `+among, list)
	for _, row := range rows {
		found[row.Reference] = row
	}
	return found, err
}

func readAnswered(ctx context.Context, d *db.DB, ids []uuid.UUID) (map[uuid.UUID]answered, error) {
	found := make(map[uuid.UUID]answered, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	among, list := d.AmongIDs("k.id", 2, ids)
	rows, err := db.All[answered](d.InFirm(ctx), `
SELECT m.id, m.provider_message_id, m.person_key FROM message_keys k`+keyed(d)+`WHERE k.firm_id = $1 AND `+among, list)
	for _, row := range rows {
		found[row.ID] = row
	}
	return found, err
}

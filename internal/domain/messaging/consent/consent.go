// Package consent keeps what people have consented to: whether an address may get marketing
// messages of a firm, over all channels of that address.
//
// Each statement of a firm is an entry in its ledger. Entries are only added, and each has the hash
// of the entry before it, so that [Verify] finds one that was changed. The last entry
// of an address is in force. It stays in force when a person is erased: a keyed hash then takes the
// place of the address, and is found by the address if that comes again.
package consent

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/viewer"
)

// State is what an address has consented to.
type State string

// The states.
const (
	OptedIn  State = "OptedIn"
	OptedOut State = "OptedOut"
	// Suppressed is the state of a mail address that the server of its recipient refuses for good.
	Suppressed State = "Suppressed"
)

// Source is where a firm knows a state from.
type Source string

// The sources.
const (
	FromAPI    Source = "Api"    // a person or program entered it
	FromImport Source = "Import" // the column optIn of an imported file
	FromWord   Source = "Word"   // a word in a message of the person
	// FromPreference is a setting of the person at the provider.
	FromPreference Source = "Preference"
	// FromLink is the link in a mail by which its recipient ends further ones.
	FromLink Source = "Link"
	// FromProvider is a refusal of a message, by which the provider says that the person has opted
	// out.
	FromProvider Source = "Provider"
)

// Entry is an entry of the ledger.
type Entry struct {
	ID       uuid.UUID
	Address  string
	Kind     provider.AddressKind
	State    State
	Source   Source
	Evidence string
	At       time.Time
	// By is the e-mail address of the user or the name of the API client who made the entry.
	By string

	number    int64
	key       string
	saidAt    time.Time // set for an entry that is added
	actorKind string
	actorID   *uuid.UUID
	hash      []byte
	// seal is set once the address was erased: see [Erase].
	seal []byte
}

// columns are the columns of an entry, in the order of [Entry.into].
const columns = "e.id, e.address, e.kind, e.state, e.source, e.evidence, e.at, e.actor_name, e.number, e.address_key, " +
	"e.actor_kind, e.actor_id, e.hash, e.seal"

func (e *Entry) into() []any {
	return []any{
		&e.ID, &e.Address, (*string)(&e.Kind), (*string)(&e.State), (*string)(&e.Source), &e.Evidence, &e.At, &e.By, &e.number, &e.key,
		&e.actorKind, &e.actorID, &e.hash, &e.seal,
	}
}

// read returns the entries that a query in the firm of the context selects.
func read(ctx context.Context, d *db.DB, query string, args ...any) (entries []*Entry, err error) {
	rows, err := d.InFirm(ctx).Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		e := &Entry{}
		if err := rows.Scan(e.into()...); err != nil {
			return nil, err
		}
		e.At = e.At.UTC()
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

// nameOf returns the name of who makes an entry: the e-mail address of a user, or the name of an
// API client.
func nameOf(ctx context.Context, d *db.DB) (string, error) {
	switch v := viewer.From(ctx); v.Kind {
	case viewer.User:
		return v.Email, nil
	case viewer.APIClient:
		return audit.APIClientName(ctx, d, v)
	case viewer.System, viewer.Anonymous:
	}
	return "firmhub", nil
}

// actor sets what kind of actor makes the entry, and its id.
func (e *Entry) actor(v *viewer.Viewer) {
	switch v.Kind {
	case viewer.User:
		e.actorKind, e.actorID = string(auditentry.ActorKindUser), &v.UserID
	case viewer.APIClient:
		e.actorKind, e.actorID = string(auditentry.ActorKindApiClient), &v.APIClientID
	case viewer.System, viewer.Anonymous:
		e.actorKind = string(auditentry.ActorKindSystem)
	}
}

package consent

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// statement is what is said of addresses.
type statement struct {
	state    State
	source   Source
	evidence string
	// saidAt is when it was said, by the provider's time, or zero for now.
	saidAt time.Time
	// changes reports whether an address with the present entry, which is nil without any, gets
	// another one.
	changes func(present *Entry) bool
}

// lock makes other transactions that add entries of the firm of ctx wait until this one ends. What
// decides whether an entry is added is read after it.
func lock(ctx context.Context, d *db.DB) error {
	firm, err := scope.Firm(ctx, "Consent")
	if err != nil {
		return err
	}
	return d.Lock(ctx, "consent", firm)
}

// add adds an entry for each address that the statement changes, in the transaction of the context.
// It returns the entries then in force, in the order of the addresses. Another transaction that
// adds entries of the firm waits until this one ends.
func (s *statement) add(ctx context.Context, d *db.DB, addresses []Address) ([]*Entry, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	firm, err := scope.Firm(ctx, "Consent")
	if err != nil {
		return nil, err
	}
	if err := lock(ctx, d); err != nil {
		return nil, err
	}
	before, err := last(ctx, d)
	if err != nil {
		return nil, err
	}
	present, err := inForce(ctx, d, addresses)
	if err != nil {
		return nil, err
	}
	by, err := nameOf(ctx, d)
	if err != nil {
		return nil, err
	}
	now := entity.Now()
	if before.At.After(now) {
		now = before.At // the clock went back
	}
	var added []*Entry
	result := make([]*Entry, len(addresses))
	for i, address := range addresses {
		entry := present[address.Key]
		if s.changes(entry) {
			entry = s.entry(ctx, address, now)
			entry.By = by
			entry.number = before.number + 1
			entry.hash = entry.sum(before.hash, firm)
			added, before, present[address.Key] = append(added, entry), entry, entry
		}
		result[i] = entry
	}
	if err := insert(ctx, d, firm, added); err != nil || s.source == FromImport {
		return result, err
	}
	return result, raise(ctx, d, added)
}

// awaitCalls makes the transaction of ctx return only once no message to the addresses, which it
// opts out, is about to be called: a message that is claimed was checked before.
func awaitCalls(ctx context.Context, d *db.DB, addresses []Address) {
	db.AfterCommit(ctx, func(ctx context.Context) error {
		return outgoing.AwaitCalls(ctx, d, func(to provider.Address) bool {
			key := OfRecipient(to).Key
			return slices.ContainsFunc(addresses, func(address Address) bool { return address.Key == key })
		})
	})
}

func (s *statement) entry(ctx context.Context, address Address, at time.Time) *Entry {
	e := &Entry{
		ID: entity.NewID(), Address: address.Value, Kind: address.Kind, State: s.state, Source: s.source, Evidence: s.evidence,
		At: at, key: address.Key, saidAt: s.saidAt,
	}
	if e.saidAt.IsZero() {
		e.saidAt = at
	}
	e.actor(viewer.From(ctx))
	return e
}

// last returns the last entry of the firm. Without any it is the zero entry with a hash of zeros.
func last(ctx context.Context, d *db.DB) (*Entry, error) {
	e := &Entry{hash: make([]byte, sha256.Size)}
	_, err := d.InFirm(ctx).Row(e.into(), "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 ORDER BY e.number DESC LIMIT 1")
	return e, err
}

// inForce returns the entries that are in force for the addresses, by their keys. They may be those
// of a person with the address who was erased.
func inForce(ctx context.Context, d *db.DB, addresses []Address) (map[string]*Entry, error) {
	keys, err := keysOf(ctx, d, addresses)
	if err != nil {
		return nil, err
	}
	among, list := d.Among("c.address_key", 2, keys.all)
	entries, err := read(ctx, d, `
SELECT `+columns+` FROM consents c JOIN consent_entries e ON e.firm_id = c.firm_id AND e.number = c.number
WHERE c.firm_id = $1 AND e.firm_id = $1 AND `+among, list)
	if err != nil {
		return nil, fmt.Errorf("read the states of addresses: %w", err)
	}
	found := make(map[string]*Entry, len(entries))
	for _, entry := range entries {
		key := keys.of(entry)
		if other := found[key]; other == nil || other.number < entry.number {
			found[key] = entry
		}
	}
	return found, nil
}

var stateColumns = []string{"id", "firm_id", "address_key", "state", "number", "said_at"}

// putState makes an entry the one in force.
const putState = " ON CONFLICT (firm_id, address_key)" +
	" DO UPDATE SET state = excluded.state, number = excluded.number, said_at = excluded.said_at"

func insert(ctx context.Context, d *db.DB, firm uuid.UUID, added []*Entry) error {
	err := d.InFirm(ctx).Insert("consent_entries", []string{
		"id", "firm_id", "number", "address", "address_key", "kind", "state", "source", "evidence", "at", "actor_kind", "actor_id", "actor_name",
		"hash",
	}, len(added), func(i int) []any {
		e := added[i]
		return []any{
			e.ID, firm, e.number, e.Address, e.key, string(e.Kind), string(e.State), string(e.Source), e.Evidence, e.At, e.actorKind, e.actorID,
			e.By, e.hash,
		}
	})
	if err != nil {
		return fmt.Errorf("add entries of consent: %w", err)
	}
	err = d.InFirm(ctx).Insert("consents", stateColumns, len(added), func(i int) []any {
		e := added[i]
		return []any{entity.NewID(), firm, e.key, string(e.State), e.number, e.saidAt}
	}, db.OnConflict(putState))
	if err != nil {
		return fmt.Errorf("store the states of addresses: %w", err)
	}
	return nil
}

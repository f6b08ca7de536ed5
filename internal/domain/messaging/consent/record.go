package consent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Said is what a person has said by a message, or a provider about an address.
type Said struct {
	Address Address
	State   State
	Source  Source
	// Word is the word of the person, or the code of the provider.
	Word string
	// Channel is the channel by which the firm learned it, and Message the message of the person,
	// or the zero id.
	Channel, Message uuid.UUID
	// At is when it was said, by the provider's time.
	At time.Time
}

// evidence names the channel, since carriers stop every message of the number that was told to
// stop.
func (s *Said) evidence() string { return s.Word + " by channel " + s.Channel.String() }

// Record adds what was said, in order, to the ledger of the firm of ctx, in the transaction of the
// context, and returns what has changed a state. What is said again adds nothing. Only a person who
// has opted out by a word can lift that by one, and by none that was said earlier: events of
// providers are repeated and overtake each other. Only the server calls Record.
func Record(ctx context.Context, d *db.DB, all []Said) (changed []Said, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	if err := lock(ctx, d); err != nil {
		return nil, err
	}
	for _, said := range all {
		before, err := lastSaid(ctx, d, said.Address)
		if err != nil {
			return nil, err
		}
		latest := said.At
		if before != nil && before.After(latest) {
			latest = *before
		}
		if said.State == OptedIn && latest.After(said.At) {
			continue
		}
		var isAdded, isNew bool
		add := &statement{state: said.State, source: said.Source, evidence: said.evidence(), saidAt: latest, changes: func(present *Entry) bool {
			isAdded, isNew = said.adds(present)
			return isAdded
		}}
		if _, err := add.add(ctx, d, []Address{said.Address}); err != nil {
			return nil, err
		}
		if !isAdded && latest.Equal(said.At) {
			if err := saidAgain(ctx, d, said.Address, latest); err != nil {
				return nil, err
			}
		}
		if isNew {
			changed = append(changed, said)
		}
	}
	return changed, nil
}

// adds reports whether what was said adds an entry to the present one, and whether that changes the
// state.
func (s *Said) adds(present *Entry) (isAdded, isNew bool) {
	if s.State == OptedIn {
		lifts := present != nil && present.State == OptedOut
		return lifts, lifts
	}
	isNew = present == nil || present.State != s.State
	return isNew || present.Evidence != s.evidence(), isNew
}

// lastSaid returns when something was last said of an address that has a state: by the provider's
// time, or that of this server for what came another way.
func lastSaid(ctx context.Context, d *db.DB, address Address) (at *time.Time, err error) {
	keys, err := keysOf(ctx, d, []Address{address})
	if err != nil {
		return nil, err
	}
	among, list := d.Among("address_key", 2, keys.all)
	_, err = d.InFirm(ctx).Row([]any{&at}, "SELECT said_at FROM consents WHERE firm_id = $1 AND "+among+" ORDER BY number DESC LIMIT 1", list)
	return at, err
}

// saidAgain stores when something that adds no entry was said of an address.
func saidAgain(ctx context.Context, d *db.DB, address Address, at time.Time) error {
	keys, err := keysOf(ctx, d, []Address{address})
	if err != nil {
		return err
	}
	among, list := d.Among("address_key", 2, keys.all)
	_, err = d.InFirm(ctx).Exec("UPDATE consents SET said_at = $3 WHERE firm_id = $1 AND "+among, list, at)
	return err
}

// The errors of messages that consent refuses, beside [provider.OptedOut].
const (
	NotOptedIn       provider.ErrorCode = "NotOptedIn"
	SuppressedByMail provider.ErrorCode = "Suppressed"
)

// Rules are what the firm requires, and what addresses have consented to.
type Rules struct {
	requireOptIn bool
	inForce      map[string]*Entry
	// refusals are the entries of addresses since they last opted in, by which they get even less
	// than their state says.
	refusals map[string][]*Entry
}

// ReadRules returns the rules of the firm of ctx for the addresses.
func ReadRules(ctx context.Context, d *db.DB, addresses []Address) (r Rules, err error) {
	if len(addresses) == 0 {
		return r, nil
	}
	if _, err := d.InFirm(ctx).Row([]any{&r.requireOptIn}, "SELECT require_opt_in FROM firms WHERE id = $1"); err != nil {
		return r, err
	}
	if r.inForce, err = inForce(ctx, d, addresses); err != nil {
		return r, err
	}
	var refusing []Address
	for _, address := range addresses {
		if entry := r.inForce[address.Key]; entry != nil && entry.State != OptedIn {
			refusing = append(refusing, address)
		}
	}
	r.refusals, err = refusals(ctx, d, refusing)
	return r, err
}

// refusals returns the entries since the last OptedIn of the addresses that say more than OptedOut:
// what a person told a channel, and that a mail server refuses the address. A later entry, from
// another source, does not lift them.
func refusals(ctx context.Context, d *db.DB, addresses []Address) (map[string][]*Entry, error) {
	if len(addresses) == 0 {
		return nil, nil //nolint:nilnil // There are none.
	}
	keys, err := keysOf(ctx, d, addresses)
	if err != nil {
		return nil, err
	}
	among, list := d.Among("e.address_key", 2, keys.all)
	entries, err := read(ctx, d, "SELECT "+columns+` FROM consent_entries e
WHERE e.firm_id = $1 AND `+among+` AND (e.state IN ('Suppressed', 'OptedIn') OR e.source IN ('Word', 'Provider'))
ORDER BY e.number`, list)
	if err != nil {
		return nil, fmt.Errorf("read the refusals of addresses: %w", err)
	}
	found := map[string][]*Entry{}
	for _, entry := range entries {
		key := keys.of(entry)
		if entry.State == OptedIn {
			delete(found, key)
		} else {
			found[key] = append(found[key], entry)
		}
	}
	return found, nil
}

// Refusal returns why an address gets no message: marketing or another one, by SMS or not, from
// this channel. It is "" if the message may be sent. A person who told a number for SMS to stop
// gets nothing from it, and an address that is suppressed gets nothing, until it is opted in.
func (r Rules) Refusal(address Address, marketing, sms bool, channel uuid.UUID) provider.ErrorCode {
	entry := r.inForce[address.Key]
	switch {
	case entry == nil:
		if marketing && r.requireOptIn {
			return NotOptedIn
		}
	case slices.ContainsFunc(r.refusals[address.Key], func(e *Entry) bool { return e.State == Suppressed }):
		return SuppressedByMail
	case entry.State == OptedOut && marketing,
		sms && slices.ContainsFunc(r.refusals[address.Key], func(e *Entry) bool { return e.toldToStop(channel) }):
		return provider.OptedOut
	}
	return ""
}

// toldToStop reports whether the person, or the carrier for the person, told the channel to stop.
func (e *Entry) toldToStop(channel uuid.UUID) bool {
	said := Said{Channel: channel}
	return e.State == OptedOut && (e.Source == FromWord || e.Source == FromProvider) && strings.HasSuffix(e.Evidence, said.evidence())
}

// OptOutWords returns the own words of the firm of ctx.
func OptOutWords(ctx context.Context, d *db.DB) (words []string, err error) {
	var encoded []byte
	found, err := d.InFirm(ctx).Row([]any{&encoded}, "SELECT opt_out_words FROM firms WHERE id = $1")
	if err != nil || !found || len(encoded) == 0 {
		return nil, err
	}
	if err := json.Unmarshal(encoded, &words); err != nil {
		return nil, fmt.Errorf("read the words to opt out: %w", err)
	}
	return words, nil
}

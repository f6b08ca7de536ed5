package consent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

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
	// Channel is the channel by which the firm learned it, and Message the message of the person, or
	// the zero id.
	Channel, Message uuid.UUID
}

// evidence names the channel, since carriers stop every message of the number that was told to
// stop.
func (s *Said) evidence() string { return s.Word + " by channel " + s.Channel.String() }

// Record adds what was said, in order, to the ledger of the firm of ctx, in the transaction of the
// context, and returns what has changed a state. What is said again adds nothing. Only a person who
// has opted out by a word can lift that by one. Only the server calls Record.
func Record(ctx context.Context, d *db.DB, all []Said) (changed []Said, err error) {
	for _, said := range all {
		isNew := false
		add := &statement{state: said.State, source: said.Source, evidence: said.evidence(), changes: func(present *Entry) bool {
			isNew = present == nil || present.State != said.State
			if said.State == OptedIn {
				isNew = present != nil && present.State == OptedOut
				return isNew
			}
			return isNew || present.Evidence != said.evidence()
		}}
		if _, err := add.add(ctx, d, []Address{said.Address}); err != nil {
			return nil, err
		}
		if isNew {
			changed = append(changed, said)
		}
	}
	return changed, nil
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
}

// ReadRules returns the rules of the firm of ctx for the addresses.
func ReadRules(ctx context.Context, d *db.DB, addresses []Address) (r Rules, err error) {
	if len(addresses) == 0 {
		return r, nil
	}
	if _, err := d.InFirm(ctx).Row([]any{&r.requireOptIn}, "SELECT require_opt_in FROM firms WHERE id = $1"); err != nil {
		return r, err
	}
	r.inForce, err = inForce(ctx, d, addresses)
	return r, err
}

// Refusal returns why an address gets no message: marketing or another one, by SMS or not, from
// this channel. It is "" if the message may be sent. A person who told a number for SMS to stop
// gets nothing from it.
func (r Rules) Refusal(address Address, marketing, sms bool, channel uuid.UUID) provider.ErrorCode {
	entry := r.inForce[address.Key]
	switch {
	case entry == nil:
		if marketing && r.requireOptIn {
			return NotOptedIn
		}
	case entry.State == Suppressed:
		return SuppressedByMail
	case entry.State == OptedOut && (marketing || sms && entry.toldToStop(channel)):
		return provider.OptedOut
	}
	return ""
}

// toldToStop reports whether the person, or the carrier for the person, told the channel to stop.
func (e *Entry) toldToStop(channel uuid.UUID) bool {
	said := Said{Channel: channel}
	return (e.Source == FromWord || e.Source == FromProvider) && strings.HasSuffix(e.Evidence, said.evidence())
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

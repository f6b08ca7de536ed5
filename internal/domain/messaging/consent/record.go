package consent

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Said is what a person has said by a message, or a provider about an address.
type Said struct {
	Address Address
	State   State
	Source  Source
	// Word is the word of the person, or the code of the provider.
	Word string
	// Channel is the channel by which the firm learned it.
	Channel uuid.UUID
}

// evidence names the channel, since carriers stop every message of the number that was told to
// stop.
func (s *Said) evidence() string { return s.Word + " by channel " + s.Channel.String() }

// Record adds what was said, in order, to the ledger of the firm of ctx, in the transaction of the
// context. What is said again adds nothing. Only a person who has opted out by a word can lift that
// by one. Only the server calls Record.
func Record(ctx context.Context, d *db.DB, all []Said) error {
	for _, said := range all {
		add := &statement{state: said.State, source: said.Source, evidence: said.evidence(), changes: func(present *Entry) bool {
			if said.State == OptedIn {
				return present != nil && present.State == OptedOut
			}
			return present == nil || present.State != said.State || present.Evidence != said.evidence()
		}}
		if _, err := add.add(ctx, d, []Address{said.Address}); err != nil {
			return err
		}
	}
	return nil
}

// Refusals are the addresses that have opted out of messages of a firm.
type Refusals map[string]*Entry

// Refused returns those of the addresses that have opted out, in the firm of ctx.
func Refused(ctx context.Context, d *db.DB, addresses []Address) (Refusals, error) {
	if len(addresses) == 0 {
		return Refusals{}, nil
	}
	present, err := inForce(ctx, d, addresses)
	for key, entry := range present {
		if entry.State != OptedOut {
			delete(present, key)
		}
	}
	return present, err
}

// Refuses reports whether an address gets no marketing messages, and by SMS from the channel that
// it told to stop no messages at all.
func (r Refusals) Refuses(address Address, marketing, sms bool, channel uuid.UUID) bool {
	entry := r[address.Key]
	if entry == nil || marketing {
		return entry != nil
	}
	said := Said{Channel: channel}
	bySender := slices.Contains([]Source{FromWord, FromProvider}, entry.Source)
	return sms && bySender && strings.HasSuffix(entry.Evidence, said.evidence())
}

package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/viewer"
)

// size is how much data there is.
type size struct{ contacts, messages, largest, firms, users int }

// or returns the size with the defaults of a database.
func (s size) or(dialect string) size {
	whole := size{contacts: 1_000_000, largest: 200_000, firms: 100}
	if dialect == db.SQLite {
		whole = size{contacts: 100_000, largest: 100_000, firms: 1}
	}
	if whole.users = s.users; s.users > 0 {
		whole.firms, whole.contacts = 10_000, 200_000
	}
	if s.contacts > 0 {
		whole.contacts = s.contacts
		whole.largest = min(whole.largest, s.contacts)
	}
	if whole.messages = s.messages; s.messages > 0 {
		whole.largest = s.messages
		if dialect == db.Postgres {
			whole.largest /= 5
		}
	}
	if s.largest > 0 {
		whole.largest = s.largest
	}
	if s.firms > 0 {
		whole.firms = s.firms
	}
	return whole
}

const largestName = "Largest"

// fill makes the firms with their contacts, unless they are there, and returns the largest one.
func fill(ctx context.Context, d *db.DB, s size) (uuid.UUID, error) {
	across := rule.AcrossFirms(ctx, "a benchmark fills its database")
	found, err := d.Client.Firm.Query().Where(firm.Name(largestName)).Only(across)
	if err == nil {
		return found.ID, nil
	}
	if !ent.IsNotFound(err) {
		return uuid.Nil, err
	}
	for i := range s.firms {
		name, contacts := fmt.Sprint("Firm ", i), 0
		if i > 0 {
			contacts = (s.contacts - s.largest) / (s.firms - 1)
		}
		if i == 0 {
			name, contacts = largestName, s.largest
		}
		made, err := d.Client.Firm.Create().SetName(name).SetNameKey(strings.ToLower(name)).SetCurrency("EUR").Save(across)
		if err != nil {
			return uuid.Nil, err
		}
		if i == 0 {
			found = made
		}
		within := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: made.ID})
		if err := fillFirm(within, d, contacts, i == 0); err != nil {
			return uuid.Nil, err
		}
	}
	return found.ID, nil
}

const chunk = 2000

// fillFirm creates contacts of the viewer's firm.
func fillFirm(ctx context.Context, d *db.DB, contacts int, tagged bool) error {
	began := time.Now()
	for made := 0; made < contacts; made += chunk {
		people := demo.Contacts(uint64(made), min(chunk, contacts-made)) //nolint:gosec // not negative
		for i := range people {
			people[i].Tags = nil
			if tagged {
				people[i].Tags = tagsOf(made + i)
			}
		}
		if _, err := contact.CreateMany(ctx, d, people); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stdout, "%d contacts: %.0f a second\n", contacts, float64(contacts)/time.Since(began).Seconds())
	return nil
}

// The numbers of tags of each kind. A contact has at most fifty.
const (
	crowds = 40
	halves = 10
	rares  = 50
)

// rarity is one in how many contacts has a rare tag.
const rarity = 10_000

// tagsOf returns the tags of the nth contact. One in ten thousand has all the rare tags. Of the
// others one half has all of the crowd's tags; and each of the half tags is on another half of all.
func tagsOf(n int) []string {
	bits := scatter(uint64(n)) //nolint:gosec // not negative
	if n%rarity == rarity/2 {
		return tagNames("rare", rares)
	}
	var tags []string
	if bits&1 == 1 {
		tags = tagNames("crowd", crowds)
	}
	for i, name := range tagNames("half", halves) {
		if bits>>(i+1)&1 == 1 {
			tags = append(tags, name)
		}
	}
	if n%100 == 1 {
		tags = append(tags[:min(len(tags), 49)], "hundredth")
	}
	return tags
}

// scatter mixes the bits of a number (SplitMix64).
func scatter(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

func tagNames(kind string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(kind, " ", i+1)
	}
	return names
}

package scale_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// share returns how many contacts or messages a firm has of all, the largest first.
func share(all, firm int) int {
	if firm == 0 {
		return *largest
	}
	return (all - *largest) / (*firms - 1)
}

func firmName(i int) string { return fmt.Sprint("Firm ", i) }

// fill makes the firms with their contacts, and returns the largest one.
func fill(b *testing.B, d *db.DB) uuid.UUID {
	ids := make([]uuid.UUID, *firms)
	for i := range ids {
		n, began := share(*contacts, i), time.Now()
		ids[i] = makeFirm(b, d, i)
		bench.Fill(b, d, ids[i], n, func(n int, in *contact.CreateInput) {
			in.Tags = nil
			if i == 0 {
				in.Tags = tagsOf(n)
			}
		})
		printSpeed("contacts", n, began, "")
	}
	return ids[0]
}

// makeFirm makes a firm with a wallet, and the default plan of its currency.
func makeFirm(b *testing.B, d *db.DB, i int) uuid.UUID {
	const currency = "USD"
	ctx, name := bench.Across(b.Context()), firmName(i)
	plan, err := d.Client.PricingPlan.Query().Where(pricingplan.Currency(currency), pricingplan.IsDefault(true)).OnlyID(ctx)
	require.NoError(b, err)
	made, err := d.Client.Firm.Create().SetName(name).SetNameKey(strings.ToLower(name)).SetCurrency(currency).SetPricingPlanID(plan).Save(ctx)
	require.NoError(b, err)
	require.NoError(b, wallet.Open(ctx, d, made.ID, made.Currency))
	return made.ID
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
	bits := random(n)
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

// random returns bits that look random, the same for the same number.
func random(n int) uint64 { return rand.NewPCG(uint64(n), 0).Uint64() } //nolint:gosec // not negative

func tagNames(kind string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(kind, " ", i+1)
	}
	return names
}

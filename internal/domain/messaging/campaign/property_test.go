package campaign_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// numbers are of three countries, so that a firm's contacts share some of them.
var numbers = []string{
	"+4915110000001", "+4915110000002", "+4915110000003", "+5511987654321", "+5511987654322", "+5511987654323", "+14155550101", "+14155550102",
}

// What a quote says of the contacts, prices and reasons of any campaign of any firm is what happens
// when it is executed, with a provider that takes everything.
func TestQuoteIsWhatHappens(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			b.SetBatch(rapid.IntRange(1, 10).Draw(rt, "batch"))
			drawPrices(rt, b)
			contacts := drawContacts(t, rt, b)
			drawConsent(t, rt, b)
			c := b.create(t, func(in *campaign.CreateInput) {
				in.Audience = drawAudience(rt, contacts)
				if rapid.Bool().Draw(rt, "missing") {
					in.Parameters = json.RawMessage(`{"name": {"field": "city"}, "code": {"text": "SALE"}}`)
				}
			})
			b.SetAtOnce(rapid.IntRange(1, 15).Draw(rt, "at once"))
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(rt, err)
			if !quote.Complete {
				b.work(t, c.ID)
				quote, err = b.Quote(b.ctx, c.ID)
				require.NoError(rt, err)
				require.True(rt, quote.Complete)
			}
			details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
			require.NoError(rt, err)
			said := table(b.ctx, t, details)

			if quote.Price > 0 {
				if quote.Price > 1 {
					b.credit(t, quote.Price-1)
				}
				_, err = b.Execute(b.ctx, c.ID)
				require.True(rt, fault.Is(err, fault.InsufficientBalance))
				b.credit(t, 1)
			}
			b.run(t, c.ID)
			if len(b.queued(t)) > 0 {
				b.send(t)
			}
			c = b.work(t, c.ID)
			require.Equal(rt, campaign.Completed, c.Status)
			require.Equal(rt, campaign.Counts{Recipients: quote.Recipients, Skipped: len(said) - quote.Recipients, Sent: quote.Recipients}, c.Counts)
			require.Equal(rt, []money.Amount{quote.Price, 0}, []money.Amount{c.Spent, b.balance(t).Balance})
			recipients, err := b.ExportRecipients(b.ctx, campaign.RecipientsInput{ID: c.ID})
			require.NoError(rt, err)
			require.Equal(rt, answers(said), answers(table(b.ctx, t, recipients)))
			b.sound(t)
		})
	})
}

// answers are the addresses of the contacts of a table with the prices of their messages, or why
// they get none.
func answers(rows []map[string]string) map[string]string {
	all := map[string]string{}
	for _, row := range rows {
		all[row["contactId"]] = row["skipReason"]
		if row["skipReason"] == "" {
			all[row["contactId"]] = row["address"] + " for " + row["price"]
		}
	}
	return all
}

// drawPrices adds prices of countries, some with free messages. Those of all other countries
// together may be free, too.
func drawPrices(rt *rapid.T, b *bundle) {
	across := rule.AcrossFirms(b.ctx, "a test")
	plan := b.Client.PricingPlan.Create().SetName("Plan").SetNameKey(entity.NewID().String()).SetCurrency(b.firm.Currency).SaveX(across)
	b.firm = b.firm.Update().SetPricingPlanID(plan.ID).SaveX(across)
	b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetUnitPrice(price).
		SetFreePerMonth(rapid.IntRange(0, 3).Draw(rt, "free of all")).SetValidFrom(entity.Now()).SaveX(across)
	for _, country := range []string{"DE", "BR"} {
		if !rapid.Bool().Draw(rt, "priced") {
			continue
		}
		b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetCountry(country).
			SetUnitPrice(money.Amount(rapid.Int64Range(0, 1000).Draw(rt, "price"))).
			SetFreePerMonth(rapid.IntRange(0, 3).Draw(rt, "free")).SetValidFrom(entity.Now()).SaveX(across)
	}
}

// drawContacts adds contacts, some without a phone, a city or with the phone of another.
func drawContacts(t testing.TB, rt *rapid.T, b *bundle) (ids []uuid.UUID) {
	in := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) contact.CreateInput {
		of := contact.CreateInput{
			FirstName: fmt.Sprint("Ada ", rapid.IntRange(0, 3).Draw(rt, "name")), LastName: "Lovelace",
			IsActive: new(rapid.IntRange(0, 4).Draw(rt, "active") > 0),
			Tags:     rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"red", "green"}), 0, 2, rapid.ID).Draw(rt, "tags"),
		}
		if number := rapid.IntRange(-1, len(numbers)-1).Draw(rt, "number"); number >= 0 {
			of.Phones = []contact.PhoneInput{{Phone: numbers[number]}}
		}
		if rapid.Bool().Draw(rt, "city") {
			of.Addresses = []contact.AddressInput{{PostalAddress: contact.PostalAddress{City: "London"}}}
		}
		return of
	}), 1, 15).Draw(rt, "contacts")
	made, err := contact.CreateMany(b.ctx, b.DB, in)
	require.NoError(t, err)
	for _, one := range made {
		ids = append(ids, one.ID)
	}
	return ids
}

// drawConsent lets some people opt out and others in.
func drawConsent(t testing.TB, rt *rapid.T, b *bundle) {
	b.firm.Update().SetRequireOptIn(rapid.Bool().Draw(rt, "require")).ExecX(rule.AcrossFirms(b.ctx, "a test"))
	for _, number := range numbers {
		state := rapid.SampledFrom([]consent.State{"", "", consent.OptedIn, consent.OptedOut}).Draw(rt, "consent")
		if state == "" {
			continue
		}
		_, err := consent.Set(b.ctx, b.DB, consent.SetInput{Address: &number, State: state})
		require.NoError(t, err)
	}
}

func drawAudience(rt *rapid.T, contacts []uuid.UUID) (a campaign.Audience) {
	switch rapid.IntRange(0, 2).Draw(rt, "audience") {
	case 0:
		a.Everyone = true
	case 1:
		a.ContactIDs = rapid.SliceOfN(rapid.SampledFrom(contacts), 1, 10).Draw(rt, "chosen")
	default:
		a.Filter = &campaign.Filter{SearchTerm: "ada 1"}
	}
	tag := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "green"}), 0, 1)
	a.TagsAll, a.TagsAny, a.TagsNone = tag.Draw(rt, "all"), tag.Draw(rt, "any"), tag.Draw(rt, "none")
	return a
}

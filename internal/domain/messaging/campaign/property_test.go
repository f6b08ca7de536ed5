package campaign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// numbers are of three countries, so that a firm's contacts share some of them.
var numbers = []string{
	"+4915110000001", "+4915110000002", "+4915110000003", "+5511987654321", "+5511987654322", "+5511987654323", "+14155550101", "+14155550102",
}

// mails are addresses of mail, two of which are one.
var mails = []string{"ada@example.com", "ADA@example.com", "bo@example.com", "cy@example.org"}

// homes are time zones of firms. The clocks of some change in the night, one of them by half an
// hour.
var homes = []string{"Europe/Berlin", "America/Sao_Paulo", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"}

// What a quote says of the contacts, times, prices and reasons of any campaign of any firm is what
// happens when it is executed, with a provider that takes everything. Many of the campaigns are
// sent in the nights in which clocks change.
func TestQuoteIsWhatHappens(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			b.SetBatch(rapid.IntRange(1, 10).Draw(rt, "batch"))
			drawChannel(t, rt, b)
			drawPrices(rt, b)
			contacts := drawContacts(t, rt, b)
			drawConsent(t, rt, b)
			drawQuietHours(rt, b)
			reached := drawReached(t, rt, b)
			clock := drawClock(rt, b)
			if reached != nil { // Its places are those of the real clock.
				*clock = entity.Now().Truncate(time.Minute).Add(2 * time.Minute)
			}
			b.SetNow(func() time.Time { return *clock })
			begin := *clock
			c := b.create(t, func(in *campaign.CreateInput) {
				in.Audience = drawAudience(rt, b, begin, contacts)
				if rapid.Bool().Draw(rt, "slower") {
					in.MessagesPerSecond = new(rapid.SampledFrom([]int{1, 2, 4}).Draw(rt, "rate of the campaign"))
				}
				if rapid.Bool().Draw(rt, "missing") {
					in.Parameters = json.RawMessage(`{"name": {"field": "city"}, "code": {"text": "SALE"}}`)
				}
				drawTimes(rt, begin, in)
				if reached != nil {
					in.TimeZone = nil
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

			b.executeWithout(t, rt, c, quote.Price)
			newLane(t, b, c, reached).happens(t, rt, c.ID, clock, said)
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

// executeWithout executes a campaign, first with a little less than its price. One that begins at
// its time is Scheduled without the money.
func (b *bundle) executeWithout(t testing.TB, rt *rapid.T, c *campaign.Campaign, price money.Amount) {
	if price == 0 {
		b.execute(t, c.ID)
		return
	}
	if price > 1 {
		b.credit(t, price-1)
	}
	_, err := b.Execute(b.ctx, c.ID)
	b.credit(t, 1)
	if err == nil {
		require.Equal(rt, campaign.Scheduled, b.get(t, c.ID).Status)
		return
	}
	require.True(rt, fault.Is(err, fault.InsufficientBalance))
	b.execute(t, c.ID)
}

// worked does all that a campaign can do at the time of the clock.
func (b *bundle) worked(t testing.TB, id uuid.UUID) {
	for {
		before := b.get(t, id)
		after := b.work(t, id)
		if after.Status == campaign.Preparing {
			b.prepare(t, id)
			after = b.get(t, id)
		}
		if after.Status == before.Status && after.Counts == before.Counts {
			return
		}
	}
}

// drawClock gives the firm a time zone, and returns a clock that shows a time before, in or after
// the night in which the clocks of a zone change.
func drawClock(rt *rapid.T, b *bundle) *time.Time {
	b.firm.Update().SetTimeZone(rapid.SampledFrom(homes).Draw(rt, "home")).ExecX(rule.AcrossFirms(b.ctx, "a test"))
	night, err := time.LoadLocation(rapid.SampledFrom([]string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe"}).Draw(rt, "night"))
	require.NoError(rt, err)
	_, change := entity.Now().AddDate(0, 0, 2).In(night).ZoneBounds()
	if _, other := change.In(night).ZoneBounds(); rapid.Bool().Draw(rt, "the other change") && other.Before(entity.Now().AddDate(0, 0, 360)) {
		change = other // A campaign may be scheduled within a year.
	}
	now := change.UTC().Add(time.Duration(rapid.IntRange(-24*60, 6*60).Draw(rt, "minutes")) * time.Minute)
	return &now
}

// drawTimes gives a campaign a time, a zone and quiet hours, or not.
func drawTimes(rt *rapid.T, now time.Time, in *campaign.CreateInput) {
	if rapid.Bool().Draw(rt, "scheduled") {
		in.ScheduledAt = new(now.Add(time.Duration(rapid.IntRange(-60, 40*60).Draw(rt, "ahead")) * time.Minute))
	}
	if rapid.Bool().Draw(rt, "of the recipient") {
		in.TimeZone = new(campaign.OfRecipient)
	}
	in.QuietHours = hours(rt)
}

// drawQuietHours gives the firm quiet hours, or not.
func drawQuietHours(rt *rapid.T, b *bundle) {
	quiet := hours(rt)
	if quiet == nil {
		return
	}
	encoded, err := json.Marshal(quiet)
	require.NoError(rt, err)
	_, err = b.InFirm(b.ctx).Exec("UPDATE firms SET quiet_hours = $2 WHERE id = $1", string(encoded))
	require.NoError(rt, err)
}

// hours returns quiet hours, or nil.
func hours(rt *rapid.T) *pace.QuietHours {
	clock := rapid.Custom(func(rt *rapid.T) string {
		return fmt.Sprintf("%02d:%02d", rapid.IntRange(0, 23).Draw(rt, "hour"), 15*rapid.IntRange(0, 3).Draw(rt, "quarter"))
	})
	from, to := clock.Draw(rt, "from"), clock.Draw(rt, "to")
	if from == to || rapid.Bool().Draw(rt, "no quiet hours") {
		return nil
	}
	return &pace.QuietHours{From: from, To: to}
}

// drawReached fills the tier of a firm with WhatsApp, but for some places, or doesn't. It returns
// the times of the last messages to people, or nil if the tier is not filled.
func drawReached(t testing.TB, rt *rapid.T, b *bundle) map[string]time.Time {
	if b.kind != provider.WhatsApp || rapid.Bool().Draw(rt, "the whole tier is left") {
		return nil
	}
	reached := map[string]time.Time{}
	var in messaging.ReportInput
	minute := entity.Now().Truncate(time.Minute)
	for i := range tierLimit - rapid.IntRange(0, 3).Draw(rt, "places left") {
		person, ago := fmt.Sprintf("+55119876%05d", i), 0
		switch {
		case i == tierLimit/2:
			person = numbers[rapid.IntRange(0, len(numbers)-1).Draw(rt, "reached")]
		case i < 2*len(numbers): // They leave first.
			ago = rapid.IntRange(1, 23*60).Draw(rt, "minutes ago")
		}
		reached[person] = minute.Add(-time.Duration(ago) * time.Minute)
		in.Messages = append(in.Messages, &messaging.MessageInput{
			ProviderMessageID: fmt.Sprint("reported-", i), Direction: message.DirectionOutbound, Phone: &person, Category: "Service",
			Status: message.StatusDelivered, OccurredAt: reached[person],
		})
	}
	answer, err := b.messages.Report(b.ctx, in)
	require.NoError(t, err)
	require.Empty(t, answer.Rejected)
	return reached
}

// drawChannel makes the channel one for SMS, mail or WhatsApp, or leaves it as it is, and gives it
// a rate.
func drawChannel(t testing.TB, rt *rapid.T, b *bundle) {
	b.kind = rapid.SampledFrom([]provider.Kind{provider.Sandbox, provider.SMS, provider.Email, provider.WhatsApp}).Draw(rt, "kind")
	switch b.kind {
	case provider.SMS:
		var secrets channel.Secrets
		secrets.Put(provider.AuthToken, new("token"))
		b.use(t, b.adapter, channel.CreateInput{
			Name: "SMS", Kind: provider.SMS, Secrets: &secrets, Settings: &channel.Settings{AccountSID: new("AC1"), From: new("+15005550006")},
		}, template.CreateInput{Body: "Hello {{name}}, use {{code}} today. " + strings.Repeat("It is summer. ", 6)})
	case provider.Email:
		b.useMail(t, "Hello {{name}}, use {{code}}. {{unsubscribeUrl}}")
	case provider.WhatsApp:
		b.useWhatsApp(t)
	case provider.Sandbox:
	}
	b.channelRate(t, rapid.SampledFrom([]int{1, 2, 5, 1000}).Draw(rt, "rate"))
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

// drawPrices adds prices of countries, some with free messages, and one of segments of SMS. Those
// of all other countries together may be free, too.
func drawPrices(rt *rapid.T, b *bundle) {
	across := rule.AcrossFirms(b.ctx, "a test")
	plan := b.Client.PricingPlan.Create().SetName("Plan").SetNameKey(entity.NewID().String()).SetCurrency(b.firm.Currency).SaveX(across)
	b.firm = b.firm.Update().SetPricingPlanID(plan.ID).SaveX(across)
	b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetUnitPrice(price).
		SetFreePerMonth(rapid.IntRange(0, 3).Draw(rt, "free of all")).SetValidFrom(entity.Now()).SaveX(across)
	if rapid.Bool().Draw(rt, "segments") {
		b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetKind(string(provider.SMS)).
			SetUnit(pricingprice.UnitSegment).SetUnitPrice(money.Amount(rapid.Int64Range(0, 1000).Draw(rt, "price of a segment"))).
			SetFreePerMonth(rapid.IntRange(0, 5).Draw(rt, "free segments")).SetValidFrom(entity.Now()).SaveX(across)
	}
	for _, country := range []string{"DE", "BR"} {
		if !rapid.Bool().Draw(rt, "priced") {
			continue
		}
		b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetCountry(country).
			SetUnitPrice(money.Amount(rapid.Int64Range(0, 1000).Draw(rt, "price"))).
			SetFreePerMonth(rapid.IntRange(0, 3).Draw(rt, "free")).SetValidFrom(entity.Now()).SaveX(across)
	}
}

// drawContacts adds contacts, some without a phone, a mail address or a city, or with those of
// another. The names of some need more segments of SMS.
func drawContacts(t testing.TB, rt *rapid.T, b *bundle) (ids []uuid.UUID) {
	in := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) contact.CreateInput {
		of := contact.CreateInput{
			FirstName: fmt.Sprint("Ada ", rapid.IntRange(0, 3).Draw(rt, "name")) + strings.Repeat(
				rapid.SampledFrom([]string{"a", "ã", "{"}).Draw(rt, "letter"), rapid.SampledFrom([]int{0, 0, 20, 44}).Draw(rt, "length")),
			LastName: "Lovelace",
			IsActive: new(rapid.IntRange(0, 4).Draw(rt, "active") > 0),
			Tags:     rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"red", "green"}), 0, 2, rapid.ID).Draw(rt, "tags"),
		}
		if number := rapid.IntRange(-1, len(numbers)-1).Draw(rt, "number"); number >= 0 {
			of.Phones = []contact.PhoneInput{{Phone: numbers[number]}}
		}
		if address := rapid.IntRange(-1, len(mails)-1).Draw(rt, "mail"); address >= 0 {
			of.Emails = []contact.EmailInput{{Email: mails[address]}}
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
	for _, address := range slices.Concat(numbers, mails[1:]) {
		state := rapid.SampledFrom([]consent.State{"", "", consent.OptedIn, consent.OptedOut}).Draw(rt, "consent")
		if state == "" {
			continue
		}
		b.consent(t, address, state)
	}
}

func drawAudience(rt *rapid.T, b *bundle, now time.Time, contacts []uuid.UUID) (a campaign.Audience) {
	switch rapid.IntRange(0, 3).Draw(rt, "audience") {
	case 0:
		a.Everyone = true
	case 1:
		a.ContactIDs = rapid.SliceOfN(rapid.SampledFrom(contacts), 1, 10).Draw(rt, "chosen")
	case 2:
		a.ImportID = new(b.importedAs(rapid.SliceOfNDistinct(rapid.SampledFrom(contacts), 0, 10, rapid.ID).Draw(rt, "imported"), now).ID)
	default:
		a.Filter = &campaign.Filter{SearchTerm: "ada 1"}
	}
	tag := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "green"}), 0, 1)
	a.TagsAll, a.TagsAny, a.TagsNone = tag.Draw(rt, "all"), tag.Draw(rt, "any"), tag.Draw(rt, "none")
	return a
}

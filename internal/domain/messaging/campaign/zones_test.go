package campaign_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// places are numbers of six time zones. Of those of Portugal it is the one that is the latest.
var places = map[string]string{
	"+81312345678": "Asia/Tokyo", "+919812345678": "Asia/Calcutta", "+4915112345678": "Europe/Berlin", "+351912345678": "Atlantic/Azores",
	"+5511987654321": "America/Sao_Paulo", "+12125550123": "America/New_York",
}

// A campaign for nine o'clock of the recipients, on the day on which the clocks of Europe change,
// gives each its message then, or when its own quiet hours end, at half past nine.
func TestZones(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) { testZones(t, d, nil, "09:00") })
		t.Run("OKQuietHours", func(t *testing.T) { testZones(t, d, &pace.QuietHours{From: "06:00", To: "09:30"}, "09:30") })
	})
}

func testZones(t *testing.T, d *db.DB, quiet *pace.QuietHours, want string) {
	t.Helper()
	b := newBundle(t, d)
	b.credit(t, 10*price)
	b.firm.Update().SetTimeZone("Europe/Lisbon").ExecX(rule.AcrossFirms(b.ctx, "a test"))
	var in []contact.CreateInput
	for number, place := range places {
		in = append(in, contact.CreateInput{FirstName: place, LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: number}}})
	}
	_, err := contact.CreateMany(b.ctx, b.DB, in)
	require.NoError(t, err)
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	require.NoError(t, err)
	_, change := entity.Now().In(lisbon).ZoneBounds() // The next one: in the night of that day.
	nine := time.Date(change.Year(), change.Month(), change.Day(), 9, 0, 0, 0, lisbon)
	clock := nine.Add(-24 * time.Hour)
	b.SetNow(func() time.Time { return clock })
	c := b.create(t, func(in *campaign.CreateInput) {
		in.ScheduledAt, in.TimeZone, in.QuietHours = &nine, new(campaign.OfRecipient), quiet
	})
	require.Equal(t, campaign.Scheduled, b.execute(t, c.ID).Status)
	details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
	require.NoError(t, err)
	day := nine.Format(time.DateOnly)
	for _, row := range table(b.ctx, t, details) {
		require.Equal(t, places[row["address"]], row["timeZone"])
		require.Equal(t, day+"T"+want+":00", row["localTime"])
	}

	got := map[string]string{}
	for end := nine.Add(20 * time.Hour); clock.Before(end); clock = clock.Add(30 * time.Minute) {
		if c = b.work(t, c.ID); c.Status == campaign.Preparing {
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			c = b.work(t, c.ID)
		}
		for _, address := range b.dueAt(t, clock) {
			at, err := time.LoadLocation(places[address])
			require.NoError(t, err)
			got[address] = clock.In(at).Format("2006-01-02 15:04")
		}
	}
	for number := range places {
		require.Equal(t, day+" "+want, got[number], places[number])
	}
	require.Equal(t, campaign.Counts{Recipients: 6, Queued: 6}, b.get(t, c.ID).Counts)
	require.Equal(t, 6*price, b.balance(t).Held)
	require.Equal(t, money.Amount(0), b.get(t, c.ID).Spent)
	b.sound(t)
}

// dueAt returns the addresses of the messages that are due at a time.
func (b *bundle) dueAt(t testing.TB, at time.Time) []string {
	t.Helper()
	found, err := db.All[string](b.InFirm(b.ctx), `
SELECT m.address FROM outgoing_messages o JOIN messages m ON m.firm_id = $1 AND m.id = o.id WHERE o.firm_id = $1 AND o.due_at = $2`, at.UTC())
	require.NoError(t, err)
	return found
}

// newWest returns a firm in São Paulo with a contact in New York, where it is earlier, and a
// campaign for an hour from now by the clocks of its recipients: all places to the east of the firm
// have passed it.
func newWest(t *testing.T, d *db.DB) (b *bundle, id uuid.UUID, due time.Time, clock *time.Time) {
	t.Helper()
	b = newBundle(t, d)
	b.credit(t, 10*price)
	b.firm.Update().SetTimeZone("America/Sao_Paulo").ExecX(rule.AcrossFirms(b.ctx, "a test"))
	_, err := contact.CreateMany(b.ctx, b.DB, []contact.CreateInput{
		{FirstName: "Grace", LastName: "Hopper", Phones: []contact.PhoneInput{{Phone: "+12125550123"}}},
	})
	require.NoError(t, err)
	now := entity.Now().Truncate(time.Second).Add(time.Second) // The contact was created before.
	clock = &now
	b.SetNow(func() time.Time { return *clock })
	at := now.Add(time.Hour)
	due = pace.At(at, location(t, "America/Sao_Paulo"), location(t, "America/New_York"))
	require.True(t, due.After(at))
	return b, b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt, in.TimeZone = &at, new(campaign.OfRecipient) }).ID, due, clock
}

func location(t *testing.T, name string) *time.Location {
	t.Helper()
	at, err := time.LoadLocation(name)
	require.NoError(t, err)
	return at
}

// A campaign whose time has come in some place on earth, but for none of its recipients, takes its
// audience and its hold at the earliest of their times.
func TestEarliestZone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		later := func(t *testing.T, b *bundle, id uuid.UUID, due time.Time, clock *time.Time) {
			t.Helper()
			require.Zero(t, b.balance(t).Held)
			_, err := b.Update(b.ctx, campaign.UpdateInput{ID: id, Name: new("Autumn sale")}, true)
			require.NoError(t, err)
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			*clock = due.Add(-time.Second)
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			*clock = due
			c := b.work(t, id)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Equal(t, price, c.Held)
			b.sound(t)
		}
		t.Run("OK", func(t *testing.T) {
			b, id, due, clock := newWest(t, d)
			require.Equal(t, campaign.Scheduled, b.execute(t, id).Status)
			later(t, b, id, due, clock)
		})
		t.Run("OKNobodyYet", func(t *testing.T) {
			b, id, due, clock := newWest(t, d)
			b.consent(t, "+12125550123", consent.OptedOut)
			require.Equal(t, campaign.Scheduled, b.execute(t, id).Status)
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			b.consent(t, "+12125550123", consent.OptedIn)
			later(t, b, id, due, clock)
		})
		t.Run("OKResumed", func(t *testing.T) {
			b, id, due, clock := newWest(t, d)
			b.execute(t, id)
			_, err := b.Pause(b.ctx, id)
			require.NoError(t, err)
			c, err := b.Resume(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, campaign.Scheduled, c.Status)
			later(t, b, id, due, clock)
		})
		t.Run("OKLarge", func(t *testing.T) {
			b, id, due, clock := newWest(t, d)
			b.SetBatch(1)
			b.SetAtOnce(0)
			require.Equal(t, campaign.Preparing, b.execute(t, id).Status)
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			later(t, b, id, due, clock)
		})
		t.Run("OKTemplate", func(t *testing.T) {
			b, id, due, clock := newWest(t, d)
			b.execute(t, id)
			b.setTemplate(t, "Paused")
			require.Equal(t, campaign.Paused, b.work(t, id).Status)
			b.setTemplate(t, "Approved")
			c := b.work(t, id)
			require.Equal(t, campaign.Scheduled, c.Status)
			require.Nil(t, c.PauseReason)
			later(t, b, id, due, clock)
		})
	})
}

package campaign_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/entity"
)

// said are the times of the messages of a campaign by its dry run, in the order of the rows.
func (b *bundle) said(t testing.TB, c *campaign.Campaign) (times []time.Time) {
	t.Helper()
	details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
	require.NoError(t, err)
	for _, row := range table(b.ctx, t, details) {
		at, err := time.Parse(time.RFC3339Nano, row["dueAt"])
		require.NoError(t, err)
		times = append(times, at)
	}
	return times
}

// The times of a dry run keep the rates, quiet hours and the tier.
func TestForecast(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKChannelRate", func(t *testing.T) {
			b := newBundle(t, d)
			b.contacts(t, 25)
			b.channelRate(t, 10)
			said := b.said(t, b.create(t))
			require.Equal(t, 24*pace.RateWindow/10, said[24].Sub(said[0]))
		})
		t.Run("OKCampaignRate", func(t *testing.T) {
			b := newBundle(t, d)
			b.contacts(t, 9)
			said := b.said(t, b.create(t, func(in *campaign.CreateInput) { in.MessagesPerSecond = new(4) }))
			require.Equal(t, 2*time.Second, said[8].Sub(said[0]))
		})
		// Those for whom quiet hours leave no time get the message at their end, still at the rate.
		t.Run("OKQuietHours", func(t *testing.T) {
			b := newBundle(t, d)
			b.firm.Update().SetTimeZone("UTC").ExecX(rule.AcrossFirms(b.ctx, "a test"))
			b.contacts(t, 30)
			begin := entity.Now().AddDate(0, 0, 1).Truncate(24 * time.Hour).Add(21*time.Hour + 59*time.Minute + 50*time.Second)
			b.SetNow(func() time.Time { return begin })
			said := b.said(t, b.create(t, func(in *campaign.CreateInput) {
				in.MessagesPerSecond = new(1)
				in.QuietHours = &pace.QuietHours{From: "22:00", To: "08:00"}
			}))
			for i, at := range said {
				want := begin.Add(time.Duration(i) * time.Second)
				if i >= 10 {
					want = begin.Add(10*time.Hour + time.Duration(i)*time.Second)
				}
				require.Equal(t, want, at, i)
			}
		})
		// Those of a later zone wait until those before them have got theirs.
		t.Run("OKZones", func(t *testing.T) {
			b := newBundle(t, d)
			b.firm.Update().SetTimeZone("Europe/Berlin").ExecX(rule.AcrossFirms(b.ctx, "a test"))
			b.SetAtOnce(1)
			b.SetBatch(1)
			london, err := contact.CreateMany(b.ctx, d, []contact.CreateInput{
				{FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: "+442071838750"}}},
			})
			require.NoError(t, err)
			require.Len(t, london, 1)
			b.contacts(t, 4)
			b.channelRate(t, 1)
			begin := entity.Now().AddDate(0, 0, 1).Truncate(24 * time.Hour).Add(12 * time.Hour) // No clock changes at noon.
			b.SetNow(func() time.Time { return begin })
			c := b.create(t, func(in *campaign.CreateInput) {
				in.ScheduledAt, in.TimeZone = new(begin.AddDate(0, 0, 1)), new(campaign.OfRecipient)
			})
			said := b.said(t, c)
			require.Equal(t, []time.Time{*c.ScheduledAt, c.ScheduledAt.Add(time.Hour)}, []time.Time{said[1], said[0]})

			_, err = b.InFirm(b.ctx).Exec("UPDATE firms SET time_zone = 'Europe/London' WHERE id = $1")
			require.NoError(t, err)
			b.contactsFrom(t, 4, 20) // They need longer than the ten seconds until it is as late in London.
			b.SetNow(func() time.Time { return c.ScheduledAt.Add(-10 * time.Second) })
			last := time.Time{}
			for _, at := range b.said(t, c)[1:] {
				require.True(t, last.IsZero() || at.Equal(last.Add(pace.RateWindow)), at)
				last = at
			}
			require.Equal(t, last.Add(pace.RateWindow), b.said(t, c)[0])
		})
		t.Run("OKTier", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.contacts(t, 2*tierLimit+3)
			w.reported(t, 1) // an hour ago
			said := w.said(t, w.create(t))
			day := said[0]
			require.Less(t, said[tierLimit-2].Sub(day), time.Second)
			back := said[tierLimit-1].Sub(day)
			require.Greater(t, back, 22*time.Hour)
			require.Less(t, back, 23*time.Hour+time.Minute)
			require.Equal(t, 24*time.Hour, said[tierLimit].Sub(day))
			require.Equal(t, back+24*time.Hour, said[2*tierLimit-1].Sub(day))
			require.Equal(t, 48*time.Hour, said[2*tierLimit].Sub(day))
		})
		// Who counts already takes no place of the tier.
		t.Run("OKTierReached", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.reported(t, tierLimit)
			w.contacts(t, 1)
			_, err := contact.CreateMany(w.ctx, d, []contact.CreateInput{
				{FirstName: "Bo", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: "+5511987600007"}}},
			})
			require.NoError(t, err)
			said := w.said(t, w.create(t))
			require.Less(t, time.Until(said[1]), time.Minute)
			require.Greater(t, time.Until(said[0]), 22*time.Hour)
		})
		// In Brazil it is not as late as in Germany, where it is late enough already.
		brazilian := func(t *testing.T, w *whatsApp, until time.Duration) (c *campaign.Campaign, begin time.Time) {
			t.Helper()
			w.firm.Update().SetTimeZone("America/Sao_Paulo").ExecX(rule.AcrossFirms(w.ctx, "a test"))
			_, err := contact.CreateMany(w.ctx, d, []contact.CreateInput{
				{FirstName: "Bo", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: "+5511987600007"}}},
			})
			require.NoError(t, err)
			begin = entity.Now().Truncate(time.Second).Add(time.Second) // after the contacts
			w.SetNow(func() time.Time { return begin })
			return w.create(t, func(in *campaign.CreateInput) {
				in.ScheduledAt, in.TimeZone = new(begin.Add(until)), new(campaign.OfRecipient)
			}), begin
		}
		// A place that was taken by an earlier zone is free a day after that.
		t.Run("OKTierZones", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.contacts(t, tierLimit)
			c, begin := brazilian(t, w, 2*time.Hour)
			said := w.said(t, c)
			require.Equal(t, begin, said[0])
			require.Less(t, said[tierLimit-1].Sub(begin), time.Minute)
			require.Equal(t, begin.Add(24*time.Hour), said[tierLimit])
		})
		// Nobody waits for those who wait for a place.
		t.Run("OKTierZonesReached", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.reported(t, tierLimit)
			w.contacts(t, 20)
			w.channelRate(t, 1)
			c, begin := brazilian(t, w, 10*time.Second)
			said := w.said(t, c)
			require.Greater(t, said[0].Sub(begin), 22*time.Hour)
			require.Equal(t, begin.Add(10*time.Second), said[20])
		})
	})
}

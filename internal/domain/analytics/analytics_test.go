package analytics_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

func outbound(id, phone string, at time.Time) *messaging.MessageInput {
	return &messaging.MessageInput{
		ProviderMessageID: id, Direction: message.DirectionOutbound, Phone: &phone, Category: pricingprice.CategoryService,
		Status: message.StatusDelivered, OccurredAt: at,
	}
}

func TestPeriodInput(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		in     analytics.PeriodInput
		fields []string
	}{
		"default":  {analytics.PeriodInput{}, nil},
		"ignored":  {analytics.PeriodInput{Period: new(analytics.Daily), From: new(at), To: new(at.Add(-1))}, nil},
		"a moment": {analytics.PeriodInput{Period: new(analytics.Custom), From: &at, To: &at}, nil},
		"a year":   {analytics.PeriodInput{Period: new(analytics.Custom), From: &at, To: new(at.AddDate(0, 0, 366))}, nil},
		"none":     {analytics.PeriodInput{Period: new(analytics.Custom)}, []string{"from", "to"}},
		"backward": {analytics.PeriodInput{Period: new(analytics.Custom), From: &at, To: new(at.Add(-1))}, []string{"to"}},
		"too old": {analytics.PeriodInput{
			Period: new(analytics.Custom), From: new(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)), To: new(time.Date(0, 2, 1, 0, 0, 0, 0, time.UTC)),
		}, []string{"from"}},
		"too long": {analytics.PeriodInput{Period: new(analytics.Custom), From: &at, To: new(at.AddDate(0, 0, 367))}, []string{"to"}},
	} {
		var fields []string
		for _, detail := range test.in.Validate() {
			fields = append(fields, detail.Field)
		}
		require.Equal(t, test.fields, fields, name)
	}
}

// The clocks of Berlin went back on 2026-10-25, which has 25 hours, and forward on 2026-03-29,
// which has 23.
func TestReadVolume_DaysOfOtherLengths(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "Europe/Berlin")
		first := time.Date(2026, 10, 24, 22, 0, 0, 0, time.UTC) // 00:00
		b.report(t,
			outbound("before", "+12015550123", first.Add(-time.Second)),
			outbound("first", "+12015550123", first),
			outbound("two", "+12015550123", time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)),       // 02:30
			outbound("two again", "+12015550123", time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC)), // 02:30 once more
			outbound("last", "+12015550123", first.Add(25*time.Hour-time.Second)),
			outbound("after", "+12015550123", first.Add(25*time.Hour)),
		)
		in := analytics.PeriodInput{Period: new(analytics.Custom), From: new(first.Add(-time.Hour)), To: new(first.Add(25 * time.Hour))}
		volume, err := analytics.ReadVolume(b.ctx, d, in)
		require.NoError(t, err)
		require.Equal(t, []*analytics.Point{{"2026-10-24", 1, 0}, {"2026-10-25", 4, 0}, {"2026-10-26", 1, 0}}, volume.Points)
		hours, err := analytics.ReadHours(b.ctx, d, in)
		require.NoError(t, err)
		require.Equal(t, &analytics.HourOfDay{Hour: 2, Sent: 2}, hours[2])
	})
}

func TestReadVolume_Points(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "Asia/Kolkata")
		for period, want := range map[analytics.Period]int{analytics.Daily: 24, analytics.Weekly: 7, analytics.Monthly: 30, analytics.Yearly: 12} {
			volume, err := analytics.ReadVolume(b.ctx, d, analytics.PeriodInput{Period: &period})
			require.NoError(t, err)
			require.Len(t, volume.Points, want, period)
			require.Equal(t, volume.From, volume.Points[0].Date[:10], period)
		}
	})
}

func TestReadContacts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "UTC")
		now := time.Now().UTC().Truncate(time.Microsecond)
		inbound := outbound("in", "+5511987654321", now)
		inbound.Direction = message.DirectionInbound
		b.report(t, outbound("a", "+12015550123", now.AddDate(0, 0, -300)), outbound("b", "+551187654321", now.Add(-time.Hour)), inbound)
		ada, err := contact.Create(b.ctx, d, contact.CreateInput{
			FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: "+551187654321"}},
		})
		require.NoError(t, err)
		found, err := analytics.ReadContacts(b.ctx, d, analytics.ContactsInput{PeriodInput: analytics.PeriodInput{Period: new(analytics.Yearly)}})
		require.NoError(t, err)
		require.Equal(t, []*analytics.Contact{
			{&ada.ID, new("Ada Lovelace"), new("+5511987654321"), 1, 1, 2, now}, // two spellings of one phone
			{nil, nil, new("+12015550123"), 1, 0, 1, now.AddDate(0, 0, -300)},
		}, found)
		found, err = analytics.ReadContacts(b.ctx, d, analytics.ContactsInput{Limit: new(1)})
		require.NoError(t, err)
		require.Len(t, found, 1)
		_, err = analytics.ReadContacts(b.ctx, d, analytics.ContactsInput{Limit: new(101)})
		require.True(t, fault.Is(err, fault.ValidationError))

		// A contact without a phone is one more person, and has no name once it is deleted.
		grace, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Grace", LastName: "Hopper"})
		require.NoError(t, err)
		for i := range 3 {
			m := outbound("grace"+strconv.Itoa(i), "", now)
			m.Phone, m.ContactID = nil, &grace.ID
			b.report(t, m)
		}
		want := &analytics.Contact{ContactID: &grace.ID, Name: new("Grace Hopper"), Sent: 3, Total: 3, LastMessageAt: now}
		found, err = analytics.ReadContacts(b.ctx, d, analytics.ContactsInput{Limit: new(1)})
		require.NoError(t, err)
		require.Equal(t, []*analytics.Contact{want}, found)
		require.NoError(t, contact.Delete(b.ctx, d, grace.ID))
		want.ContactID, want.Name = nil, nil
		found, err = analytics.ReadContacts(b.ctx, d, analytics.ContactsInput{Limit: new(1)})
		require.NoError(t, err)
		require.Equal(t, []*analytics.Contact{want}, found)

		other := newBundle(t, d, "UTC")
		found, err = analytics.ReadContacts(other.ctx, d, analytics.ContactsInput{})
		require.NoError(t, err)
		require.Empty(t, found, "another firm has none")
	})
}

func TestReadLimits(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "UTC")
		limits, err := analytics.ReadLimits(b.ctx, d)
		require.NoError(t, err)
		require.Equal(t, &analytics.Limits{
			Tier: firm.MessagingTierTier250, DailyLimit: new(250), Remaining: new(250), MessagesPerSecond: 80,
		}, limits)

		now := time.Now().UTC().Truncate(time.Microsecond)
		inbound := outbound("e", "+4915112345678", now)
		inbound.Direction = message.DirectionInbound
		b.report(t, outbound("a", "+12015550123", now.Add(-25*time.Hour)), outbound("b", "+12015550124", now.Add(-20*time.Hour)),
			outbound("c", "+12015550124", now.Add(-2*time.Hour)), outbound("d", "+442071838750", now.Add(-3*time.Hour)), inbound)
		limits, err = analytics.ReadLimits(b.ctx, d)
		require.NoError(t, err)
		require.Equal(t, 2, limits.UsedToday)
		require.Equal(t, 248, *limits.Remaining)
		require.Equal(t, now.Add(21*time.Hour), *limits.ResetsAt)

		b.firm.Update().SetMessagingTier(firm.MessagingTierUnlimited).ExecX(rule.AcrossFirms(t.Context(), "a test"))
		limits, err = analytics.ReadLimits(b.ctx, d)
		require.NoError(t, err)
		require.Nil(t, limits.DailyLimit)
		require.Nil(t, limits.Remaining)
	})
}

func TestReadDashboard_Previous(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "UTC")
		now := time.Now()
		b.report(t, outbound("a", "+12015550123", now.AddDate(0, 0, -6)), outbound("b", "+12015550123", now.AddDate(0, 0, -7)),
			outbound("c", "+12015550123", now.AddDate(0, 0, -13)), outbound("d", "+12015550123", now.AddDate(0, 0, -14)))
		dashboard, err := analytics.ReadDashboard(b.ctx, d, analytics.PeriodInput{Period: new(analytics.Weekly)})
		require.NoError(t, err)
		previous, err := dashboard.Previous(b.ctx)
		require.NoError(t, err)
		require.Equal(t, 2, previous.TotalSent())
		volume, err := dashboard.Volume(b.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, volume.TotalSent)
	})
}

func TestExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, "UTC")
		_, err := contact.Create(b.ctx, d, contact.CreateInput{
			FirstName: "=1+1", LastName: "x", Phones: []contact.PhoneInput{{Phone: "+12015550123"}},
		})
		require.NoError(t, err)
		first := outbound("a", "+12015550123", time.Now())
		first.TemplateName = new("@SUM(A1)")
		grace, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Grace", LastName: "Hopper"})
		require.NoError(t, err)
		second := outbound("b", "", time.Now())
		second.Phone, second.ContactID = nil, &grace.ID
		b.report(t, first, second)
		table, err := analytics.Export(b.ctx, d, analytics.PeriodInput{})
		require.NoError(t, err)
		rows := stream.NewRows(stream.CSV, table.Columns)
		more, err := table.Next(b.ctx, rows)
		require.NoError(t, err)
		require.False(t, more)
		text := string(rows.Bytes())
		require.True(t, strings.HasPrefix(text, "messageId,providerMessageId,direction,contactName,phone,templateName,category,status,"+
			"sentAt,deliveredAt,readAt,failedAt,errorCode\r\n"), text)
		require.Contains(t, text, ",a,Outbound,'=1+1 x,")
		require.Contains(t, text, ",'@SUM(A1),Service,Delivered,")
		require.Contains(t, text, ",b,Outbound,Grace Hopper,,,Service,", "without a phone")

		gone, cancel := context.WithCancel(b.ctx)
		cancel()
		_, err = table.Next(gone, rows)
		require.ErrorIs(t, err, context.Canceled, "a client that leaves stops the query")
	})
}

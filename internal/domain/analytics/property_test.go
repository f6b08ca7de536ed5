package analytics_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// line is a message of an export.
type line struct {
	MessageID, ProviderMessageID, Direction, Status string
	Phone, ContactName, TemplateName, ErrorCode     *string
	SentAt                                          time.Time
	DeliveredAt, ReadAt, FailedAt                   *time.Time
}

// person returns who is on the other side: a phone, or the name of a contact without one.
func person(phone, name *string) string {
	if phone != nil {
		return *phone
	}
	return *name
}

// export reads an export as a client does.
func (b *bundle) export(t require.TestingT, in analytics.PeriodInput) (lines []line) {
	table, err := analytics.Export(b.ctx, b.DB, in)
	require.NoError(t, err)
	rows := stream.NewRows(stream.NDJSON, table.Columns)
	for more := true; more; {
		more, err = table.Next(b.ctx, rows)
		require.NoError(t, err)
	}
	for text := range strings.SplitSeq(strings.TrimSpace(string(rows.Bytes())), "\n") {
		var l line
		if text != "" {
			require.NoError(t, json.Unmarshal([]byte(text), &l))
			lines = append(lines, l)
		}
	}
	return lines
}

// Every chart is equal to what a client computes from the export of the same period, for any
// reports in any order.
func TestChartsAreThoseOfTheExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, name := range []string{"Europe/Berlin", "America/Havana", "Pacific/Auckland"} {
			t.Run(name, func(t *testing.T) {
				zone, err := time.LoadLocation(name)
				require.NoError(t, err)
				rapid.Check(t, func(rt *rapid.T) {
					b := newBundle(t, d, name)
					drawMessages(t, rt, b)
					in := drawPeriod(rt)
					compare(rt, b, in, zone)
				})
			})
		}
	})
}

// drawMessages reports messages and statuses in any order, several times.
func drawMessages(t *testing.T, rt *rapid.T, b *bundle) {
	now := time.Now()
	at := rapid.Custom(func(rt *rapid.T) time.Time {
		back := rapid.OneOf(
			rapid.Int64Range(0, int64(48*time.Hour)), rapid.Int64Range(0, int64(40*24*time.Hour)), rapid.Int64Range(0, int64(365*24*time.Hour)),
		).Draw(rt, "age")
		return now.Add(-time.Duration(back))
	})
	id := rapid.Custom(func(rt *rapid.T) string { return strconv.Itoa(rapid.IntRange(0, 30).Draw(rt, "id")) })
	ada, err := contact.Create(b.ctx, b.DB, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"}) // has no phone
	require.NoError(t, err)
	status := rapid.SampledFrom([]messaging.Status{
		message.StatusQueued, message.StatusSent, message.StatusDelivered, message.StatusRead, message.StatusFailed,
	})
	messages := rapid.Custom(func(rt *rapid.T) *messaging.MessageInput {
		m := &messaging.MessageInput{
			ProviderMessageID: id.Draw(rt, "id"), OccurredAt: at.Draw(rt, "at"), Status: status.Draw(rt, "status"),
			Direction: rapid.SampledFrom([]messaging.Direction{message.DirectionOutbound, message.DirectionInbound}).Draw(rt, "direction"),
			Category:  pricingprice.CategoryMarketing,
		}
		if phone := rapid.SampledFrom([]string{"", "+4915112345678", "+12015550123", "+442071838750"}).Draw(rt, "phone"); phone != "" {
			m.Phone = &phone
		} else {
			m.ContactID = &ada.ID
		}
		if template := rapid.SampledFrom([]string{"", "welcome", "=offer"}).Draw(rt, "template"); template != "" {
			m.TemplateName = &template
		}
		return m
	})
	statuses := rapid.Custom(func(rt *rapid.T) *messaging.StatusInput {
		return &messaging.StatusInput{ProviderMessageID: id.Draw(rt, "id"), Status: status.Draw(rt, "status"), OccurredAt: at.Draw(rt, "at")}
	})
	for range rapid.IntRange(1, 4).Draw(rt, "rounds") {
		b.report(t, rapid.SliceOfN(messages, 1, 20).Draw(rt, "messages")...)
		b.reportStatuses(t, rapid.SliceOfN(statuses, 1, 20).Draw(rt, "statuses")...)
	}
}

func drawPeriod(rt *rapid.T) analytics.PeriodInput {
	in := analytics.PeriodInput{Period: new(rapid.SampledFrom([]analytics.Period{
		analytics.Daily, analytics.Weekly, analytics.Monthly, analytics.Yearly, analytics.Custom,
	}).Draw(rt, "period"))}
	if *in.Period == analytics.Custom {
		from := time.Now().AddDate(0, 0, -rapid.IntRange(0, 366).Draw(rt, "from"))
		to := from.AddDate(0, 0, rapid.IntRange(0, 366).Draw(rt, "days"))
		in.From, in.To = &from, &to
	}
	return in
}

// sums are what a client computes of lines.
type sums struct{ sent, received, delivered, read, failed int }

func (s *sums) add(l line) {
	if l.Direction == "Inbound" {
		s.received++
		return
	}
	s.sent++
	switch l.Status {
	case "Read":
		s.read++
		s.delivered++
	case "Delivered":
		s.delivered++
	case "Failed":
		s.failed++
	}
}

func compare(t *rapid.T, b *bundle, in analytics.PeriodInput, zone *time.Location) {
	lines := b.export(t, in)
	var all sums
	points, templates, people := map[string]*sums{}, map[string]*sums{}, map[string]*sums{}
	hours := make([]*analytics.HourOfDay, 24)
	for i := range hours {
		hours[i] = &analytics.HourOfDay{Hour: i}
	}
	of := func(m map[string]*sums, key string) *sums {
		if m[key] == nil {
			m[key] = &sums{}
		}
		return m[key]
	}
	layout := map[analytics.Period]string{analytics.Daily: "2006-01-02T15:00:00-07:00", analytics.Yearly: "2006-01-01"}[*in.Period]
	layout = cmp.Or(layout, time.DateOnly)
	if *in.Period == analytics.Yearly {
		layout = "2006-01" + "-"
	}
	for _, l := range lines {
		local := l.SentAt.In(zone)
		all.add(l)
		name := local.Format(layout)
		if *in.Period == analytics.Yearly {
			name += "01"
		}
		of(points, name).add(l)
		of(people, person(l.Phone, l.ContactName)).add(l)
		if l.Direction == "Inbound" {
			hours[local.Hour()].Received++
		} else {
			hours[local.Hour()].Sent++
		}
		if l.TemplateName != nil && l.Direction == "Outbound" {
			of(templates, *l.TemplateName).add(l)
		}
		require.Equal(t, l.Status == "Read", l.ReadAt != nil)
		require.Equal(t, l.Status == "Failed", l.FailedAt != nil)
		require.Equal(t, l.Status == "Read" || l.Status == "Delivered", l.DeliveredAt != nil)
	}

	volume, err := analytics.ReadVolume(b.ctx, b.DB, in)
	require.NoError(t, err)
	require.Equal(t, all.sent, volume.TotalSent)
	require.Equal(t, all.received, volume.TotalReceived)
	require.True(t, slices.IsSortedFunc(volume.Points, func(a, b *analytics.Point) int {
		if *in.Period == analytics.Daily {
			x, _ := time.Parse(time.RFC3339, a.Date)
			y, _ := time.Parse(time.RFC3339, b.Date)
			return x.Compare(y)
		}
		return cmp.Compare(a.Date, b.Date)
	}))
	for _, point := range volume.Points {
		want := of(points, point.Date)
		require.Equal(t, *want, sums{point.Sent, point.Received, want.delivered, want.read, want.failed}, point.Date)
		delete(points, point.Date)
	}
	require.Empty(t, points, "no gaps")

	delivery, err := analytics.ReadDelivery(b.ctx, b.DB, in)
	require.NoError(t, err)
	require.Equal(t, &analytics.Delivery{Sent: all.sent, Delivered: all.delivered, Read: all.read, Failed: all.failed}, delivery)

	byHour, err := analytics.ReadHours(b.ctx, b.DB, in)
	require.NoError(t, err)
	require.Equal(t, hours, byHour)

	byTemplate, err := analytics.ReadTemplates(b.ctx, b.DB, in)
	require.NoError(t, err)
	require.Len(t, byTemplate, len(templates))
	for _, row := range byTemplate {
		of := sums{row.Sent, 0, row.Delivered, row.Read, row.Failed}
		require.Equal(t, *templates[row.TemplateName], of)
	}

	contacts, err := analytics.ReadContacts(b.ctx, b.DB, analytics.ContactsInput{PeriodInput: in, Limit: new(100)})
	require.NoError(t, err)
	require.Len(t, contacts, len(people))
	for _, row := range contacts {
		key := person(row.Phone, row.Name)
		want := people[key]
		require.Equal(t, []int{want.sent, want.received, want.sent + want.received}, []int{row.Sent, row.Received, row.Total}, key)
	}
	require.True(t, slices.IsSortedFunc(contacts, func(a, b *analytics.Contact) int { return b.Total - a.Total }))
}

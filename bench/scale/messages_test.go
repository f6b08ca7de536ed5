package scale_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// reporters are how many clients report messages at once, reported how many each time.
	reporters = 8
	reported  = 1000
	// perContact is how many messages a contact has in the year.
	perContact = 50
	yearOfDays = 365
)

// sender is a firm whose messages are reported.
type sender struct {
	firm     uuid.UUID
	ctx      context.Context //nolint:containedctx // It names the reporter.
	phones   []string
	messages int
}

// measureMessages reports messages, which are charged. It measures that, and the reads of the
// largest firm.
func measureMessages(b *testing.B, d *db.DB) {
	events := broker.NewMemory()
	b.Cleanup(func() { require.NoError(b, events.Close()) })
	center := notification.NewCenter(d, events)
	b.Cleanup(center.Close)
	ledger := wallet.NewLedger(d, center, events)
	b.Cleanup(func() { require.NoError(b, ledger.Close(context.WithoutCancel(b.Context()))) })
	senders := make([]*sender, *firms)
	for i := range senders {
		senders[i] = makeSender(b, d, ledger, i)
	}
	manager := messaging.NewManager(d, ledger, center, messaging.Config{})
	reportAll(b, manager, senders)
	measureStatuses(b, manager, senders[0])
	firm := senders[0].firm
	ctx := bench.Within(b.Context(), firm)
	measure(b, charts(ctx, d), "chart")
	measureExport(ctx, b, d, firm)
}

// makeSender makes a firm with contacts and money for all of its messages.
func makeSender(b *testing.B, d *db.DB, ledger *wallet.Ledger, i int) *sender {
	id := makeFirm(b, d, i)
	from := &sender{firm: id, ctx: bench.Within(b.Context(), id), messages: share(*messages, i)}
	credit := wallet.CreditInput{FirmID: id, Amount: money.Amount(from.messages) * money.Unit, Reason: "Top-up"}
	_, err := ledger.Credit(from.ctx, credit)
	require.NoError(b, err)
	bench.Fill(b, d, id, 10+from.messages/perContact, func(_ int, in *contact.CreateInput) {
		for _, phone := range in.Phones {
			parsed, _ := number.Parse(phone.Phone, phone.PhoneCC)
			from.phones = append(from.phones, parsed.E164)
		}
	})
	return from
}

// reportAll reports all messages, the oldest first, and prints how many a second.
func reportAll(b *testing.B, m *messaging.Manager, senders []*sender) {
	var clients errgroup.Group
	clients.SetLimit(reporters)
	began, all := time.Now(), 0
	for first := 0; first < senders[0].messages; first += reported {
		for _, from := range senders {
			if first < from.messages {
				all += min(reported, from.messages-first)
				clients.Go(func() error { return from.report(m, first) })
			}
		}
	}
	require.NoError(b, clients.Wait())
	printSpeed("messages reported", all, began, "")
}

// report reports the messages of a sender from the nth on.
func (s *sender) report(to *messaging.Manager, first int) error {
	count := min(reported, s.messages-first)
	messages := make([]*messaging.MessageInput, count)
	apart := yearOfDays * 24 * time.Hour / time.Duration(s.messages)
	for i := range messages {
		n := first + i
		bits := random(n)
		m := &messaging.MessageInput{
			ProviderMessageID: providerID(n), Direction: message.DirectionOutbound, Category: pricingprice.CategoryUtility,
			Phone: &s.phones[bits>>8%uint64(len(s.phones))], Status: message.StatusSent,
			OccurredAt: time.Now().Add(-apart * time.Duration(s.messages-n)),
		}
		switch bits % 8 {
		case 0, 1:
			m.Direction, m.Category = message.DirectionInbound, pricingprice.CategoryService
		case 2, 3, 4, 5: // to 6: templates
			m.TemplateName, m.Status = new(fmt.Sprint("template ", bits>>4%16)), message.StatusRead
		}
		messages[i] = m
	}
	answer, err := to.Report(s.ctx, messaging.ReportInput{Messages: messages})
	if err == nil && answer.Accepted != count {
		err = fmt.Errorf("%d of %d messages were accepted", answer.Accepted, count)
	}
	return err
}

func providerID(n int) string { return fmt.Sprintf("wamid.%024d", n) }

// measureStatuses prints how many statuses of messages, the latest first, one client reports a
// second.
func measureStatuses(b *testing.B, m *messaging.Manager, s *sender) {
	const times = 20
	began, all := time.Now(), min(times*reported, s.messages)
	var in messaging.StatusReportInput
	for n := range all {
		in.Statuses = append(in.Statuses, &messaging.StatusInput{
			ProviderMessageID: providerID(s.messages - 1 - n), Status: message.StatusRead, OccurredAt: time.Now(),
		})
		if len(in.Statuses) == reported || n == all-1 {
			_, err := m.ReportStatuses(s.ctx, in)
			require.NoError(b, err)
			in.Statuses = nil
		}
	}
	printSpeed("statuses reported", all, began, "")
}

// charts returns the reads of the analytics.
func charts(ctx context.Context, d *db.DB) (all []reading) {
	add := func(name string, read func() error) {
		all = append(all, reading{name, func() (int, []time.Duration, error) {
			began := time.Now()
			err := read()
			return 0, []time.Duration{time.Since(began)}, err
		}})
	}
	for _, period := range []analytics.Period{analytics.Monthly, analytics.Yearly} {
		in := analytics.PeriodInput{Period: &period}
		add("dashboard, "+string(period), func() error { return readDashboard(ctx, d, in) })
		add("volume, "+string(period), func() error { _, err := analytics.ReadVolume(ctx, d, in); return err })
		add("contacts/top, "+string(period), func() error {
			_, err := analytics.ReadContacts(ctx, d, analytics.ContactsInput{PeriodInput: in})
			return err
		})
		add("templates, "+string(period), func() error { _, err := analytics.ReadTemplates(ctx, d, in); return err })
	}
	add("tracking-limits", func() error { _, err := analytics.ReadLimits(ctx, d); return err })
	return all
}

// readDashboard reads all of a dashboard at the same time, as the executor of the API does.
func readDashboard(ctx context.Context, d *db.DB, in analytics.PeriodInput) error {
	b, err := analytics.ReadDashboard(ctx, d, in)
	if err != nil {
		return err
	}
	var parts errgroup.Group
	parts.Go(func() error { _, err := b.Volume(ctx); return err })
	parts.Go(func() error { _, err := b.DeliveryStatus(ctx); return err })
	parts.Go(func() error { _, err := b.Hourly(ctx); return err })
	parts.Go(func() error { _, err := b.Templates(ctx); return err })
	parts.Go(func() error { _, err := b.TopContacts(ctx); return err })
	parts.Go(func() error { _, err := b.Previous(ctx); return err })
	parts.Go(func() error { _, err := analytics.ReadLimits(ctx, d); return err })
	return parts.Wait()
}

// measureExport prints how many rows of an export of a year are written per second. On PostgreSQL
// it compares that with COPY of the same rows.
func measureExport(ctx context.Context, b *testing.B, d *db.DB, firm uuid.UUID) {
	began, rows, first := time.Now(), 0, time.Duration(0)
	table, err := analytics.Export(ctx, d, analytics.PeriodInput{Period: new(analytics.Yearly)})
	require.NoError(b, err)
	text := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; text.Reset() {
		more, err = table.Next(ctx, text)
		require.NoError(b, err)
		if first == 0 {
			first = time.Since(began)
		}
		rows += bytes.Count(text.Bytes(), []byte("\r\n"))
	}
	whole := time.Since(began)
	printSpeed("export, Yearly", rows, began, fmt.Sprintf("; the first after %d ms", first.Milliseconds()))
	pool, _ := d.NativePool()
	if pool == nil {
		return
	}
	connection, err := pool.Acquire(ctx)
	require.NoError(b, err)
	defer connection.Release()
	began = time.Now()
	copied, err := connection.Conn().PgConn().CopyTo(ctx, io.Discard, fmt.Sprintf(`COPY (
SELECT m.id, m.provider_message_id, m.direction, c.first_name, c.last_name, m.phone, m.template_name, m.category, m.status, m.occurred_at,
	m.delivered_at, m.read_at, m.failed_at, m.error_code
FROM messages m LEFT JOIN contacts c ON c.firm_id = m.firm_id AND c.id = m.contact_id AND c.deleted_at IS NULL
WHERE m.firm_id = '%s' AND m.occurred_at >= now() - interval '365 days' ORDER BY m.occurred_at, m.id) TO STDOUT`, firm))
	require.NoError(b, err)
	printSpeed("COPY", int(copied.RowsAffected()), began,
		fmt.Sprintf("; the export has %.0f %% of that\n", 100*time.Since(began).Seconds()/whole.Seconds()))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/viewer"
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

// runMessages reports messages, which are charged. It measures that, and the reads of the largest
// firm.
func runMessages(ctx context.Context, d *db.DB, s size, runs int, only string) (err error) {
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	defer func() {
		err = errors.Join(err, ledger.Close(context.WithoutCancel(ctx)))
		center.Close()
		err = errors.Join(err, events.Close())
	}()
	largest, err := d.Client.Firm.Query().Where(firm.Name(firmName(0))).OnlyID(rule.AcrossFirms(ctx, "look for an earlier run"))
	if ent.IsNotFound(err) {
		largest, err = reportMessages(ctx, d, ledger, s)
	}
	if err != nil {
		return err
	}
	ctx = within(ctx, largest)
	if err := measureReads(ctx, d, runs, only); err != nil {
		return err
	}
	return measureExport(ctx, d, largest)
}

// reportMessages fills the database, measures that, and returns the largest firm.
func reportMessages(ctx context.Context, d *db.DB, ledger *wallet.Ledger, s size) (uuid.UUID, error) {
	senders, err := makeSenders(ctx, d, ledger, s)
	if err != nil {
		return uuid.Nil, err
	}
	if err := reportAll(messaging.NewReporter(d, ledger), senders); err != nil {
		return uuid.Nil, err
	}
	return senders[0].firm, measureStatuses(d, senders[0])
}

func firmName(i int) string { return fmt.Sprint("Firm ", i) }

func within(ctx context.Context, id uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: id})
}

// makeSenders makes the firms, the largest first, with contacts and money for all of their
// messages.
func makeSenders(ctx context.Context, d *db.DB, ledger *wallet.Ledger, s size) ([]*sender, error) {
	across := rule.AcrossFirms(ctx, "a benchmark fills its database")
	plan, err := d.Client.PricingPlan.Query().Where(pricingplan.Currency("USD"), pricingplan.IsDefault(true)).OnlyID(across)
	if err != nil {
		return nil, fmt.Errorf("find the default plan: %w", err)
	}
	senders := make([]*sender, s.firms)
	for i := range senders {
		name, from := firmName(i), &sender{messages: s.largest}
		if i > 0 {
			from.messages = (s.messages - s.largest) / (s.firms - 1)
		}
		made, err := d.Client.Firm.Create().SetName(name).SetNameKey(strings.ToLower(name)).SetCurrency("USD").SetPricingPlanID(plan).Save(across)
		if err != nil {
			return nil, err
		}
		if err := wallet.Open(across, d, made.ID, made.Currency); err != nil {
			return nil, err
		}
		from.firm = made.ID
		from.ctx = within(ctx, made.ID) //nolint:fatcontext // one for each firm
		credit := wallet.CreditInput{FirmID: made.ID, Amount: money.Amount(from.messages) * money.Unit, Reason: "Top-up"}
		if _, err := ledger.Credit(from.ctx, credit); err != nil {
			return nil, err
		}
		people := demo.Contacts(uint64(i), 10+from.messages/perContact) //nolint:gosec // not negative
		for _, person := range people {
			for _, phone := range person.Phones {
				parsed, _ := number.Parse(phone.Phone, phone.PhoneCC)
				from.phones = append(from.phones, parsed.E164)
			}
		}
		for ; len(people) > 0; people = people[min(len(people), chunk):] {
			if _, err := contact.CreateMany(from.ctx, d, people[:min(len(people), chunk)]); err != nil {
				return nil, err
			}
		}
		senders[i] = from
	}
	return senders, nil
}

// reportAll reports all messages, the oldest first, and prints how many a second.
func reportAll(r *messaging.Reporter, senders []*sender) error {
	type work struct {
		from  *sender
		first int
	}
	queue, failed := make(chan work), make(chan error, reporters)
	var clients sync.WaitGroup
	for range reporters {
		clients.Go(func() {
			for next := range queue {
				if err := next.from.report(r, next.first); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	began, all := time.Now(), 0
	for first := 0; first < senders[0].messages; first += reported {
		for _, from := range senders {
			if first >= from.messages {
				continue
			}
			select {
			case queue <- work{from, first}:
				all += min(reported, from.messages-first)
			case err := <-failed:
				return err
			}
		}
	}
	close(queue)
	clients.Wait()
	fmt.Fprintf(os.Stdout, "%-28s %10.0f a second, of %d\n", "messages reported", float64(all)/time.Since(began).Seconds(), all)
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// report reports the messages of a sender from the nth on.
func (s *sender) report(r *messaging.Reporter, first int) error {
	count := min(reported, s.messages-first)
	messages := make([]*messaging.MessageInput, count)
	apart := yearOfDays * 24 * time.Hour / time.Duration(s.messages)
	for i := range messages {
		n := first + i
		bits := scatter(uint64(n)) //nolint:gosec // not negative
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
	answer, err := r.Report(s.ctx, messaging.ReportInput{Messages: messages})
	if err == nil && answer.Accepted != count {
		err = fmt.Errorf("%d of %d messages were accepted", answer.Accepted, count)
	}
	return err
}

func providerID(n int) string { return fmt.Sprintf("wamid.%024d", n) }

// measureStatuses prints how many statuses of messages, the latest first, one client reports a
// second.
func measureStatuses(d *db.DB, s *sender) error {
	const times = 20
	began, all := time.Now(), 0
	for i := range times {
		var in messaging.StatusReportInput
		for n := s.messages - i*reported; n > max(0, s.messages-(i+1)*reported); n-- {
			in.Statuses = append(in.Statuses, &messaging.StatusInput{
				ProviderMessageID: providerID(n - 1), Status: message.StatusRead, OccurredAt: time.Now(),
			})
		}
		if len(in.Statuses) == 0 {
			break
		}
		if _, err := messaging.ReportStatuses(s.ctx, d, in); err != nil {
			return err
		}
		all += len(in.Statuses)
	}
	fmt.Fprintf(os.Stdout, "%-28s %10.0f a second, of %d\n", "statuses reported", float64(all)/time.Since(began).Seconds(), all)
	return nil
}

// measureReads prints how long each chart takes.
func measureReads(ctx context.Context, d *db.DB, runs int, only string) error {
	fmt.Fprintf(os.Stdout, "%-28s %10s %10s\n", "ms", "p50", "p99")
	for _, c := range charts(d) {
		if !strings.Contains(c.name, only) {
			continue
		}
		const warm = 7 // more than the executions after which PostgreSQL may plan again
		var took []time.Duration
		for i := range warm + runs {
			began := time.Now()
			if err := c.read(ctx); err != nil {
				return err
			}
			if i >= warm {
				took = append(took, time.Since(began))
			}
		}
		fmt.Fprintf(os.Stdout, "%-28s %10.1f %10.1f\n", c.name, at(took, 50), at(took, 99))
	}
	return nil
}

type chart struct {
	name string
	read func(context.Context) error
}

func charts(d *db.DB) []chart {
	var all []chart
	for _, period := range []analytics.Period{analytics.Monthly, analytics.Yearly} {
		in := analytics.PeriodInput{Period: &period}
		all = append(all, chart{"dashboard, " + string(period), func(ctx context.Context) error { return readDashboard(ctx, d, in) }},
			chart{"volume, " + string(period), func(ctx context.Context) error { _, err := analytics.ReadVolume(ctx, d, in); return err }},
			chart{"contacts/top, " + string(period), func(ctx context.Context) error {
				_, err := analytics.ReadContacts(ctx, d, analytics.ContactsInput{PeriodInput: in})
				return err
			}},
			chart{"templates, " + string(period), func(ctx context.Context) error { _, err := analytics.ReadTemplates(ctx, d, in); return err }})
	}
	return append(all, chart{"tracking-limits", func(ctx context.Context) error { _, err := analytics.ReadLimits(ctx, d); return err }})
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
func measureExport(ctx context.Context, d *db.DB, id uuid.UUID) error {
	began, rows, first := time.Now(), int64(0), time.Duration(0)
	table, err := analytics.Export(ctx, d, analytics.PeriodInput{Period: new(analytics.Yearly)})
	if err != nil {
		return err
	}
	text := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; text.Reset() {
		if more, err = table.Next(ctx, text); err != nil {
			return err
		}
		if first == 0 {
			first = time.Since(began)
		}
		rows += int64(strings.Count(string(text.Bytes()), "\r\n"))
	}
	speed := float64(rows) / time.Since(began).Seconds()
	fmt.Fprintf(os.Stdout, "%-28s %10.0f rows a second, of %d; the first after %d ms\n", "export, Yearly", speed, rows, first.Milliseconds())
	pool, _ := d.NativePool()
	if pool == nil {
		return nil
	}
	connection, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	began = time.Now()
	copied, err := connection.Conn().PgConn().CopyTo(ctx, io.Discard, fmt.Sprintf(`COPY (
SELECT m.id, m.provider_message_id, m.direction, c.first_name, c.last_name, m.phone, m.template_name, m.category, m.status, m.occurred_at,
	m.delivered_at, m.read_at, m.failed_at, m.error_code
FROM messages m LEFT JOIN contacts c ON c.firm_id = m.firm_id AND c.id = m.contact_id AND c.deleted_at IS NULL
WHERE m.firm_id = '%s' AND m.occurred_at >= now() - interval '365 days' ORDER BY m.occurred_at, m.id) TO STDOUT`, id))
	if err != nil {
		return err
	}
	bare := float64(copied.RowsAffected()) / time.Since(began).Seconds()
	fmt.Fprintf(os.Stdout, "%-28s %10.0f rows a second, of %d; the export has %.0f %% of that\n",
		"COPY", bare, copied.RowsAffected(), 100*speed/bare)
	return nil
}

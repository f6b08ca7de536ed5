package pricing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Message is what the price of a message depends on that firmhub sends.
type Message struct {
	Category Category
	// Country is the country of the recipient's number by ISO 3166. It is empty without a number.
	Country string
	Kind    provider.Kind
	// Segments is how many segments an SMS has. Less than 1 means 1.
	Segments int
}

// Quote is what a message costs. The zero value is a message that costs nothing.
type Quote struct {
	// UnitPrice is the price of a unit: of the message, or of a segment.
	UnitPrice money.Amount
	// Units is how many units the message has, and Free how many of them are free this month.
	Units, Free int

	slot slot // of the price
}

// Price is what the message costs in all.
func (q Quote) Price() money.Amount { return q.UnitPrice * money.Amount(q.Units-q.Free) }

// Meter quotes the messages of a firm one after the other, and counts the free units that they use.
// Months are those of the firm's time zone, at the time when a message is accepted.
type Meter struct {
	// ChargeOn is when messages are charged by the plan of the firm.
	ChargeOn ChargeOn

	db     *db.DB
	firm   uuid.UUID
	zone   *time.Location
	month  calendar.Day
	prices map[slot]Price
	// used are the free units that were used this month, with those of the accepted quotes.
	// accepted are those of the accepted quotes alone.
	used, accepted map[slot]int
}

// ReadMeter returns a meter with the present prices of a firm: those of its plan, or of the default
// plan of its currency. Without a plan messages cost nothing. A caller that stores the meter has
// locked the wallet of the firm before. ReadMeter returns NotFound for a firm that does not exist.
func ReadMeter(ctx context.Context, d *db.DB, firmID uuid.UUID) (*Meter, error) {
	return readMeter(ctx, d, firmID, entity.Now())
}

func readMeter(ctx context.Context, d *db.DB, firmID uuid.UUID, now time.Time) (*Meter, error) {
	m, err := ReadPrices(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	return m, m.Begin(ctx, now)
}

// ReadPrices returns the meter of [ReadMeter] before it begins. The prices need no lock: what is
// accepted costs what it did when they were read.
func ReadPrices(ctx context.Context, d *db.DB, firmID uuid.UUID) (_ *Meter, err error) {
	defer fault.Wrap(&err, "pricing.ReadPrices")
	m := &Meter{
		ChargeOn: pricingplan.DefaultChargeOn, db: d, firm: firmID,
		prices: map[slot]Price{}, used: map[slot]int{}, accepted: map[slot]int{},
	}
	zone, err := m.readPrices(ctx)
	if err != nil {
		return nil, err
	}
	m.zone, err = calendar.Zone(zone)
	return m, err
}

// Begin reads the free units that were used this month. Only after it the meter quotes. A caller
// that stores the meter has locked the wallet of the firm before.
func (m *Meter) Begin(ctx context.Context, now time.Time) (err error) {
	defer fault.Wrap(&err, "pricing.Meter.Begin")
	m.month = calendar.DayOf(now.In(m.zone)).Month()
	if !slices.ContainsFunc(slices.Collect(maps.Values(m.prices)), func(p Price) bool { return p.FreePerMonth > 0 }) {
		return nil
	}
	return m.readUsed(ctx)
}

func (m *Meter) inFirm(ctx context.Context) db.Scope {
	return m.db.InFirm(rule.ForFirm(ctx, m.firm, "the prices of a firm"))
}

// readPrices reads the prices, and returns the time zone of the firm.
func (m *Meter) readPrices(ctx context.Context) (zone string, err error) {
	rows, err := m.inFirm(ctx).Query(`
SELECT f.time_zone, coalesce(own.charge_on, standard.charge_on), p.category, p.country, p.kind, p.unit_price, p.unit, p.free_per_month
FROM firms f
LEFT JOIN pricing_plans own ON own.id = f.pricing_plan_id
LEFT JOIN pricing_plans standard ON standard.currency = f.currency AND standard.is_default
LEFT JOIN pricing_prices p ON p.plan_id = coalesce(own.id, standard.id) AND p.valid_until IS NULL
WHERE f.id = $1`)
	if err != nil {
		return "", err
	}
	found := false
	for rows.Next() {
		var (
			chargeOn                      *string // null without a plan; the others are null without a price
			category, country, kind, unit *string
			price, free                   *int64
		)
		if err = rows.Scan(&zone, &chargeOn, &category, &country, &kind, &price, &unit, &free); err != nil {
			break
		}
		found = true
		if chargeOn != nil {
			m.ChargeOn = ChargeOn(*chargeOn)
		}
		if category != nil {
			m.prices[slot{Category(*category), *country, provider.Kind(*kind)}] = Price{
				UnitPrice: money.Amount(*price), Unit: Unit(*unit), FreePerMonth: int(*free),
			}
		}
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return "", fmt.Errorf("read the prices: %w", err)
	}
	if !found {
		return "", fault.New(fault.NotFound, "There is no such firm.")
	}
	return zone, nil
}

// readUsed reads how many free units were used this month.
func (m *Meter) readUsed(ctx context.Context) error {
	rows, err := db.All[struct {
		Category, Country, Kind string
		Used                    int
	}](m.inFirm(ctx), "SELECT category, country, kind, used FROM pricing_allowances WHERE firm_id = $1 AND month = $2", int(m.month))
	for _, row := range rows {
		m.used[slot{Category(row.Category), row.Country, provider.Kind(row.Kind)}] = row.Used
	}
	return err
}

// Quote returns what a message costs now, by the most specific price that fits: for the country and
// the kind, for the country, for the kind, or for neither. Without such a price it costs nothing.
func (m *Meter) Quote(of Message) Quote { return m.QuoteMany(of, 1) }

// QuoteMany returns what n such messages cost together: as much as if they were quoted and accepted
// one after the other.
func (m *Meter) QuoteMany(of Message, n int) Quote {
	for _, fitting := range (slot{of.Category, of.Country, of.Kind}).fitting() {
		price, ok := m.prices[fitting]
		if !ok {
			continue
		}
		q := Quote{UnitPrice: price.UnitPrice, Units: n, slot: fitting}
		if price.Unit == pricingprice.UnitSegment {
			q.Units = n * max(1, of.Segments)
		}
		if price.UnitPrice > 0 {
			q.Free = min(q.Units, max(0, price.FreePerMonth-m.used[fitting]))
		}
		return q
	}
	return Quote{Units: n}
}

// Accept counts the free units of a quote. The quotes of later messages then have fewer of them, so
// call it before the next [Meter.Quote].
func (m *Meter) Accept(q Quote) {
	if q.Free > 0 {
		m.used[q.slot] += q.Free
		m.accepted[q.slot] += q.Free
	}
}

// Store adds the free units of the accepted quotes to those of the month, in the transaction that
// has locked the wallet and in which the meter was read. What was used stays used, whatever becomes
// of the messages.
func (m *Meter) Store(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "pricing.Meter.Store")
	for _, of := range slices.SortedFunc(maps.Keys(m.accepted), slot.compare) {
		err := m.inFirm(ctx).Later(`
INSERT INTO pricing_allowances (id, firm_id, month, category, country, kind, used) VALUES ($2, $1, $3, $4, $5, $6, $7)
ON CONFLICT (firm_id, month, category, country, kind) DO UPDATE SET used = pricing_allowances.used + excluded.used`,
			entity.NewID(), int(m.month), string(of.category), of.country, string(of.kind), m.accepted[of])
		if err != nil {
			return err
		}
	}
	clear(m.accepted)
	return nil
}

package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// plans are the pricing plans of the demo, in 1/10,000 of the currency. The installation already
// has a plan in USD.
func plans() []pricing.SaveInput {
	plan := func(name, description, currency string, marketing, utility money.Amount) pricing.SaveInput {
		return pricing.SaveInput{Name: &name, Description: &description, Currency: &currency, Prices: []pricing.PriceInput{
			{Category: pricingprice.CategoryMarketing, UnitPrice: marketing},
			{Category: pricingprice.CategoryUtility, UnitPrice: utility},
			{Category: pricingprice.CategoryAuthentication, UnitPrice: utility},
			{Category: pricingprice.CategoryService, UnitPrice: 0},
		}}
	}
	return []pricing.SaveInput{
		plan("Standard EUR", "For firms in the euro area.", "EUR", 1131, 456),
		plan("Padrão BRL", "For firms in Brazil.", "BRL", 3750, 480),
	}
}

// makePlans creates the plans of the demo that do not exist. Each becomes the default plan of its
// currency if there is none.
func makePlans(ctx context.Context, d *db.DB) error {
	known, err := pricing.List(ctx, d)
	if err != nil {
		return err
	}
	names, defaults := map[string]bool{}, map[string]bool{}
	for _, plan := range known {
		names[plan.Name] = true
		defaults[plan.Currency] = defaults[plan.Currency] || plan.IsDefault
	}
	for _, in := range plans() {
		if names[*in.Name] {
			continue
		}
		in.IsDefault = new(!defaults[*in.Currency])
		if _, err := pricing.Save(ctx, d, in); err != nil {
			return err
		}
	}
	return nil
}

// historyMonths is how many months ago the history of the wallets begins.
const historyMonths = 4

// campaign is what a firm sends every week.
type campaign struct {
	name     string
	category pricing.Category
	messages int
}

// fillWallet adds the payments and charges of the firm since four months ago: campaigns on working
// days at the firm's present prices, and a top-up whenever the balance would fall below the
// threshold.
func fillWallet(ctx context.Context, d *db.DB, firmID uuid.UUID, f demoFirm) error {
	prices, err := pricing.UnitPrices(ctx, d, firmID)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(f.timeZone)
	if err != nil {
		return fmt.Errorf("read the time zone: %w", err)
	}
	now := entity.Now()
	year, month, _ := now.In(zone).Date()
	first := time.Date(year, month-historyMonths, 1, 8, 0, 0, 0, zone)
	h := history{firm: f, prices: prices, random: rand.New(rand.NewPCG(1, uint64(len(f.name))))} //nolint:gosec // the same each time
	for day := first; day.Before(now); day = day.AddDate(0, 0, 1) {
		h.add(day, now)
	}
	return wallet.AddHistory(ctx, d, firmID, h.past)
}

// history is the wallet of a firm as it grows.
type history struct {
	firm    demoFirm
	prices  pricing.Prices
	random  *rand.Rand
	past    []wallet.Past
	balance money.Amount
	topUps  int
}

// add adds the entries of a day, but none after now.
func (h *history) add(day, now time.Time) {
	if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		return
	}
	if h.balance < h.firm.threshold {
		h.topUps++
		ref := fmt.Sprintf("TRF-%s-%03d", day.Format("200601"), h.topUps)
		h.post(day, now, wallet.Past{Type: walletentry.TypeCredit, Amount: h.firm.topUp, Reason: "Bank transfer", BankRef: &ref})
	}
	if day.Day() <= 7 && day.Weekday() == time.Monday {
		h.post(day.Add(time.Hour), now, wallet.Past{
			Type: walletentry.TypeDiscount, Amount: h.firm.topUp / 50, Reason: "Monthly volume discount",
		})
	}
	of := h.firm.campaigns[int(day.Weekday())%len(h.firm.campaigns)]
	sent := of.messages/2 + h.random.IntN(of.messages)
	sentAt := day.Add(2*time.Hour + time.Duration(h.random.IntN(6*60*60))*time.Second)
	h.post(sentAt, now, wallet.Past{
		Type: walletentry.TypeDebit, Amount: -h.prices[of.category] * money.Amount(sent),
		Reason: fmt.Sprintf("%d messages", sent), Reference: &of.name,
	})
	if day.Day() == 15 {
		h.post(day.Add(9*time.Hour), now, wallet.Past{
			Type: walletentry.TypeAdjustment, Amount: h.prices[of.category] * 10, Reason: "10 messages could not be delivered",
		})
	}
}

// post adds an entry, unless its time is in the future or the balance is too low.
func (h *history) post(at, now time.Time, entry wallet.Past) {
	if at.After(now) || entry.Amount == 0 || h.balance+entry.Amount < 0 {
		return
	}
	h.balance += entry.Amount
	entry.At = at.UTC()
	h.past = append(h.past, entry)
}

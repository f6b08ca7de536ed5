package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

var errBroken = errors.New("this request is broken")

// charging is what a wallet must be that is charged by a poster.
type charging struct {
	balance   money.Amount
	messages  int
	debits    []string // reference and amount
	threshold money.Amount
	notified  int
}

// move changes the balance, and counts the notification of a crossing.
func (c *charging) move(by money.Amount) {
	if c.balance >= c.threshold && c.balance+by < c.threshold {
		c.notified++
	}
	c.balance += by
}

// TestPosterModel compares the answers to many random requests, one after the other and in groups,
// with credits and adjustments between them, and the ledger after them, with a plain model.
func TestPosterModel(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		createMessages(t, d)
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			p := wallet.NewPoster(b.ledger, b.write)
			m := &charging{threshold: money.Amount(rapid.Int64Range(0, 60).Draw(rt, "threshold"))}
			b.threshold(t, &m.threshold)
			rt.Repeat(map[string]func(*rapid.T){
				"credit": func(rt *rapid.T) {
					amount := money.Amount(rapid.Int64Range(1, 100).Draw(rt, "amount"))
					b.credit(t, amount)
					m.move(amount)
				},
				"adjust": func(rt *rapid.T) {
					amount := money.Amount(rapid.Int64Range(1, 50).Draw(rt, "amount"))
					_, err := b.adjust(-amount)
					require.Equal(rt, amount > m.balance, fault.Is(err, fault.InsufficientBalance), "%v", err)
					if err == nil {
						m.move(-amount)
					}
				},
				"request": func(rt *rapid.T) { m.request(rt, b, p) },
				"group":   func(rt *rapid.T) { m.group(t, rt, b, p) },
			})
			require.Equal(rt, m.balance, b.balance(t))
			n, _ := b.stored(t)
			require.Equal(rt, m.messages, n)
			require.Len(rt, b.notified(t), m.notified)
			rows, err := d.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeDebit)).Order(walletentry.ByNumber()).All(b.own)
			require.NoError(rt, err)
			var got []string
			for _, row := range rows {
				reference := ""
				if row.Reference != nil {
					reference = *row.Reference
				}
				got = append(got, fmt.Sprint(reference, row.Amount))
			}
			require.Equal(rt, m.debits, got)
			require.Empty(rt, b.faults(t))
		})
	})
}

// draw returns a request of some messages, which may fail as a whole.
func draw(rt *rapid.T) (work request, broken bool) {
	for range rapid.IntRange(0, 5).Draw(rt, "messages") {
		work = append(work, messages(money.Amount(rapid.Int64Range(0, 30).Draw(rt, "price")))...)
		work[len(work)-1].campaign = rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "campaign")
	}
	if len(work) > 0 && rapid.IntRange(0, 9).Draw(rt, "broken") == 0 {
		work[len(work)-1].before, broken = func(context.Context) error { return errBroken }, true
	}
	return work, broken
}

// request posts a request alone, whose answers are known before.
func (c *charging) request(rt *rapid.T, b *bundle, p *wallet.Poster[request]) {
	work, broken := draw(rt)
	err := p.Do(b.own, len(work), work)
	if broken {
		require.ErrorIs(rt, err, errBroken)
		return
	}
	require.NoError(rt, err)
	before := c.balance
	debits := map[string]money.Amount{}
	var order []string
	for _, message := range work {
		if message.price > c.balance {
			require.True(rt, fault.Is(message.refused, fault.InsufficientBalance), "%v", message.refused)
			continue
		}
		require.NoError(rt, message.refused)
		c.messages++
		c.balance -= message.price
		if message.price == 0 {
			continue
		}
		if debits[message.campaign] == 0 {
			order = append(order, message.campaign)
		}
		debits[message.campaign] -= message.price
	}
	by := c.balance - before
	c.balance = before
	c.move(by)
	for _, campaign := range order {
		c.debits = append(c.debits, fmt.Sprint(campaign, debits[campaign]))
	}
}

// group posts requests that are written together, in whatever order they come: with money for all
// of them.
func (c *charging) group(t *testing.T, rt *rapid.T, b *bundle, p *wallet.Poster[request]) {
	t.Helper()
	var (
		requests []request
		broken   []bool
		sum      money.Amount
	)
	for range rapid.IntRange(1, 6).Draw(rt, "requests") {
		work, fails := draw(rt)
		for _, message := range work {
			message.campaign = "group"
			if !fails {
				sum += message.price
				c.messages++
			}
		}
		requests, broken = append(requests, work), append(broken, fails)
	}
	c.messages++ // that of behind
	if short := sum - c.balance; short > 0 {
		b.credit(t, short)
		c.move(short)
	}
	for i, err := range behind(b.own, t, p, requests, func() {}) {
		if broken[i] {
			require.ErrorIs(rt, err, errBroken)
			continue
		}
		require.NoError(rt, err)
		for _, message := range requests[i] {
			require.NoError(rt, message.refused)
		}
	}
	c.move(-sum)
	rows, err := b.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeDebit)).Order(walletentry.ByNumber()).All(b.own)
	require.NoError(rt, err)
	for _, row := range rows[len(c.debits):] { // one for each request that costs something
		require.Equal(rt, "group", *row.Reference)
		c.debits = append(c.debits, fmt.Sprint("group", row.Amount))
		sum += row.Amount
	}
	require.Zero(rt, sum)
}

package messaging

import (
	"context"
	"math/big"
	"regexp"
	"strings"
	"time"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// Observer is told what happens to messages that firmhub sends, for metrics: after the commit, by
// the process that made the change. Its functions are fast.
type Observer struct {
	// Stayed is called when a message leaves a status that it had for a time. Queued counts from
	// when the message was to be sent.
	Stayed func(in Status, took time.Duration)
	// Priced is called once for a message whose provider has said what it charges.
	Priced func(Drift)
}

// Observe sets who is told. It must be called before the manager is used.
func (m *Manager) Observe(by Observer) { m.observer = by }

// Drift is how what a provider charges for a message differs from the price of the firm.
type Drift string

// The drifts.
const (
	NoDrift       Drift = "None"
	OtherCategory Drift = "Category" // the provider charges by another category
	NotBilled     Drift = "Free"     // the message has a price, and the provider charges nothing
	NotPriced     Drift = "Billed"   // the message has no price, and the provider charges something
	MoreBilled    Drift = "More"     // the provider charges more than the price, in the same currency
	LessBilled    Drift = "Less"     // the provider charges less
)

// observed is what a transaction tells the observer.
type observed struct {
	stays  []stay
	drifts []Drift
}

type stay struct {
	in   Status
	took time.Duration
}

// tellObserver tells the observer after the commit of the transaction of the context.
func (m *Manager) tellObserver(ctx context.Context, o *observed) {
	by := m.observer
	if by.Stayed == nil || by.Priced == nil || len(o.stays)+len(o.drifts) == 0 {
		return
	}
	db.AfterCommit(ctx, func(context.Context) error {
		for _, each := range o.stays {
			by.Stayed(each.in, each.took)
		}
		for _, each := range o.drifts {
			by.Priced(each)
		}
		return nil
	})
}

// stayed notes how long a message had its status, before that changes. How long a message was
// Sending is known to whoever made the call.
func (o *observed) stayed(m *moved, now time.Time) {
	if !m.own() {
		return
	}
	switch in := m.state.status; in {
	case message.StatusQueued:
		if m.queued != nil && m.queued.DueAt != nil {
			o.stays = append(o.stays, stay{in, max(0, now.Sub(*m.queued.DueAt))})
		}
	case message.StatusUnknown, message.StatusSent, message.StatusDelivered:
		if n := len(m.events); n > 0 && m.events[n-1].Status == in {
			o.stays = append(o.stays, stay{in, max(0, now.Sub(m.events[n-1].At))})
		}
	case message.StatusSending, message.StatusRead, message.StatusFailed, message.StatusCancelled:
	}
}

// priced notes the drift of a message whose provider says what it charges.
func (c *changes) priced(m *moved, said *provider.Pricing) {
	if m.own() && said != nil {
		c.observed.drifts = append(c.observed.drifts, drift(m.price, c.wallet.Currency(), m.category, said))
	}
}

// decimal is an amount of a provider that is compared.
var decimal = regexp.MustCompile(`^\d{1,12}(\.\d{1,12})?$`)

func drift(price money.Amount, currency string, category Category, said *provider.Pricing) Drift {
	if strings.EqualFold(said.Currency, currency) && decimal.MatchString(said.Amount) {
		if amount, ok := new(big.Rat).SetString(said.Amount); ok {
			return [...]Drift{LessBilled, NoDrift, MoreBilled}[1+amount.Cmp(big.NewRat(int64(price), int64(money.Unit)))]
		}
	}
	switch {
	case !said.Billable && price > 0:
		return NotBilled
	case said.Billable && price == 0:
		return NotPriced
	case said.Category != "" && !strings.HasPrefix(strings.ToLower(said.Category), strings.ToLower(string(category))):
		return OtherCategory // marketing_lite and the like are of the category
	}
	return NoDrift
}

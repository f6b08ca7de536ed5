// Package sandbox is a provider inside the server, for demos, tests and trials. It sends nothing.
// The number of the recipient decides what happens, and later events arrive by the way of hooks.
package sandbox

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// numbers is the beginning of the numbers with a behaviour of their own. The last digit chooses it.
const numbers = "+1500555000"

// The last digits, and what happens.
const (
	invalid   = '1' // refused
	throttled = '4' // refused with 429 twice, then taken
	late      = '5' // delivered after 30 s
	failing   = '6' // taken, then failed
	lost      = '7' // the answer is lost; delivered after 3 s
	stopping  = '8' // answers STOP
	greeting  = '9' // answers Hello, as a user of WhatsApp without a number
)

// maxThrottled is how many messages to the throttled number are remembered.
const maxThrottled = 10_000

// Schedule calls the hook of an account after a time. It may lose calls, such as at a restart.
type Schedule func(account uuid.UUID, after time.Duration, hook provider.Hook)

// Adapter is the adapter of the sandbox.
type Adapter struct {
	key      []byte
	now      func() time.Time
	schedule Schedule

	mu sync.Mutex
	// refused counts the refusals of messages to the throttled number.
	refused map[uuid.UUID]int
}

// New returns the adapter. Hooks are signed with the key, which only this server knows: the
// sandbox has no secrets.
func New(key []byte, now func() time.Time, schedule Schedule) *Adapter {
	return &Adapter{key: key, now: now, schedule: schedule, refused: map[uuid.UUID]int{}}
}

// Send implements [provider.Adapter].
func (a *Adapter) Send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	if ctx.Err() != nil {
		return provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the call was cancelled"}
	}
	sent := sent{adapter: a, account: account.ID, message: message, id: "sandbox-" + message.ID.String()}
	switch digit(message.To) {
	case invalid:
		outcome := provider.Refusal(provider.InvalidAddress, "the number is invalid")
		outcome.ProviderCode = "invalid"
		return outcome
	case throttled:
		if a.throttle(message.ID) {
			return provider.Outcome{
				Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: time.Second, ProviderCode: "429", Message: "too many messages",
			}
		}
		sent.deliver()
	case late:
		const wait = 30 * time.Second
		sent.status(wait, provider.StateDelivered)
	case failing:
		sent.status(time.Second, provider.StateFailed)
	case lost:
		const wait = 3 * time.Second
		sent.status(wait, provider.StateDelivered)
		return provider.Outcome{Result: provider.Unknown, Message: "the answer was lost"}
	case stopping:
		sent.deliver()
		sent.answer("STOP", message.To.Value, "")
	case greeting:
		sent.deliver()
		sent.answer("Hello", "", user)
	default:
		sent.deliver()
	}
	return provider.Outcome{Result: provider.Taken, ProviderID: sent.id, Pricing: pricing(message.Category)}
}

// digit returns the last digit of a number with a behaviour of its own, else 0.
func digit(to provider.Address) byte {
	rest, found := strings.CutPrefix(to.Value, numbers)
	if !found || len(rest) != 1 {
		return 0
	}
	return rest[0]
}

// throttle reports whether the message is refused once more.
func (a *Adapter) throttle(message uuid.UUID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refused[message] == 2 {
		delete(a.refused, message)
		return false
	}
	if len(a.refused) >= maxThrottled {
		clear(a.refused)
	}
	a.refused[message]++
	return true
}

func pricing(category string) *provider.Pricing {
	return &provider.Pricing{Billable: true, Model: "sandbox", Category: category}
}

// Test implements [provider.Adapter].
func (a *Adapter) Test(context.Context, provider.Account) provider.TestResult {
	return provider.TestResult{OK: true, Message: "The sandbox sends nothing to anyone.", Sender: "sandbox"}
}

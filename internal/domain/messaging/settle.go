package messaging

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// The errors of messages that no provider has refused.
const (
	Expired        provider.ErrorCode = "Expired"
	OutcomeUnknown provider.ErrorCode = "OutcomeUnknown"
	ChannelRemoved provider.ErrorCode = "ChannelRemoved"
)

// Call is a call of a provider for a message that was claimed, and its outcome.
type Call struct {
	ID uuid.UUID
	// Claim is the number of the claim, or zero for the present one.
	Claim   int
	Outcome provider.Outcome
	// Began is when it began, or zero for a message that was not called, and At when it ended.
	Began, At time.Time
}

// Settle stores the outcomes of calls for messages of the firm of ctx. Only the server calls it. It
// has transactions of its own. The requests of the firm do not keep it from them. An outcome that
// says that a template is refused is stored even if that can't be stored for the template, and
// told.
func (m *Manager) Settle(ctx context.Context, calls []Call) (err error) {
	defer fault.Wrap(&err, "messaging.Settle")
	err = m.settle(ctx, calls)
	if err == nil || ctx.Err() != nil || db.IsPassing(err) || !slices.ContainsFunc(calls, Call.refusesTemplate) {
		return err
	}
	without := slices.Clone(calls)
	for i := range without {
		without[i].Outcome.Template, without[i].Outcome.OtherTemplate = "", false
	}
	if m.settle(ctx, without) != nil {
		return err // It is not because of the templates.
	}
	slog.ErrorContext(ctx, "the templates that a provider refuses can't be stored", "messages", len(calls), "error", err)
	return nil
}

func (c Call) refusesTemplate() bool { return c.Outcome.Template != "" }

// settle stores the outcomes of calls in one transaction.
func (m *Manager) settle(ctx context.Context, calls []Call) error {
	return m.changes.DoOwn(ctx, rowsPerMessage*len(calls), func(ctx context.Context, c *changes) error {
		messages, err := c.byID(ctx, ids(calls, func(of Call) uuid.UUID { return of.ID }))
		if err != nil {
			return err
		}
		known, err := c.knownIDs(ctx, calls)
		if err != nil {
			return err
		}
		for _, call := range calls {
			if m := messages[call.ID]; m != nil {
				c.name(ctx, m, call.Outcome.ProviderID, known)
				if err := c.outcome(m, call); err != nil {
					return err
				}
			}
		}
		return c.save(ctx, maps.Values(messages))
	})
}

// knownIDs returns those ids of providers that a message of the firm has already.
func (c *changes) knownIDs(ctx context.Context, calls []Call) (map[string]bool, error) {
	var given []string
	for _, call := range calls {
		if call.Outcome.ProviderID != "" {
			given = append(given, call.Outcome.ProviderID)
		}
	}
	known := map[string]bool{}
	if len(given) == 0 {
		return known, nil
	}
	among, list := c.db.Among("provider_message_id", 2, given)
	found, err := db.All[string](c.db.InFirm(ctx), "SELECT provider_message_id FROM message_keys WHERE firm_id = $1 AND "+among, list)
	for _, id := range found {
		known[id] = true
	}
	return known, err
}

// name gives a message the id of its provider. If another message of the firm has that id, because
// somebody reported it, the message keeps its own, and so does one whose person was erased: the id
// may contain the number.
func (c *changes) name(ctx context.Context, m *moved, id string, known map[string]bool) {
	switch {
	case id == "" || id == m.providerID || m.isErased():
	case known[id] || len(id) > maxProviderID:
		slog.WarnContext(ctx, "the provider's id of a message can't be stored", "message", m.ID, "provider_id", provider.Clean(id, maxProviderID))
	default:
		known[id] = true
		m.providerID, m.renamed, m.changed = id, true, true
	}
}

// outcome moves a message by the outcome of its call. A message that is neither Sending nor Unknown
// has moved meanwhile, by a status. What is stored again after the answer of its commit was lost
// may come after the next claim, whose call may be running: only that it was taken still counts.
func (c *changes) outcome(m *moved, call Call) error {
	if m.queued == nil || m.queued.State != outgoing.Sending && m.queued.State != outgoing.Unknown {
		return nil
	}
	if call.Claim != 0 && call.Claim != m.queued.Claims && call.Outcome.Result != provider.Taken {
		return nil
	}
	if m.queued.State == outgoing.Sending && counted(call.Outcome) {
		*m.attempts++
	}
	switch o := call.Outcome; o.Result {
	case provider.Taken:
		if o.Pricing != nil && o.Pricing.Amount != "" {
			c.priced(m, o.Pricing)
		}
		return c.set(m, message.StatusSent, call.At, failure{}, func() error { return c.taken(m, call.At) })
	case provider.Refused:
		why := failureOf(o)
		why.began = call.Began
		return c.set(m, message.StatusFailed, call.At, why, func() error { return c.release(m) })
	case provider.NotTaken:
		return c.retry(m, o)
	case provider.ChannelFailing:
		return c.requeue(m, c.now)
	case provider.Unknown:
		return c.set(m, message.StatusUnknown, call.At, failure{}, func() error {
			m.queued.Wait(outgoing.Unknown, c.now.Add(c.config.UnknownAfter))
			m.requeued = true
			return nil
		})
	}
	return nil
}

// counted reports whether a call counts as an attempt. One for which the channel waits does not.
func counted(o provider.Outcome) bool {
	return o.Result != provider.ChannelFailing && (o.Result != provider.NotTaken || o.Waits == provider.WaitMessage)
}

// retries are the times between the attempts. The last one is repeated.
var retries = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}

// PairWait is the minimum time between messages to one recipient, for providers that ask for it. It
// is WhatsApp's limit.
const PairWait = 6 * time.Second

const (
	channelWait = time.Second
	// jitter is the part by which a wait may be longer.
	jitter = 0.2
)

// retry makes a message wait that its provider has not taken. If it expires before, it has failed.
func (c *changes) retry(m *moved, o provider.Outcome) error {
	wait := o.RetryAfter
	switch o.Waits {
	case provider.WaitPair:
		wait = max(wait, PairWait)
	case provider.WaitChannel:
		wait = max(wait, channelWait)
	case provider.WaitMessage:
		wait = max(wait, retries[min(*m.attempts, len(retries))-1])
	}
	due := c.now.Add(wait + time.Duration(float64(wait)*jitter*rand.Float64())) //nolint:gosec // Nobody gains by a guess.
	if !due.Before(m.queued.ExpiresAt) {
		if o.Code == "" {
			o.Code, o.Message = Expired, "It could not be sent in time: "+o.Message
		}
		return c.fail(m, failureOf(o))
	}
	return c.requeue(m, due)
}

// requeue makes a message Queued again.
func (c *changes) requeue(m *moved, due time.Time) error {
	return c.set(m, message.StatusQueued, c.now, failure{}, func() error {
		m.queued.Queue(due)
		m.requeued = true
		return nil
	})
}

func failureOf(o provider.Outcome) failure {
	return failure{
		code: notEmpty(string(o.Code)), text: notEmpty(provider.Clean(o.Message, maxErrorText)), providerCode: notEmpty(o.ProviderCode),
		suppress: o.Suppress, template: o.Template, otherTemplate: o.OtherTemplate,
	}
}

func notEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Refusal says why a message is not sent that was accepted before.
type Refusal struct {
	ID      uuid.UUID
	Code    provider.ErrorCode
	Message string
}

// Refuse makes messages of the firm of ctx fail that are Queued. Only the server calls it. It has
// transactions of its own.
func (m *Manager) Refuse(ctx context.Context, refusals []Refusal) (err error) {
	defer fault.Wrap(&err, "messaging.Refuse")
	return m.changes.DoOwn(ctx, rowsPerMessage*len(refusals), func(ctx context.Context, c *changes) error {
		messages, err := c.byID(ctx, ids(refusals, func(of Refusal) uuid.UUID { return of.ID }))
		if err != nil {
			return err
		}
		for _, refusal := range refusals {
			m := messages[refusal.ID]
			if m == nil || m.queued == nil || m.queued.State != outgoing.Queued {
				continue
			}
			if err := c.fail(m, failureOf(provider.Refusal(refusal.Code, refusal.Message))); err != nil {
				return err
			}
		}
		return c.save(ctx, maps.Values(messages))
	})
}

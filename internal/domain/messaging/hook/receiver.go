// Package hook receives the calls of providers, with statuses of messages and messages that
// arrived.
//
// A call whose signature is right is stored and answered before it is worked on, since providers
// wait a short time only, and repeat a call that was not answered.
package hook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/singleflight"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// poll is how often the receiver looks for calls that nobody works on, because an instance
	// died, or that were put off.
	poll = 2 * time.Second
	// readTimeout limits reading a channel. Providers wait some seconds for an answer.
	readTimeout = 10 * time.Second
	// stopLimit is how long a step that runs may take when the server stops.
	stopLimit = 10 * time.Second
	// firmsAtOnce is how many firms it finds at once.
	firmsAtOnce = 100
)

// Receiver receives the calls of providers.
type Receiver struct {
	db       *db.DB
	messages *messaging.Manager
	channels *channel.Manager
	commits  *commits
	received chan uuid.UUID

	// firms are the firms of channels by id. A channel never goes to another firm, and is kept when
	// it is deleted.
	firms sync.Map
	// lines are the channels that are being read.
	lines singleflight.Group
}

// NewReceiver returns a receiver that is not running.
func NewReceiver(d *db.DB, messages *messaging.Manager, channels *channel.Manager) *Receiver {
	return &Receiver{
		db: d, messages: messages, channels: channels, commits: &commits{db: d}, received: make(chan uuid.UUID, firmsAtOnce),
	}
}

// Find returns the firm of a channel, and NotFound for a channel that does not exist. Once a
// channel was found, it is found without the database, also after it was deleted, which
// [Receiver.Receive] looks at.
func (r *Receiver) Find(ctx context.Context, id uuid.UUID) (firm uuid.UUID, err error) {
	defer fault.Wrap(&err, "hook.Find")
	return r.firmOf(ctx, id)
}

// Receive stores a call for a channel. It returns NotFound for a channel that does not exist or is
// deleted, and Unauthorized for a wrong signature. Anybody may call it: the signature is the
// credential.
func (r *Receiver) Receive(ctx context.Context, id uuid.UUID, call provider.Hook) (err error) {
	defer fault.Wrap(&err, "hook.Receive")
	ctx, line, err := r.line(ctx, id)
	if err != nil {
		return err
	}
	events, err := line.Adapter.ReadHook(line.Account, call)
	if errors.Is(err, provider.ErrSignature) {
		return fault.New(fault.Unauthorized, "The signature is wrong.")
	}
	if err != nil {
		return err
	}
	if err := r.store(ctx, id, line, events); err != nil {
		return err
	}
	select {
	case r.received <- viewer.From(ctx).FirmID:
	default: // The poll finds it.
	}
	return nil
}

// The errors of events for a number or an account that no channel of the firm has.
var (
	errNumber  = errors.New("hook: no channel of the firm has this number")
	errAccount = errors.New("hook: no channel of the firm has this business account")
)

// store stores events for the channels whose numbers they name: those of another number of the app
// for its channel. Those of templates and accounts name a business account alone.
func (r *Receiver) store(ctx context.Context, id uuid.UUID, line *channel.Line, events []provider.Event) error {
	own := line.Account.Settings
	isOther := func(event provider.Event) bool {
		if event.PhoneNumberID != "" {
			return event.PhoneNumberID != own.PhoneNumberID
		}
		return event.BusinessAccountID != "" && event.BusinessAccountID != own.BusinessAccountID
	}
	if !slices.ContainsFunc(events, isOther) {
		return r.commits.do(ctx, viewer.From(ctx).FirmID, func(ctx context.Context) error {
			return messaging.StoreEvents(ctx, r.db, id, events)
		})
	}
	siblings, err := r.channels.Siblings(ctx, line)
	if err != nil {
		return err
	}
	of := map[uuid.UUID][]provider.Event{}
	for _, event := range events {
		to := id
		if isOther(event) {
			number, account := siblings.Numbers[event.PhoneNumberID], siblings.Accounts[event.BusinessAccountID]
			switch {
			case event.PhoneNumberID != "" && number != uuid.Nil:
				to = number
			case event.PhoneNumberID != "":
				event.Err = fmt.Errorf("%w: %s", errNumber, event.PhoneNumberID)
			case account != uuid.Nil:
				to = account
			case own.BusinessAccountID != "": // else it may be that of the channel
				event.Err = fmt.Errorf("%w: %s", errAccount, event.BusinessAccountID)
			}
		}
		of[to] = append(of[to], event)
	}
	return r.commits.do(ctx, viewer.From(ctx).FirmID, func(ctx context.Context) error {
		for channel, some := range of {
			if err := messaging.StoreEvents(ctx, r.db, channel, some); err != nil {
				return err
			}
		}
		return nil
	})
}

// Challenge answers a GET request by which a provider checks the address of a hook. It returns
// NotFound as [Receiver.Receive] does, and Forbidden for a wrong token.
func (r *Receiver) Challenge(ctx context.Context, id uuid.UUID, query map[string][]string) (answer string, err error) {
	defer fault.Wrap(&err, "hook.Challenge")
	_, line, err := r.line(ctx, id)
	if err != nil {
		return "", err
	}
	challenger, ok := line.Adapter.(provider.Challenger)
	if !ok {
		return "", fault.New(fault.NotFound, "This channel has no such address.")
	}
	if answer, ok = challenger.Challenge(line.Account, query); !ok {
		return "", fault.New(fault.Forbidden, "The token is wrong.")
	}
	return answer, nil
}

// line returns a channel of any firm that is not deleted, and a context of the server in its firm.
func (r *Receiver) line(ctx context.Context, id uuid.UUID) (context.Context, *channel.Line, error) {
	firm, err := r.firmOf(ctx, id)
	if err != nil {
		return ctx, nil, err
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm, Request: viewer.From(ctx).Request})
	// Calls that arrive while the channel is read take what is read: a provider makes one for each
	// status.
	found, err, _ := r.lines.Do(id.String(), func() (any, error) {
		// Others wait for it, so it does not end with this call.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
		defer cancel()
		return r.channels.Line(ctx, id)
	})
	if err != nil {
		return ctx, nil, err
	}
	line := found.(*channel.Line) //nolint:forcetypeassert // Nothing else is returned.
	if line.Deleted {
		return ctx, nil, fault.New(fault.NotFound, "There is no such channel.")
	}
	return ctx, line, nil
}

// firmOf returns the firm of a channel.
func (r *Receiver) firmOf(ctx context.Context, id uuid.UUID) (firm uuid.UUID, err error) {
	if known, ok := r.firms.Load(id); ok {
		return known.(uuid.UUID), nil //nolint:forcetypeassert // Nothing else is stored.
	}
	across := r.db.AcrossFirms(rule.AcrossFirms(ctx, "find the firm of a hook"))
	found, err := across.Row([]any{&firm}, "SELECT firm_id FROM channels WHERE id = $1 AND deleted_at IS NULL", id)
	if err != nil {
		return firm, err
	}
	if !found {
		return firm, fault.New(fault.NotFound, "There is no such channel.")
	}
	r.firms.Store(id, firm)
	return firm, nil
}

// Run works on what was received until ctx is done. Firms do not wait for each other. What was
// received for a firm is worked on in the order in which it came. Once ctx is done, Run waits for
// the steps that run, 10 seconds at most.
func (r *Receiver) Run(ctx context.Context) {
	turns := &turns{step: r.step}
	defer turns.running.Wait()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case firm := <-r.received:
			turns.add(ctx, firm)
		case <-ticker.C:
			firms, err := messaging.FirmsWithEvents(ctx, r.db, firmsAtOnce)
			if err != nil && ctx.Err() == nil {
				slog.ErrorContext(ctx, "the calls of providers can't be read", "error", err)
			}
			for _, firm := range firms {
				turns.add(ctx, firm)
			}
		}
	}
}

// step works on some of what was received for a firm, and reports whether there may be more. It
// does not end with ctx: after its commit people are told of messages, which nobody does later.
func (r *Receiver) step(ctx context.Context, firm uuid.UUID) (more bool) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopLimit, cancel) })()
	more, err := r.messages.ApplyEvents(viewer.NewContext(work, &viewer.Viewer{Kind: viewer.System, FirmID: firm}))
	if err != nil {
		if ctx.Err() == nil {
			slog.ErrorContext(ctx, "the calls of providers can't be worked on", "firm", firm, "error", err)
		}
		return false // The poll finds it.
	}
	return more
}

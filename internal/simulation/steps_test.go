package simulation_test

import (
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// step does something that a user, a person or a provider would do in one of the firms.
func (w *world) step(t testing.TB) {
	t.Helper()
	f := w.firms[w.random.IntN(len(w.firms))]
	switch w.random.IntN(12) {
	case 0:
		w.credit(t, f)
	case 1, 2, 3, 4:
		w.send(t, f)
	case 5:
		w.says(t, f, "STOP")
	case 6:
		w.says(t, f, "START")
	case 7:
		phone, state := phones[w.random.IntN(len(phones))], consent.OptedIn
		if w.random.IntN(2) == 1 {
			state = consent.OptedOut
		}
		w.setConsent(t, f, phone, state)
	case 8, 9:
		w.statuses(t, f)
	case 10:
		w.cancel(t, f)
	case 11:
		if w.broken != "" {
			w.breakTable(t, "")
		} else {
			w.breakTable(t, faulty[w.random.IntN(len(faulty))])
		}
		w.note("broken: %q", w.broken)
	}
	w.pass(w.random.IntN(3))
}

// pass lets time pass, and what the server does meanwhile. Times of steps are between those at
// which the server looks for work.
func (*world) pass(much int) {
	time.Sleep([]time.Duration{3 * time.Millisecond, 7*time.Second + 3*time.Millisecond, 40*time.Minute + 3*time.Millisecond}[much]) //nolint:forbidigo // the fake clock
	synctest.Wait()
}

func (w *world) credit(t testing.TB, f *firm) {
	t.Helper()
	amount := money.Amount(1+f.random.IntN(20)) * price
	_, err := w.ledger.Credit(f.ctx, wallet.CreditInput{FirmID: f.id, Amount: amount, Reason: "Top-up"})
	failed := w.failed(t, err)
	if !failed {
		f.credited += amount
	}
	w.note("firm %d: credit %s, failed %t", f.number, amount, failed)
}

func (w *world) send(t testing.TB, f *firm) {
	t.Helper()
	in := messaging.SendInput{}
	for range 1 + w.random.IntN(4) {
		category := []pricing.Category{"Marketing", "Marketing", "Utility", "Authentication"}[w.random.IntN(4)]
		m := &messaging.SendMessage{To: &phones[w.random.IntN(len(phones))], Body: "Hello", Category: &category}
		if w.random.IntN(4) == 0 {
			m.NotBefore = new(time.Now().Add(time.Duration(w.random.IntN(7200)) * time.Second))
		}
		if w.random.IntN(4) == 0 {
			m.OnUnknown = new(messaging.ResendUnknown)
		}
		in.Messages = append(in.Messages, m)
	}
	w.carrier.accepting.Store(true)
	defer w.carrier.accepting.Store(false)
	result, err := w.messages.Send(f.ctx, in, messaging.Rights{Write: true, Template: true, Start: true})
	w.carrier.mutex.Lock()
	defer w.carrier.mutex.Unlock() // A test that fails here still ends.
	if !w.failed(t, err) {
		for _, accepted := range result.Accepted {
			m := in.Messages[accepted.Index]
			w.carrier.messages[accepted.ID] = &carried{
				firm: f.number, number: len(f.ids), to: *m.To, marketing: *m.Category == "Marketing", resend: m.OnUnknown != nil,
			}
			f.ids = append(f.ids, accepted.ID)
		}
		for _, rejected := range result.Rejected {
			w.note("firm %d: rejected %s", f.number, rejected.Code)
		}
	}
	w.note("firm %d: send %d, failed %t, so far %d", f.number, len(in.Messages), err != nil, len(f.ids))
}

// stop notes that a person has opted out of a firm, or in again. Calls of claimed messages may
// begin within a time after an opt-out.
func (w *world) stop(f *firm, phone string, out bool, within time.Duration) {
	w.carrier.mutex.Lock()
	defer w.carrier.mutex.Unlock()
	key := phone + " " + strconv.Itoa(f.number)
	if _, already := w.carrier.stopped[key]; !out {
		delete(w.carrier.stopped, key)
	} else if !already {
		w.carrier.stopped[key] = time.Now().Add(within)
	}
}

// apply stores events of a provider, twice, and applies them.
func (w *world) apply(t testing.TB, f *firm, events ...provider.Event) bool {
	t.Helper()
	for range min(2, 2*len(events)) {
		if w.failed(t, messaging.StoreEvents(f.ctx, w.DB, f.channel, events)) {
			return false
		}
	}
	for more := true; more; {
		var err error
		if more, err = w.messages.ApplyEvents(f.ctx); w.failed(t, err) {
			return false
		}
	}
	return true
}

func (w *world) says(t testing.TB, f *firm, word string) {
	t.Helper()
	if w.broken != "" {
		w.breakTable(t, "") // A word that is only stored would count from a time that is not known.
	}
	phone := phones[f.random.IntN(len(phones))]
	f.inbound++
	id := fmt.Sprintf("in-%d-%d", f.number, f.inbound)
	w.apply(t, f, provider.Event{Inbound: &provider.Inbound{ProviderID: id, Phone: phone, Kind: "text", Body: word, At: time.Now()}})
	w.stop(f, phone, word == "STOP", time.Second)
	w.note("firm %d: %s says %s", f.number, phone, word)
}

func (w *world) setConsent(t testing.TB, f *firm, phone string, state consent.State) {
	t.Helper()
	_, err := consent.Set(f.ctx, w.DB, consent.SetInput{Address: &phone, State: state})
	failed := w.failed(t, err)
	if !failed {
		w.stop(f, phone, state == consent.OptedOut, 0)
	}
	w.note("firm %d: %s is %s, failed %t", f.number, phone, state, failed)
}

// statuses are statuses of messages that the provider has taken, or whose answer was lost, in any
// order.
func (w *world) statuses(t testing.TB, f *firm) {
	t.Helper()
	var events []provider.Event
	states := []provider.State{provider.StateSent, provider.StateDelivered, provider.StateRead, provider.StateFailed}
	w.carrier.mutex.Lock()
	for _, id := range w.carrier.inOrder(f.number) {
		of := w.carrier.messages[id]
		if of.last.Result == provider.Taken && f.random.IntN(2) == 0 {
			state := states[f.random.IntN(len(states))]
			of.failed = of.failed || state == provider.StateFailed
			events = append(events, provider.Event{Status: &provider.Status{OurID: id.String(), State: state, At: time.Now()}})
		}
	}
	w.carrier.mutex.Unlock()
	f.random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	done := len(events) == 0 || w.apply(t, f, events...)
	w.note("firm %d: %d statuses, applied %t", f.number, len(events), done)
}

func (w *world) cancel(t testing.TB, f *firm) {
	t.Helper()
	if len(f.ids) == 0 {
		return
	}
	number := w.random.IntN(len(f.ids))
	_, err := w.messages.Cancel(f.ctx, f.ids[number])
	if !fault.Is(err, fault.Conflict) {
		w.failed(t, err)
	}
	w.note("firm %d: cancel %d, done %t", f.number, number, err == nil)
	if others := w.firms[1-f.number].ids; len(others) > 0 {
		_, err := w.messages.Cancel(f.ctx, others[len(others)-1])
		require.True(t, fault.Is(err, fault.NotFound), "firm %d cancels its messages alone: %v", f.number, err)
	}
}

// check checks what must be true after each step.
func (w *world) check(t testing.TB) {
	t.Helper()
	ctx := t.Context()
	require.Empty(t, w.carrier.faults)
	_, err := wallet.Verify(ctx, w.DB, nil, func(f wallet.Fault) { t.Errorf("wallet: %+v", f) })
	require.NoError(t, err)
	_, err = messaging.VerifyHolds(ctx, w.DB, nil, func(f messaging.Fault) { t.Errorf("holds: %s", f.What) })
	require.NoError(t, err)
	_, err = consent.Verify(ctx, w.DB, nil, func(f consent.Fault) { t.Errorf("consent: %+v", f) })
	require.NoError(t, err)
	for _, f := range w.all() {
		w.checkMessages(t, f)
	}
	w.seller.check(t)
	require.False(t, t.Failed())
}

// finish lets everything end, and checks what must be true then.
func (w *world) finish(t testing.TB) {
	t.Helper()
	w.breakTable(t, "")
	w.seller.finish(t, false)
	for range 4 {
		time.Sleep(14 * time.Hour) //nolint:forbidigo // the fake clock
		synctest.Wait()
		for _, f := range w.all() {
			require.True(t, w.apply(t, f))
		}
		w.seller.finish(t, true)
	}
	for range 2 { // Statuses may still come for messages that have ended.
		for _, f := range w.all() {
			w.statuses(t, f)
			w.checkMessages(t, f)
		}
	}
	w.check(t)
	_, err := messaging.Verify(t.Context(), w.DB, nil, func(f messaging.Fault) { t.Errorf("counts: %s", f.What) })
	require.NoError(t, err)
	w.seller.ended(t)
	for _, f := range w.all() {
		charged := money.Amount(0)
		for _, id := range w.carrier.inOrder(f.number) {
			charged += w.charged(t, f, id)
		}
		now, err := wallet.CurrentBalance(f.ctx, w.DB, f.id)
		require.NoError(t, err)
		require.Zero(t, now.Held)
		balance := w.Client.Wallet.Query().OnlyX(f.ctx).Balance
		require.Equal(t, f.credited-charged, balance, "firm %d pays once for what was taken", f.number)
		w.note("firm %d: balance %s", f.number, balance)
	}
	require.False(t, t.Failed())
}

// charged returns what a message that has ended must have cost, and requires that it did.
func (w *world) charged(t testing.TB, f *firm, id uuid.UUID) money.Amount {
	t.Helper()
	m, of := w.Client.Message.Query().Where(message.ID(id)).OnlyX(f.ctx), w.carrier.messages[id]
	w.note("firm %d: message %d is %s %s after %d calls", f.number, of.number, m.Status, *m.Charge, of.calls)
	require.NotContains(t, []message.Status{message.StatusQueued, message.StatusSending, message.StatusUnknown}, m.Status, "it has ended")
	// An outcome that the store refused for long is unknown, and its price is released in the end.
	// One that is then sent again may be refused, by the provider or because the person has opted
	// out. A status may say that it failed before the outcome is stored.
	code := ""
	if m.ErrorCode != nil {
		code = *m.ErrorCode
	}
	lost := code == string(messaging.OutcomeUnknown) || of.failed && m.SentAt == nil ||
		of.resend && (of.calls > 1 || code == string(provider.OptedOut))
	taken := of.taken && (!lost || *m.Charge == message.ChargeCharged)
	require.Equal(t, taken && of.marketing, *m.Charge == message.ChargeCharged, "firm %d: message %d, %s", f.number, of.number, *m.Charge)
	if taken && of.marketing {
		return price
	}
	return 0
}

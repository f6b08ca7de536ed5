package simulation_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// price is the price of a Marketing message. The others cost nothing.
const price = money.Unit / 20

// phones are the people that all firms write to.
var phones = []string{"+5511987654321", "+4915112345678", "+12015550123", "+442071838750"}

// world is a server with firms, and what must be true of it.
type world struct {
	*db.DB

	random   *rand.Rand
	drawn    *rand.Rand // for contacts
	ledger   *wallet.Ledger
	messages *messaging.Manager
	channels *channel.Manager
	carrier  *carrier
	firms    []*firm
	seller   *seller
	trace    bytes.Buffer
	// broken is the table whose rows can't be written at present, or "".
	broken string
}

// firm is a firm, and what the simulation knows of it without asking the server.
type firm struct {
	number   int
	random   *rand.Rand
	id       uuid.UUID
	ctx      context.Context //nolint:containedctx // It is the test's.
	channel  uuid.UUID
	credited money.Amount
	ids      []uuid.UUID        // of the accepted messages
	inbound  int                // the messages that have arrived
	created  []uuid.UUID        // the contacts that the firm has created
	contacts map[uuid.UUID]bool // those that are not deleted
}

// newWorld returns a world that a seed determines. It is called in a bubble of synctest.
func newWorld(t testing.TB, seed uint64) *world {
	t.Helper()
	w := &world{DB: dbtest.Open(t, db.SQLite), random: rand.New(rand.NewPCG(seed, 0))} //nolint:gosec // A seed repeats it.
	w.drawn = rand.New(rand.NewPCG(seed, 1))                                           //nolint:gosec // As above.
	w.carrier = &carrier{seed: seed, messages: map[uuid.UUID]*carried{}, stopped: map[string]time.Time{}, sales: map[int]*sale{}}
	events := broker.NewMemory()
	center := notification.NewCenter(w.DB, events)
	w.ledger = wallet.NewLedger(w.DB, center, events)
	t.Cleanup(func() {
		require.NoError(t, w.ledger.Close(context.Background()))
		center.Close()
		require.NoError(t, events.Close())
	})
	w.messages = messaging.NewManager(w.DB, w.ledger, center, messaging.Config{})
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	w.channels = channel.NewManager(w.DB, channel.Config{
		Key: key, Guard: outbound.NewGuard(nil), Notifications: center,
		Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: w.carrier},
	})
	w.prepareFaults(t) // First, because SQLite prepares each statement again after it.
	for number := range 2 {
		w.firms = append(w.firms, w.newFirm(t, number, w.random))
	}
	w.seller = w.newSeller(t, center)
	for _, f := range w.all() {
		w.credit(t, f)
	}
	w.run(t, dispatch.New(w.DB, w.messages, w.channels, dispatch.Config{Poll: poll}).Run)
	w.run(t, w.seller.runner.Run)
	return w
}

// all returns all firms.
func (w *world) all() []*firm { return append(slices.Clone(w.firms), w.seller.firm) }

// newFirm returns a firm whose steps a source determines.
func (w *world) newFirm(t testing.TB, number int, random *rand.Rand) *firm {
	t.Helper()
	across := rule.AcrossFirms(t.Context(), "a test")
	made, _ := dbtest.Firm(t, w.DB, fmt.Sprint("Firm ", number))
	require.NoError(t, wallet.Open(across, w.DB, made.ID, made.Currency))
	plan := w.Client.PricingPlan.Create().SetName(made.Name).SetNameKey(made.NameKey).SetCurrency("EUR").SaveX(across)
	w.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetUnitPrice(price).
		SetValidFrom(entity.Now()).SaveX(across)
	made.Update().SetPricingPlanID(plan.ID).ExecX(across)
	f := &firm{number: number, random: random, id: made.ID, contacts: map[uuid.UUID]bool{}, ctx: viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: made.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
	})}
	line, err := w.channels.Create(f.ctx, channel.CreateInput{Name: "Sandbox", Kind: provider.Sandbox, MessagesPerSecond: new(50)})
	require.NoError(t, err)
	f.channel = line.ID
	return f
}

// run starts a part of the server, which ends with the test.
func (*world) run(t testing.TB, part func(context.Context)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		part(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}

// poll is how often the server looks for work that nobody has told it of. It is long, because each
// look takes real time.
const poll = 10 * time.Minute

// faulty are the tables whose writes fail at times.
var faulty = []string{"wallets", "messages", "outgoing_messages", "message_counts", "consent_entries", "hook_events"}

// prepareFaults makes the store refuse changes of the table whose name is in simulated_fault.
func (w *world) prepareFaults(t testing.TB) {
	t.Helper()
	var script strings.Builder
	script.WriteString("CREATE TABLE simulated_fault (broken text); INSERT INTO simulated_fault VALUES ('');")
	for _, table := range slices.Concat(faulty, faultyOfContacts, faultyOfCampaigns) {
		for _, verb := range []string{"INSERT", "UPDATE", "DELETE"} {
			fmt.Fprintf(&script, `CREATE TRIGGER simulated_%s_%s BEFORE %[2]s ON %[1]s
WHEN (SELECT broken FROM simulated_fault) = '%[1]s' BEGIN SELECT RAISE(ABORT, 'simulated fault'); END;`, table, verb)
		}
	}
	w.sql(t, "BEGIN IMMEDIATE; "+script.String()+" COMMIT")
}

// breakTable makes writes of a table fail, or of none for "".
func (w *world) breakTable(t testing.TB, table string) {
	t.Helper()
	w.broken = table
	w.sql(t, fmt.Sprintf("UPDATE simulated_fault SET broken = '%s'", table))
}

func (w *world) sql(t testing.TB, statement string) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), w.DB).Exec(statement)
	require.NoError(t, err)
}

// note adds a line to the trace. It has no ids, which differ from run to run.
func (w *world) note(format string, args ...any) {
	fmt.Fprintf(&w.trace, "%s ", time.Now().UTC().Format("01-02 15:04:05.000"))
	fmt.Fprintf(&w.trace, format+"\n", args...)
}

// failed reports whether something failed, which only happens while the store is broken.
func (w *world) failed(t testing.TB, err error) bool {
	t.Helper()
	if err != nil && w.broken == "" {
		require.NoError(t, err)
	}
	return err != nil
}

// carrier is the provider of all firms. What it answers depends on the seed, the message and the
// attempt alone.
type carrier struct {
	seed uint64
	// accepting is true while the server accepts messages whose ids are not known yet.
	accepting atomic.Bool

	mutex    sync.Mutex
	messages map[uuid.UUID]*carried
	// stopped are the firms' people who have opted out, and from when on they are not called.
	stopped map[string]time.Time
	// sales are the campaigns, by their numbers.
	sales  map[int]*sale
	faults []string
}

// carried is a message that was accepted by the server.
type carried struct {
	firm, number int
	to           string
	marketing    bool
	resend       bool
	sale         *sale // the campaign, or nil
	calls        int
	taken        bool
	// failed reports whether a status says that it failed.
	failed bool
	last   provider.Outcome
	status message.Status // at the last check, or ""
}

// Send implements [provider.Adapter].
func (c *carrier) Send(_ context.Context, _ provider.Account, m provider.Message) provider.Outcome {
	for c.accepting.Load() {
		time.Sleep(time.Millisecond) //nolint:forbidigo // the fake clock
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	of := c.messages[m.ID]
	if of == nil {
		of = c.ofSale(m)
	}
	if of == nil {
		// The server itself sends it, to confirm an opt-out.
		of = &carried{number: -1}
		c.messages[m.ID] = of
	}
	since, stopped := c.stopped[m.To.Value+" "+strconv.Itoa(of.firm)]
	switch {
	case stopped && of.marketing && time.Now().After(since):
		c.fault("message %d of firm %d was sent to a person who had opted out", of.number, of.firm)
	case of.sale != nil && !of.sale.still.IsZero() && time.Now().After(of.sale.still.Add(time.Second)):
		c.fault("a message of campaign %d was sent while it was %s", of.sale.number, of.sale.status)
	}
	switch {
	case of.resend: // It may arrive twice: the outcome of a call may not have been stored.
	case of.calls > 0 && of.last.Result == provider.Taken:
		c.fault("message %d of firm %d was sent after it was taken", of.number, of.firm)
	case of.calls > 0 && of.last.Result == provider.Refused:
		c.fault("message %d of firm %d was sent after it was refused", of.number, of.firm)
	case of.calls > 0 && of.last.Result == provider.Unknown:
		c.fault("message %d of firm %d was sent again though its outcome was unknown", of.number, of.firm)
	}
	of.calls++
	of.last = c.answer(of, m)
	of.taken = of.taken || of.last.Result == provider.Taken
	return of.last
}

func (c *carrier) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// answer draws the outcome of a call.
func (c *carrier) answer(of *carried, m provider.Message) provider.Outcome {
	drawn := rand.New(rand.NewPCG(c.seed, uint64(of.firm)<<40|uint64(of.number+1)<<8|uint64(of.calls))) //nolint:gosec // As above.
	switch drawn.IntN(10) {
	case 0:
		return provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage}
	case 1:
		return provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: time.Duration(drawn.IntN(5)) * time.Second}
	case 2:
		return provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitPair}
	case 3:
		return provider.Refusal(provider.InvalidAddress, "no such number")
	case 4:
		return provider.Outcome{Result: provider.Unknown, Message: "the answer is lost"}
	}
	return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}
}

// ReadHook implements [provider.Adapter].
func (*carrier) ReadHook(provider.Account, provider.Hook) ([]provider.Event, error) {
	return nil, errors.New("the simulation stores events itself")
}

// Test implements [provider.Adapter].
func (*carrier) Test(context.Context, provider.Account) provider.TestResult {
	return provider.TestResult{OK: true, Sender: "sandbox"}
}

// inOrder returns the messages of the carrier in the order in which they were accepted.
func (c *carrier) inOrder(number int) []uuid.UUID {
	ids := slices.Collect(maps.Keys(c.messages))
	ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return c.messages[id].firm != number || c.messages[id].number < 0 })
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return c.messages[a].number - c.messages[b].number })
	return ids
}

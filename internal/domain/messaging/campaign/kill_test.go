package campaign_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// victimURL is the variable with the database of the process that the test kills.
	victimURL = "FIRMHUB_TEST_VICTIM_URL"
	// victimAct, victimFirm and victimCampaign are the variables of a process that is killed in an
	// act.
	victimAct      = "FIRMHUB_TEST_VICTIM_ACT"
	victimFirm     = "FIRMHUB_TEST_VICTIM_FIRM"
	victimCampaign = "FIRMHUB_TEST_VICTIM_CAMPAIGN"
	// victimCalls is the variable with the number of calls at which the process stops, if there is
	// one.
	victimCalls = "FIRMHUB_TEST_VICTIM_CALLS"
)

// The acts in which a process is killed.
const (
	inPause     = "in the transaction that pauses"
	inCancel    = "in the transaction that cancels"
	afterCancel = "after that, and before the messages that wait are cancelled"
	inStatuses  = "while statuses of the provider are applied"
)

// killBatch is small, so that preparing has many steps.
const killBatch = 20

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url)
	}
	os.Exit(m.Run())
}

// soon makes messages whose outcome is unknown fail soon.
func soon() messaging.Config {
	return messaging.Config{UnknownAfter: 50 * time.Millisecond, UnknownRelease: 50 * time.Millisecond}
}

// answer is what the provider answers to a message. It depends on the id alone.
func answer(m provider.Message) provider.Outcome {
	switch m.ID[15] % 8 {
	case 0:
		return provider.Outcome{Result: provider.Unknown, Message: "lost"}
	case 1:
		return provider.Refusal(provider.InvalidAddress, "no such number")
	}
	return taken(m.ID)
}

// printer is a provider that prints the id of each message before it answers. It stops the process
// after some of them: however late that is killed, the others are left for the next one.
type printer struct {
	adapter

	limit int64 // or 0
	sent  atomic.Int64
}

func (p *printer) Send(_ context.Context, _ provider.Account, m provider.Message) provider.Outcome {
	fmt.Fprintln(os.Stdout, m.ID)
	if p.sent.Add(1) == p.limit {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) // with all its goroutines
		select {}
	}
	return answer(m)
}

// victim works on campaigns as a server does, until it is killed.
func victim(url string) {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	messages := messaging.NewManager(d, ledger, center, soon())
	printed := &printer{}
	if limit := os.Getenv(victimCalls); limit != "" {
		if printed.limit, err = strconv.ParseInt(limit, 10, 64); err != nil {
			panic(err)
		}
	}
	channels := channel.NewManager(d, channel.Config{
		Guard: outbound.NewGuard(nil), Notifications: center, Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: printed},
	})
	campaigns := campaign.NewManager(d, ledger, messages, center)
	campaigns.SetBatch(killBatch)
	if act := os.Getenv(victimAct); act != "" {
		panic(victimOf(ctx, d, campaigns, messages, act))
	}
	jobs := job.NewRunner(job.Config{DB: d})
	campaigns.Handle(jobs)
	if err := jobs.Start(ctx); err != nil {
		panic(err)
	}
	go campaigns.NewRunner(pollTest).Run(ctx)
	dispatch.New(d, messages, channels, dispatch.Config{Poll: pollTest}).Run(ctx)
}

// victimOf does an act, says so in the middle of it, and waits there until it is killed.
func victimOf(ctx context.Context, d *db.DB, campaigns *campaign.Manager, messages *messaging.Manager, act string) error {
	id := uuid.MustParse(os.Getenv(victimCampaign))
	ctx = viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.User, FirmID: uuid.MustParse(os.Getenv(victimFirm)), UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
	})
	wait := func() {
		fmt.Fprintln(os.Stdout, id)
		select {}
	}
	switch act {
	case inPause:
		return d.Tx(ctx, func(ctx context.Context) error {
			_, err := campaigns.Pause(ctx, id)
			if err == nil {
				wait()
			}
			return err
		})
	case inCancel:
		return campaigns.CancelAndDie(ctx, id, wait)
	case afterCancel:
		err := campaigns.CancelAndDie(ctx, id, func() {})
		if err == nil {
			wait()
		}
		return err
	}
	if act == inStatuses {
		fmt.Fprintln(os.Stdout, id)
		for more := true; more; {
			var err error
			if more, err = messages.ApplyEvents(ctx); err != nil {
				return err
			}
		}
		select {}
	}
	return victimAt(ctx, campaigns, id, act, wait)
}

// TestKill kills a process that prepares and runs campaigns, again and again, also while and after
// they are paused and cancelled, and while statuses of the provider are applied. No message is
// called twice, nothing is held in the end, and the recipients, their export, the counts, the
// ledger and the list of the provider agree. The long form (make test-long) kills it at twenty more
// points.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundleWith(t, d, soon())
		b.credit(t, 1000*money.Unit)
		points := points()
		contacts := 200 + 100*len(points) // More than the dead processes had claimed.
		b.contacts(t, contacts)
		b.channelRate(t, 1000)
		k := &killed{b, url, contacts, map[uuid.UUID]int{}}

		run := b.execute(t, b.create(t).ID).ID
		k.when(t, func(int) bool { return b.get(t, run).Counts.Recipients >= 3*killBatch }, victimCalls+"=1")
		for _, calls := range points {
			k.calling(t, calls)
		}
		k.during(t, inPause, run)
		require.Equal(t, campaign.Running, b.get(t, run).Status)
		require.Zero(t, b.parked(t))
		k.calling(t, 1)
		_, err = b.Pause(b.ctx, run)
		require.NoError(t, err)
		called := len(k.called)
		k.when(t, func(int) bool { return b.parked(t) > 0 && b.waiting(t) == 0 })
		require.Equal(t, called, len(k.called), "nothing is called while it is paused") //nolint:testifylint // Len would print all of them.
		_, err = b.Resume(b.ctx, run)
		require.NoError(t, err)
		k.calling(t, 20)
		k.finish(t, run)
		k.statuses(t, run)

		stopped := b.execute(t, b.create(t).ID).ID
		k.calling(t, 30)
		k.during(t, inCancel, stopped)
		require.Equal(t, campaign.Running, b.get(t, stopped).Status)
		require.Zero(t, b.parked(t))
		k.calling(t, 1)
		called = len(k.called)
		k.during(t, afterCancel, stopped)
		require.Equal(t, campaign.Cancelled, b.get(t, stopped).Status)
		require.Positive(t, b.parked(t))
		k.when(t, func(int) bool { return b.parked(t) == 0 }) // The runner has cancelled them.
		k.sound(t)
		k.exported(t, stopped)
		k.finish(t, stopped)
		require.Equal(t, called, len(k.called), "nothing is called after it was cancelled") //nolint:testifylint // as above
		require.Positive(t, b.get(t, stopped).Counts.Cancelled)
	})
}

// points returns after how many calls each process is killed.
func points() []int {
	if os.Getenv("FIRMHUB_TEST_LONG") == "" {
		return []int{1, 40}
	}
	var all []int
	for i := range 20 {
		all = append(all, 1+i%10)
	}
	return all
}

// killed are processes that were killed, and how often they called each message.
type killed struct {
	*bundle

	url      string
	contacts int
	called   map[uuid.UUID]int
}

// during starts a process, and kills it in an act on a campaign. What is held, the ledger and the
// counts are right then.
func (k *killed) during(t *testing.T, act string, id uuid.UUID) {
	t.Helper()
	k.when(t, func(said int) bool { return said == 1 }, victimAct+"="+act, victimFirm+"="+k.firm.ID.String(), victimCampaign+"="+id.String())
	delete(k.called, id) // It was the sign that the process is in the act.
	k.sound(t)
	k.exported(t, id)
}

// calling starts a process, and kills it when it has called a number of messages.
func (k *killed) calling(t *testing.T, calls int) {
	t.Helper()
	k.when(t, func(n int) bool { return n >= calls }, victimCalls+"="+strconv.Itoa(calls))
}

// when starts a process, and kills it when a condition holds, which is given how many messages the
// process has called.
func (k *killed) when(t *testing.T, holds func(calls int) bool, env ...string) {
	t.Helper()
	k.orphaned(t)
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(append(os.Environ(), victimURL+"="+k.url), env...)
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	calls := make(chan uuid.UUID, 10_000) // all messages
	go printed(said, calls)
	require.Eventually(t, func() bool { return holds(len(calls)) }, 5*time.Minute, time.Millisecond)
	require.NoError(t, process.Process.Kill())
	for id := range calls {
		k.called[id]++
	}
	require.Error(t, process.Wait())
}

// printed sends the ids that a process prints, until it ends.
func printed(said io.Reader, calls chan<- uuid.UUID) {
	defer close(calls)
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if id, err := uuid.Parse(strings.TrimSpace(lines.Text())); err == nil { // else it is a line of a log
			calls <- id
		}
	}
}

// orphaned makes the jobs and the lease of the dead process due: it was their leader for half a
// minute.
func (k *killed) orphaned(t *testing.T) {
	t.Helper()
	ago := map[string]string{db.SQLite: "datetime('now', '-30 seconds', 'subsec')", db.Postgres: "now() - interval '30 seconds'"}
	for _, statement := range []string{
		"DELETE FROM river_leader", "UPDATE river_job SET attempted_at = " + ago[k.Dialect()] + " WHERE state = 'running'",
	} {
		_, err := dbtest.SQL(t.Context(), k.DB).Exec(statement)
		require.NoError(t, err)
	}
	_, err := k.InFirm(k.ctx).Exec("UPDATE channel_lanes SET held_until = $2 WHERE firm_id = $1 AND held_until IS NOT NULL",
		entity.Now().Add(-time.Minute))
	require.NoError(t, err)
}

// finish lets a campaign end in a process that stays alive, and verifies everything.
func (k *killed) finish(t *testing.T, id uuid.UUID) {
	t.Helper()
	k.orphaned(t)
	k.adapter.answer = answer
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.NewRunner(pollTest).Run(ctx)
	}()
	run(t, k.dispatcher(), func() bool {
		return k.get(t, id).FinishedAt != nil && k.waiting(t) == 0 && k.balance(t).Held == 0
	})
	cancel()
	<-done
	for _, m := range k.adapter.calls {
		k.called[m.ID]++
	}
	k.adapter.calls = nil
	for id, times := range k.called {
		require.Equal(t, 1, times, id)
	}
	c := k.get(t, id).Counts
	require.Equal(t, c.Recipients, c.Sent+c.Failed+c.Cancelled, c)
	require.Equal(t, k.contacts, c.Recipients)
	sent, err := db.All[uuid.UUID](k.InFirm(k.ctx), "SELECT id FROM messages WHERE firm_id = $1 AND campaign_id = $2 AND status = 'Sent'", id)
	require.NoError(t, err)
	require.Len(t, sent, c.Sent)
	for _, message := range sent {
		require.Equal(t, 1, k.called[message], message)
	}
	k.sound(t)
	k.exported(t, id)
}

// statuses lets the provider report on the messages that it took, and kills processes while they
// apply that. In the end each message has the state that was reported, also if that comes again.
func (k *killed) statuses(t *testing.T, id uuid.UUID) {
	t.Helper()
	sent, err := db.All[uuid.UUID](k.InFirm(k.ctx), "SELECT id FROM messages WHERE firm_id = $1 AND campaign_id = $2 AND status = 'Sent'", id)
	require.NoError(t, err)
	want := k.get(t, id).Counts
	var events []provider.Event
	report := func(message uuid.UUID, as provider.State) {
		events = append(events, provider.Event{Status: &provider.Status{ProviderID: "p-" + message.String(), State: as, At: time.Now()}})
	}
	for _, message := range sent {
		counted := &want.Sent
		switch message[14] % 4 {
		case 1:
			report(message, provider.StateDelivered)
			counted = &want.Delivered
		case 2:
			report(message, provider.StateRead) // before it was delivered
			report(message, provider.StateDelivered)
			counted = &want.Read
		case 3:
			report(message, provider.StateFailed)
			counted = &want.Failed
		}
		want.Sent--
		*counted++
	}
	store := func() {
		for part := range slices.Chunk(events, 20) {
			k.store(t, part...)
		}
	}
	store()
	for range 2 {
		k.during(t, inStatuses, id)
	}
	k.applyEvents(t)
	store()
	k.applyEvents(t)
	require.Equal(t, want, k.get(t, id).Counts)
	k.sound(t)
	k.exported(t, id)
}

// exported requires that the export of the recipients of a campaign agrees with its counts and with
// the messages: it has each contact once, in the state of its message.
func (k *killed) exported(t *testing.T, id uuid.UUID) {
	t.Helper()
	export, err := k.ExportRecipients(k.ctx, campaign.RecipientsInput{ID: id})
	require.NoError(t, err)
	rows := table(k.ctx, t, export)
	stored, err := db.All[struct {
		ID     uuid.UUID
		Status string
	}](k.InFirm(k.ctx), "SELECT id, status FROM messages WHERE firm_id = $1 AND campaign_id = $2", id)
	require.NoError(t, err)
	statuses := map[string]string{}
	for _, message := range stored {
		statuses[message.ID.String()] = message.Status
		if message.Status == "Sending" {
			statuses[message.ID.String()] = "Queued"
		}
	}
	contacts, states, withMessage := map[string]bool{}, map[string]int{}, 0
	for _, row := range rows {
		require.False(t, contacts[row["contactId"]], row)
		contacts[row["contactId"]] = true
		states[row["state"]]++
		if row["messageId"] != "" {
			withMessage++
			require.Equal(t, statuses[row["messageId"]], row["state"], row)
		}
	}
	require.Equal(t, withMessage, len(statuses)) //nolint:testifylint // Len would print all of them.
	require.Equal(t, campaign.Counts{
		Recipients: len(rows) - states["Skipped"], Skipped: states["Skipped"], Queued: states["Queued"], Sent: states["Sent"],
		Delivered: states["Delivered"], Read: states["Read"], Failed: states["Failed"], Unknown: states["Unknown"], Cancelled: states["Cancelled"],
	}, k.get(t, id).Counts)
}

// waiting is how many messages of the channel are in the queue, but for those that wait for their
// campaign.
func (b *bundle) waiting(t testing.TB) (n int) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Row([]any{&n}, "SELECT count(*) FROM outgoing_messages WHERE firm_id = $1 AND (state <> 'Queued' OR due_at IS NOT NULL)")
	require.NoError(t, err)
	return n
}

func (b *bundle) channelRate(t testing.TB, perSecond int) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Exec("UPDATE channels SET messages_per_second = $3 WHERE firm_id = $1 AND id = $2", b.channel, perSecond)
	require.NoError(t, err)
}

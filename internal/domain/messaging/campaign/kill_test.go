package campaign_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
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
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/realtime/broker"
)

// victimURL is the variable with the database of the process that the test kills.
const victimURL = "FIRMHUB_TEST_VICTIM_URL"

const (
	// killBatch is small, so that preparing has many steps.
	killBatch = 20
	// killLease is shorter than that of a server, so that the test does not wait.
	killLease = 500 * time.Millisecond
)

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

// printer is a provider that prints the id of each message before it answers.
type printer struct{ adapter }

func (*printer) Send(_ context.Context, _ provider.Account, m provider.Message) provider.Outcome {
	fmt.Fprintln(os.Stdout, m.ID)
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
	channels := channel.NewManager(d, channel.Config{
		Guard: outbound.NewGuard(nil), Notifications: center, Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: &printer{}},
	})
	campaigns := campaign.NewManager(d, ledger, messages, center)
	campaigns.SetBatch(killBatch)
	jobs := job.NewRunner(job.Config{DB: d})
	campaigns.Handle(jobs)
	if err := jobs.Start(ctx); err != nil {
		panic(err)
	}
	go campaigns.NewRunner(pollTest).Run(ctx)
	dispatch.New(d, messages, channels, dispatch.Config{Lease: killLease, Poll: pollTest}).Run(ctx)
}

// TestKill kills a process that prepares and runs campaigns, again and again, also after they were
// paused and cancelled. No message is called twice, nothing is held in the end, and the recipients,
// the counts, the ledger and the list of the provider agree. The long form (make test-long) kills
// it at twenty more points.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundleWith(t, d, soon())
		b.credit(t, 1000*money.Unit)
		b.contacts(t, 400)
		b.channelRate(t, 1000)
		k := &killed{b, url, map[uuid.UUID]int{}}

		run := b.execute(t, b.create(t).ID).ID
		k.when(t, func(int) bool { return b.get(t, run).Counts.Recipients >= 3*killBatch })
		for _, calls := range points() {
			k.when(t, func(n int) bool { return n >= calls })
		}
		_, err = b.Pause(b.ctx, run)
		require.NoError(t, err)
		called := len(k.called)
		k.when(t, func(int) bool { return b.parked(t) > 0 && b.waiting(t) == 0 })
		require.Equal(t, called, len(k.called), "nothing is called while it is paused") //nolint:testifylint // Len would print all of them.
		_, err = b.Resume(b.ctx, run)
		require.NoError(t, err)
		k.when(t, func(n int) bool { return n >= 20 })
		k.finish(t, run)

		stopped := b.execute(t, b.create(t).ID).ID
		k.when(t, func(n int) bool { return n >= 30 })
		_, err = b.Cancel(b.ctx, stopped)
		require.NoError(t, err)
		called = len(k.called)
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

	url    string
	called map[uuid.UUID]int
}

// when starts a process, and kills it when a condition holds, which is given how many messages the
// process has called.
func (k *killed) when(t *testing.T, holds func(calls int) bool) {
	t.Helper()
	k.orphaned(t)
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+k.url)
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	calls := make(chan uuid.UUID, 1000) // all messages
	go printed(said, calls)
	require.Eventually(t, func() bool { return holds(len(calls)) }, time.Minute, time.Millisecond)
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

// orphaned makes the jobs of the dead process due: it was their leader for half a minute.
func (k *killed) orphaned(t *testing.T) {
	t.Helper()
	ago := map[string]string{db.SQLite: "datetime('now', '-30 seconds', 'subsec')", db.Postgres: "now() - interval '30 seconds'"}
	for _, statement := range []string{
		"DELETE FROM river_leader", "UPDATE river_job SET attempted_at = " + ago[k.Dialect()] + " WHERE state = 'running'",
	} {
		_, err := dbtest.SQL(t.Context(), k.DB).Exec(statement)
		require.NoError(t, err)
	}
}

// finish lets a campaign end in a process that stays alive, and verifies everything.
func (k *killed) finish(t *testing.T, id uuid.UUID) {
	t.Helper()
	k.adapter.answer = answer
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.NewRunner(pollTest).Run(ctx)
	}()
	run(t, k.dispatcherWith(dispatch.Config{Poll: pollTest, Lease: killLease}), func() bool {
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
	require.Equal(t, 400, c.Recipients)
	sent, err := db.All[uuid.UUID](k.InFirm(k.ctx), "SELECT id FROM messages WHERE firm_id = $1 AND campaign_id = $2 AND status = 'Sent'", id)
	require.NoError(t, err)
	require.Len(t, sent, c.Sent)
	for _, message := range sent {
		require.Equal(t, 1, k.called[message], message)
	}
	k.sound(t)
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

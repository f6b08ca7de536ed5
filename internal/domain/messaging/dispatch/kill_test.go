package dispatch_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// victimURL is the variable with the database of the process that the test kills.
	victimURL = "FIRMHUB_TEST_VICTIM_URL"
	// victimCalls is the variable with the number of calls at which it stops.
	victimCalls = "FIRMHUB_TEST_VICTIM_CALLS"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url)
	}
	os.Exit(m.Run())
}

// unknownEnds makes messages whose outcome is unknown fail soon.
func unknownEnds() messaging.Config {
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
	return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}
}

// victim sends messages until it is killed. It prints the id of each before its call, and stops
// after some of them: however late it is killed, the others are left for the next process.
func victim(url string) {
	limit, err := strconv.ParseInt(os.Getenv(victimCalls), 10, 64)
	if err != nil {
		panic(err)
	}
	d, err := db.Open(context.Background(), url)
	if err != nil {
		panic(err)
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	messages := messaging.NewManager(d, wallet.NewLedger(d, center, events), center, unknownEnds())
	var calls atomic.Int64
	printed := &adapter{answer: func(m provider.Message) provider.Outcome {
		fmt.Fprintln(os.Stdout, m.ID)
		if calls.Add(1) == limit {
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) // with all its goroutines
			select {}
		}
		return answer(m)
	}}
	channels := channel.NewManager(d, channel.Config{
		Guard: outbound.NewGuard(nil), Notifications: center, Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: printed},
	})
	dispatch.New(d, messages, channels, dispatch.Config{Poll: 20 * time.Millisecond}).Run(context.Background())
}

// TestKill kills a process that sends messages, again and again. No message is called twice, all
// reach a final state, nothing is held in the end, and the ledger and the counts are right. The
// long form (make test-long) kills it fifty times, at random.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundleWith(t, d, 1000, unknownEnds())
		const start = 1000 * money.Unit
		b.charge(t, start)
		points := killPoints()
		for range points { // Each kill loses up to 50 claimed messages.
			b.send(t, perKill, marketing)
		}
		called := map[uuid.UUID]int{}
		for _, after := range points {
			for _, id := range killOne(t, url, after) {
				called[id]++
			}
			// So that the test does not wait for the end of the lease, which is that of a server: a
			// shorter one may end on a busy machine while its holder works.
			_, err := d.InFirm(b.ctx).Exec("UPDATE channel_lanes SET held_until = $2 WHERE firm_id = $1 AND held_until IS NOT NULL", time.Unix(0, 0))
			require.NoError(t, err)
		}
		b.adapter.answer = answer
		b.start(t, dispatch.Config{})
		require.Eventually(t, func() bool {
			n := b.statuses(t)
			return n[message.StatusQueued]+n[message.StatusSending]+n[message.StatusUnknown] == 0 && b.held(t) == 0
		}, 2*time.Minute, 100*time.Millisecond)
		for _, call := range b.adapter.made() {
			called[call.id]++
		}
		for id, times := range called {
			require.Equal(t, 1, times, id)
		}
		n := b.statuses(t)
		require.Equal(t, perKill*len(points), n[message.StatusSent]+n[message.StatusFailed])
		require.Equal(t, start-money.Amount(n[message.StatusSent])*price, b.Client.Wallet.Query().OnlyX(b.ctx).Balance)
		require.Zero(t, dbtest.Count(t, d, "outgoing_messages"))
		_, err = wallet.Verify(context.Background(), d, nil, func(f wallet.Fault) { t.Error(f) })
		require.NoError(t, err)
		_, err = messaging.VerifyHolds(context.Background(), d, nil, func(f messaging.Fault) { t.Error(f) })
		require.NoError(t, err)
		_, err = messaging.Verify(context.Background(), d, nil, func(f messaging.Fault) { t.Error(f) })
		require.NoError(t, err)
	})
}

// perKill is how many messages there are for each process that is killed.
const perKill = 200

// killPoints returns after how many calls each process is killed.
func killPoints() []int {
	if os.Getenv("FIRMHUB_TEST_LONG") == "" {
		return []int{1, 31, 61, 91}
	}
	points := make([]int, 50)
	for i := range points {
		points[i] = 1 + rand.IntN(perKill/2) //nolint:gosec // Any moments do.
	}
	return points
}

// killOne starts a process, kills it after some calls, and returns the messages that it called.
func killOne(t *testing.T, url string, after int) (called []uuid.UUID) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	process := exec.CommandContext(ctx, os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+url, victimCalls+"="+strconv.Itoa(after))
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	for lines := bufio.NewScanner(said); lines.Scan(); {
		id, err := uuid.Parse(strings.TrimSpace(lines.Text()))
		if err != nil {
			continue // a line of a log
		}
		if called = append(called, id); len(called) == after {
			require.NoError(t, process.Process.Kill())
		}
	}
	require.Error(t, process.Wait())
	require.GreaterOrEqual(t, len(called), after)
	return called
}

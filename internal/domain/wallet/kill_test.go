package wallet_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// The variables of the process that the test kills: the database and the firms.
const (
	victimURL   = "FIRMHUB_TEST_VICTIM_URL"
	victimFirms = "FIRMHUB_TEST_VICTIM_FIRMS"
)

const (
	killFirms   = 3
	killClients = 8
	startMoney  = 1_000_000 * unit
)

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url, os.Getenv(victimFirms))
	}
	os.Exit(m.Run())
}

// job is a posting of a client: the credit of two units with the id as its key, or the charge of a
// message of one unit with that id.
type job struct {
	firm   int
	credit bool
	id     uuid.UUID
}

func newJob() job {
	return job{rand.IntN(killFirms), rand.IntN(2) == 0, uuid.New()} //nolint:gosec // no secret
}

func (j job) String() string { return fmt.Sprint(j.firm, j.credit, j.id) }

// workers are what posts jobs.
type workers struct {
	bundles []*bundle
	poster  *wallet.Poster[request]
}

func newWorkers(ledger *wallet.Ledger, bundles []*bundle) *workers {
	return &workers{bundles, wallet.NewPoster(ledger, bundles[0].write)}
}

// do posts a job, which may have been posted before.
func (w *workers) do(j job) error {
	b := w.bundles[j.firm]
	if !j.credit {
		m := messages(unit)
		m[0].id = j.id
		if err := w.poster.Do(b.own, 1, m); err != nil {
			return err
		}
		return m[0].refused
	}
	_, err := b.ledger.Credit(b.admin, wallet.CreditInput{FirmID: b.firm, Amount: 2 * unit, Reason: "Top-up", IdempotencyKey: new(j.id.String())})
	return err
}

// victim posts with several clients until it is killed. It prints each job before, and again when
// it is acknowledged.
func victim(url, firms string) {
	ctx := context.Background()
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	messages := broker.NewMemory()
	ledger := wallet.NewLedger(d, notification.NewCenter(d, messages), messages)
	var bundles []*bundle
	for id := range strings.SplitSeq(firms, ",") {
		firm := uuid.MustParse(id)
		admin := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System})
		bundles = append(bundles, &bundle{DB: d, ledger: ledger, firm: firm, admin: admin, own: asUser(ctx, firm, false)})
	}
	w := newWorkers(ledger, bundles)
	for range killClients {
		go func() {
			for {
				j := newJob()
				fmt.Fprintln(os.Stdout, "begin", j)
				if err := w.do(j); err != nil {
					panic(err)
				}
				fmt.Fprintln(os.Stdout, "done", j)
			}
		}()
	}
	select {}
}

// kills returns how often a test kills; the long form (make test-long) does so twenty times.
func kills() int {
	if isLong() {
		return 20
	}
	return 3
}

func isLong() bool { return os.Getenv("FIRMHUB_TEST_LONG") != "" }

// TestKill kills a process that credits and charges wallets, again and again: what was acknowledged
// is there, and when all jobs are repeated, those that were not are there too, and each once.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		bundles := killable(t, d)
		w := newWorkers(bundles[0].ledger, bundles)
		var firms []string
		for _, b := range bundles {
			firms = append(firms, b.firm.String())
		}
		begun, done := map[job]bool{}, 0
		for range kills() {
			now, acknowledged := killOne(t, url, strings.Join(firms, ","))
			done += len(acknowledged)
			stored(t, bundles, acknowledged)
			for _, j := range now {
				begun[j] = true
			}
		}
		t.Logf("%d of %d jobs were acknowledged", done, len(begun))
		for j := range begun {
			require.NoError(t, w.do(j))
		}
		exact(t, bundles, begun)
	})
}

// killable returns firms with money.
func killable(t *testing.T, d *db.DB) (bundles []*bundle) {
	t.Helper()
	createMessages(t, d)
	for range killFirms {
		b := newBundle(t, d)
		b.credit(t, startMoney)
		bundles = append(bundles, b)
	}
	return bundles
}

// killOne starts a process and kills it after some jobs. It returns those that it began, and those
// that were acknowledged.
func killOne(t *testing.T, url, firms string) (begun, done []job) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+url, victimFirms+"="+firms)
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	lines := bufio.NewScanner(said)
	after := 1 + rand.IntN(300) //nolint:gosec // no secret
	for lines.Scan() {
		var (
			word, id string
			j        job
		)
		if _, err := fmt.Sscan(lines.Text(), &word, &j.firm, &j.credit, &id); err != nil {
			break // the last line, half written
		}
		if j.id, err = uuid.Parse(id); err != nil {
			break
		}
		if word == "begin" {
			begun = append(begun, j)
			continue
		}
		if done = append(done, j); len(done) == after {
			require.NoError(t, process.Process.Kill())
		}
	}
	require.Error(t, process.Wait())
	require.GreaterOrEqual(t, len(done), after)
	return begun, done
}

// stored checks that jobs are in the database.
func stored(t *testing.T, bundles []*bundle, jobs []job) {
	t.Helper()
	across := rule.AcrossFirms(t.Context(), "test")
	for _, j := range jobs {
		b := bundles[j.firm]
		var n int
		query := "SELECT count(*) FROM test_messages WHERE id = $1"
		args := []any{j.id}
		if j.credit {
			query = "SELECT count(*) FROM wallet_keys k JOIN wallet_entries e ON e.firm_id = k.firm_id AND e.id = k.entry_id WHERE k.firm_id = $2 AND k.key = $1"
			args = []any{j.id.String(), b.firm}
		}
		_, err := dbtest.SQL(across, b.DB).Row([]any{&n}, query, args...)
		require.NoError(t, err)
		require.Equal(t, 1, n, "%s was acknowledged", j)
	}
}

// exact checks that the firms have just these jobs, each once.
func exact(t *testing.T, bundles []*bundle, jobs map[job]bool) {
	t.Helper()
	for i, b := range bundles {
		credits, charged := 0, 0
		for j := range jobs {
			switch {
			case j.firm != i:
			case j.credit:
				credits++
			default:
				charged++
			}
		}
		n, sum := b.stored(t)
		require.Equal(t, charged, n)
		require.Equal(t, money.Amount(charged)*unit, sum)
		require.Equal(t, 1+credits, b.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeCredit)).CountX(b.own))
		require.Equal(t, startMoney+money.Amount(2*credits-charged)*unit, b.balance(t))
		require.Empty(t, b.faults(t))
	}
}

// TestKillPostgres kills PostgreSQL under clients, who repeat what was not acknowledged.
func TestKillPostgres(t *testing.T) {
	t.Parallel()
	server := startPostgres(t)
	d, err := db.Open(t.Context(), server.url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	require.NoError(t, d.Migrate(t.Context()))
	bundles := killable(t, d)
	w := newWorkers(bundles[0].ledger, bundles)

	var (
		clients, mu = sync.WaitGroup{}, sync.Mutex{}
		done        = map[job]bool{}
		repeated    int
		stop        = make(chan struct{})
	)
	for range killClients {
		clients.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				j := newJob()
				for err := w.do(j); err != nil; err = w.do(j) {
					mu.Lock()
					repeated++
					mu.Unlock()
					<-time.After(10 * time.Millisecond) // the database is away
				}
				mu.Lock()
				done[j] = true
				mu.Unlock()
			}
		})
	}
	posted := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(done)
	}
	for range kills() {
		enough := posted() + 1 + rand.IntN(500) //nolint:gosec // no secret
		require.Eventually(t, func() bool { return posted() > enough }, time.Minute, time.Millisecond)
		server.kill(t)
		server.start(t)
	}
	close(stop)
	clients.Wait()
	t.Logf("%d jobs, %d repetitions", len(done), repeated)
	exact(t, bundles, done)
}

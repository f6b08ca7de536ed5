package messaging_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// The variables of the process that the test kills: the database and the firm.
const (
	victimURL  = "FIRMHUB_TEST_VICTIM_URL"
	victimFirm = "FIRMHUB_TEST_VICTIM_FIRM"
)

// inReport is the number of messages of a report.
const inReport = 5

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url, uuid.MustParse(os.Getenv(victimFirm)))
	}
	os.Exit(m.Run())
}

// messagesOf returns the ids of the messages of a report.
func messagesOf(report string) (ids []string) {
	for i := range inReport {
		ids = append(ids, fmt.Sprint(report, "-", i))
	}
	return ids
}

// sendReport reports messages and that they were read. It may have been done before.
func sendReport(ctx context.Context, to *messaging.Manager, id string) error {
	var in messaging.ReportInput
	var read messaging.StatusReportInput
	for _, id := range messagesOf(id) {
		in.Messages = append(in.Messages, outbound(id))
		read.Statuses = append(read.Statuses, status(id, message.StatusRead))
	}
	if _, err := to.Report(ctx, in); err != nil {
		return err
	}
	_, err := to.ReportStatuses(ctx, read)
	return err
}

// victim reports with several clients until it is killed. It prints the id of each report before,
// and again when it is acknowledged.
func victim(url string, firm uuid.UUID) {
	const clients = 4
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{
		Kind: viewer.User, FirmID: firm, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
	})
	d, err := db.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	reporter := messaging.NewManager(d, wallet.NewLedger(d, center, events), center, messaging.Config{})
	for range clients {
		go func() {
			for {
				id := uuid.NewString()
				fmt.Fprintln(os.Stdout, "begin", id)
				if err := sendReport(ctx, reporter, id); err != nil {
					panic(err)
				}
				fmt.Fprintln(os.Stdout, "done", id)
			}
		}()
	}
	select {}
}

// TestKill kills a process that reports messages, again and again. What was acknowledged is there.
// When all reports are repeated, each message is there, counted and charged once. In the end the
// clean-up deletes them.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundle(t, d)
		const start = 1000 * money.Unit
		b.credit(t, start)
		reports := map[string]bool{}
		for after := range 3 {
			begun, done := killOne(t, url, b.firm.ID, 3+7*after)
			for _, id := range done {
				require.Equal(t, inReport, b.Client.Message.Query().
					Where(message.ProviderMessageIDIn(messagesOf(id)...), message.StatusEQ(message.StatusRead)).CountX(b.ctx), "acknowledged")
			}
			for _, id := range begun {
				reports[id] = true
			}
		}
		for id := range reports {
			require.NoError(t, sendReport(b.ctx, b.Manager, id))
		}
		all := inReport * len(reports)
		require.Equal(t, all, b.Client.Message.Query().Where(message.StatusEQ(message.StatusRead)).CountX(b.ctx))
		require.Equal(t, all, dbtest.Count(t, d, "message_keys"))
		require.Equal(t, start-money.Amount(all)*price, b.balance(t))
		require.Empty(t, b.verify(t))
		_, err = wallet.Verify(t.Context(), d, nil, func(f wallet.Fault) { t.Error(f) })
		require.NoError(t, err)

		b.maintain(t, time.Now().AddDate(2, 0, 0))
		require.Zero(t, b.Client.Message.Query().CountX(b.ctx))
		require.Zero(t, dbtest.Count(t, d, "message_keys"))
	})
}

// killOne starts a process and kills it after some reports. It returns those that it began, and
// those that were acknowledged.
func killOne(t *testing.T, url string, firm uuid.UUID, after int) (begun, done []string) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), victimURL+"="+url, victimFirm+"="+firm.String())
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	for lines := bufio.NewScanner(said); lines.Scan(); {
		word, id, _ := strings.Cut(lines.Text(), " ")
		if uuid.Validate(id) != nil {
			break // the last line, half written
		}
		if word == "begin" {
			begun = append(begun, id)
		} else if done = append(done, id); len(done) == after {
			require.NoError(t, process.Process.Kill())
		}
	}
	require.Error(t, process.Wait())
	require.GreaterOrEqual(t, len(done), after)
	return begun, done
}

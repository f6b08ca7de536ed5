package webhook_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// victimURL is the variable with the database of the process that the test kills.
const victimURL = "FIRMHUB_TEST_VICTIM_URL"

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url)
	}
	os.Exit(m.Run())
}

// victim delivers events until it is killed.
func victim(url string) {
	d, err := db.Open(context.Background(), url)
	if err != nil {
		panic(err)
	}
	m, _ := build(d, broker.NewMemory(), func(context.Context, string) error { return nil }, webhook.Config{
		Now: entity.Now,
		Lookup: func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
			return &viewer.Viewer{Kind: viewer.APIClient, APIClientID: by.APIClientID, FirmID: firm}, nil
		},
	})
	m.NewDeliverer(webhook.Options{}).Run(context.Background())
}

// TestKill kills a process that delivers, again and again. Each event arrives, again only with the
// same body, and in order where that was asked.
func TestKill(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		url := dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundle(t, d)
		kills := 4
		if os.Getenv("FIRMHUB_TEST_LONG") != "" {
			kills = 50
		}
		all := 40 * kills
		free, ordered := newReceiverOf(t, 10*all, status(http.StatusNoContent)), newReceiver(t, status(http.StatusNoContent))
		b.create(free, nil)
		b.create(ordered, func(in *webhook.CreateInput) { in.Ordered = true })
		contacts := b.raise(all)
		var first, second []call
		for range kills {
			process := exec.CommandContext(t.Context(), os.Args[0])
			process.Env, process.Stderr = append(os.Environ(), victimURL+"="+url), os.Stderr
			require.NoError(t, process.Start())
			for range 25 {
				second = append(second, ordered.next(t))
			}
			require.NoError(t, process.Process.Kill())
			require.ErrorAs(t, process.Wait(), new(*exec.ExitError))
			// The test does not wait until the lease of the dead process has ended.
			_, err := d.InFirm(b.ctx).Exec("UPDATE webhook_lanes SET held_until = $2 WHERE firm_id = $1", time.Unix(0, 0))
			require.NoError(t, err)
		}
		b.deliver()
		for len(second) == 0 || second[len(second)-1].contact(t) != contacts[all-1] {
			second = append(second, ordered.next(t))
		}
		require.Eventually(t, func() bool {
			var waiting int
			_, err := d.InFirm(b.ctx).Row([]any{&waiting},
				"SELECT count(*) FROM webhook_deliveries WHERE firm_id = $1 AND status <> 'Delivered'")
			require.NoError(t, err)
			return waiting == 0 && dbtest.Count(t, d, "webhook_deliveries") == 2*all
		}, patience, 10*time.Millisecond)
		for len(free.calls) > 0 {
			first = append(first, free.next(t))
		}
		bodies := map[string]string{}
		arrived := map[uuid.UUID]bool{}
		for _, c := range first {
			arrived[c.contact(t)] = true
		}
		require.Len(t, arrived, all)
		for _, c := range append(first, second...) {
			id := c.header.Get("Webhook-Id")
			if before, again := bodies[id]; again {
				require.Equal(t, before, string(c.body))
			}
			bodies[id] = string(c.body)
		}
		for at, c := range second[1:] {
			step := c.event.Sequence - second[at].event.Sequence
			require.True(t, step == 0 || step == 1, "%d after %d", c.event.Sequence, second[at].event.Sequence)
		}
	})
}

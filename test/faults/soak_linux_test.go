package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The work of a soak beside that of each load.
const (
	imports   = "imports"
	campaigns = "campaigns"
)

// rowsOfImport is how many contacts a file of a soak has: the same ones each time.
const rowsOfImport = 200

// TestSoak puts all kinds of work on a server for FIRMHUB_TEST_SOAK, such as 60m, or for seconds:
// contacts, credits, messages, notifications, reads, imports, campaigns and webhooks. No request
// fails, nothing is lost, and the ledgers are right. In the last quarter of a long one the server
// takes no more memory than in the second one, and requests take no longer.
func TestSoak(t *testing.T) {
	t.Parallel()
	length, isLong := 5*time.Second, false
	if text := os.Getenv("FIRMHUB_TEST_SOAK"); text != "" {
		var err error
		length, err = time.ParseDuration(text)
		require.NoError(t, err)
		isLong = true
	}
	for name, start := range map[string]func(t *testing.T) []string{
		"sqlite": func(t *testing.T) []string { t.Helper(); return settings(t) },
		"postgres": func(t *testing.T) []string {
			t.Helper()
			p := newPostgres(t)
			p.execute(t, "CREATE DATABASE firmhub")
			return settings(t, "FIRMHUB_DATABASE_URL="+p.url("firmhub"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			if !isLong {
				t.Parallel()
			}
			soak(t, append(start(t), "FIRMHUB_ALLOWED_PRIVATE_TARGETS=127.0.0.1", "FIRMHUB_SECRETS_KEY="+secretsKey), length, isLong)
		})
	}
}

// secretsKey opens the secrets of a test.
const secretsKey = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

func soak(t *testing.T, settings []string, length time.Duration, isLong bool) {
	t.Helper()
	s := serve(t, settings)
	hook := newHook(t)
	hook.create(t, s)
	l := newLoadOf(t, s, nil, 50*time.Millisecond, map[string]client{imports: (*load).importFile, campaigns: (*load).runCampaign})
	l.owner.expires.Store(true)
	l.super.expires.Store(true)

	var memory []int
	began := time.Now()
	for each := time.NewTicker(max(length/400, 50*time.Millisecond)); time.Since(began) < length; <-each.C {
		memory = append(memory, s.memory(t))
	}
	l.finish(t)
	require.Empty(t, l.refused)
	hook.await(t, l.done[contacts])
	s.verify(t)
	require.Contains(t, s.run(t, program(t), "campaign", "verify"), " 0 faults")
	s.end(t)

	quarter := func(n int) []int { return slices.Sorted(slices.Values(memory[len(memory)*n/4 : len(memory)*(n+1)/4])) }
	before, after := quarter(1), quarter(3)
	grown := float64(after[len(after)/2]) / float64(before[len(before)/2])
	t.Logf("memory: %d MB at the median of the second quarter, %.3f times as much in the last", before[len(before)/2]>>20, grown)
	if isLong {
		require.LessOrEqual(t, grown, 1.05)
	}
	for kind := range l.done {
		second, last := l.slowest(kind, began, length, 1), l.slowest(kind, began, length, 3)
		t.Logf("%s: %d, p99 %s in the second quarter, %s in the last", kind, len(l.done[kind]), second, last)
		if isLong {
			require.LessOrEqual(t, last, second*3/2+5*time.Millisecond, kind)
		}
	}
}

// slowest returns the 99th percentile of what writes of a kind took in a quarter of the time.
func (l *load) slowest(kind string, began time.Time, length time.Duration, quarter int) time.Duration {
	var took []time.Duration
	for _, write := range l.done[kind] {
		if int(write.at.Sub(began)*4/length) == quarter {
			took = append(took, write.took)
		}
	}
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// memory returns how much memory the server has, in bytes.
func (s *server) memory(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	require.NoError(t, err)
	return kilobytes << 10
}

// importFile imports a file, and waits for its end.
func (l *load) importFile(ctx context.Context, name string) (string, error) {
	var file strings.Builder
	file.WriteString("First name,Last name,Email\n")
	for row := range rowsOfImport {
		fmt.Fprintf(&file, "Row%d,%s,row%d@soak.example\n", row, name, row)
	}
	id, err := l.owner.upload(ctx, file.String())
	if err != nil {
		return "", err
	}
	var begun struct{ ImportContacts struct{ ID string } }
	if err := l.owner.do(ctx, http.MethodPost, "/graphql", map[string]any{
		"query": "mutation($id: ID!) { importContacts(input: {fileId: $id}) { id } }", "variables": map[string]any{"id": id},
	}, &begun); err != nil {
		return "", err
	}
	path := "/api/V1/Contact/import/" + begun.ImportContacts.ID
	return name, l.awaitStatus(ctx, path, "Completed", "Failed", "Cancelled")
}

// runCampaign sends a campaign to some contacts, and waits for its end.
func (l *load) runCampaign(ctx context.Context, name string) (string, error) {
	var found struct{ Items []struct{ ID string } }
	if err := l.owner.do(ctx, http.MethodGet, "/api/v1/messaging/templates?status=Approved&searchTerm=pedido", nil, &found); err != nil {
		return "", err
	}
	var data struct{ ChannelLookup []struct{ ID string } }
	if err := l.owner.do(ctx, http.MethodPost, "/graphql", map[string]any{"query": "{ channelLookup { id } }"}, &data); err != nil {
		return "", err
	}
	var campaign struct{ ID string }
	if err := l.owner.do(ctx, http.MethodPost, "/api/v1/messaging/campaigns", map[string]any{
		"name": name, "channelId": data.ChannelLookup[0].ID, "templateId": found.Items[0].ID,
		"audience": map[string]any{"filter": map[string]any{"searchTerm": "mariana"}},
		"parameters": map[string]any{
			"firstName": map[string]any{"field": "firstName", "fallback": "you"}, "pedido": map[string]any{"text": "4711"},
		},
	}, &campaign); err != nil {
		return "", err
	}
	path := "/api/v1/messaging/campaigns/" + campaign.ID
	if err := l.owner.do(ctx, http.MethodPost, path+"/execute", map[string]any{}, nil); err != nil {
		return "", err
	}
	return name, l.awaitStatus(ctx, path, "Completed", "Failed", "Cancelled", "Paused")
}

// awaitStatus polls what is done in the background until it has a status. It fails with one of the
// others.
func (l *load) awaitStatus(ctx context.Context, path, wanted string, others ...string) error {
	for ctx.Err() == nil {
		var state struct{ Status string }
		switch err := l.owner.do(ctx, http.MethodGet, path, nil, &state); {
		case err != nil:
			return err
		case state.Status == wanted:
			return nil
		case slices.Contains(others, state.Status):
			return fmt.Errorf("%s is %s", path, state.Status)
		}
		time.Sleep(100 * time.Millisecond) //nolint:forbidigo // as a client polls
	}
	return ctx.Err()
}

// hook receives the events of new contacts.
type hook struct {
	url string

	mu       sync.Mutex // guards the fields below
	received map[string]bool
	arrived  chan struct{} // closed when received has grown
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{received: map[string]bool{}, arrived: make(chan struct{})}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var event struct{ Data struct{ FirstName string } }
		_ = json.NewDecoder(r.Body).Decode(&event) // An event without a name is missed below.
		h.mu.Lock()
		defer h.mu.Unlock()
		h.received[event.Data.FirstName] = true
		close(h.arrived)
		h.arrived = make(chan struct{})
	}))
	t.Cleanup(receiver.Close)
	h.url = receiver.URL
	return h
}

func (h *hook) create(t *testing.T, s *server) {
	t.Helper()
	require.NoError(t, s.logIn(t, owner).do(t.Context(), http.MethodPost, "/api/v1/webhooks",
		map[string]any{"name": "Soak", "url": h.url, "eventTypes": []string{"contact.created"}}, nil))
}

// await waits until the event of each contact has come.
func (h *hook) await(t *testing.T, all []acknowledged) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		h.mu.Lock()
		missing := 0
		for _, write := range all {
			if !h.received[write.name] {
				missing++
			}
		}
		arrived := h.arrived
		h.mu.Unlock()
		if missing == 0 {
			return
		}
		select {
		case <-arrived:
		case <-limit.C:
			require.Fail(t, "events are lost", "%d of %d", missing, len(all))
		}
	}
}

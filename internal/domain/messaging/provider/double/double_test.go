package double_test

import (
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

const hookURL = "https://hub.example.com/hooks/1"

// run sends messages to addresses in turn by the adapters of WhatsApp and Twilio, and returns the
// trace without the ids of ours, and those of the provider.
func run(t *testing.T, seed uint64, messages int) (trace []double.Entry, ids []string) {
	t.Helper()
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	adapters := []provider.Adapter{whatsapp.New(client, client, time.Now), sms.New(client, client, time.Now)}
	hooks := make(chan double.Hook, 16*messages)
	d := double.New(double.Options{Seed: seed, AuthToken: "token", AppSecret: "secret", HookURL: hookURL, Post: func(hook double.Hook) { hooks <- hook }})
	server := httptest.NewServer(d.Handler())
	defer server.Close()
	account := provider.Account{
		ID:       uuid.New(),
		Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "106", AccountSID: "AC1", From: "+15551234567"},
		Secrets:  provider.Secrets{provider.AccessToken: "token", provider.AuthToken: "token", provider.AppSecret: "secret"},
		HookURL:  hookURL,
	}
	expected := map[double.Behaviour]provider.Result{
		double.Take: provider.Taken, double.TakeFail: provider.Taken, double.Refuse: provider.Refused, double.Throttle: provider.NotTaken,
		double.Fail: provider.NotTaken, double.Lose: provider.Unknown, double.Gateway: provider.Unknown,
	}
	for i := range messages {
		message := provider.Message{ID: uuid.New(), To: provider.Address{Kind: provider.Phone, Value: "+1555000000" + strconv.Itoa(i%7)}, Body: "Hi"}
		outcome := adapters[i%2].Send(t.Context(), account, message)
		last := d.Trace()[i]
		require.Equal(t, message.ID.String(), last.OurID)
		require.Equal(t, expected[last.Behaviour], outcome.Result, last)
	}
	server.Close() // waits for what posts hooks
	close(hooks)
	read(t, account, adapters, hooks, d.Trace())
	trace = d.Trace()
	for i, entry := range trace {
		if entry.ProviderID != "" {
			ids = append(ids, entry.ProviderID)
		}
		trace[i].OurID, trace[i].ProviderID = "", ""
	}
	return trace, ids
}

// read reads the hooks by the adapters. They have all states of the trace.
func read(t *testing.T, account provider.Account, adapters []provider.Adapter, hooks <-chan double.Hook, trace []double.Entry) {
	t.Helper()
	got := map[string][]provider.State{}
	for hook := range hooks {
		adapter, query := adapters[0], ""
		if hook.URL != hookURL {
			adapter, query = adapters[1], hook.URL[len(hookURL)+1:]
		}
		events, err := adapter.ReadHook(account, provider.Hook{Header: hook.Header, Query: query, Body: hook.Body})
		require.NoError(t, err)
		require.Len(t, events, 1)
		require.NoError(t, events[0].Err)
		status := events[0].Status
		got[status.OurID] = append(got[status.OurID], status.State)
	}
	want := map[string][]provider.State{}
	for _, entry := range trace {
		if len(entry.States) > 0 {
			want[entry.OurID] = entry.States
		}
	}
	require.Equal(t, want, got)
}

func TestSeed(t *testing.T) {
	t.Parallel()
	const messages = 300
	trace, ids := run(t, 7, messages)
	require.Len(t, trace, messages)
	again, others := run(t, 7, messages)
	require.Equal(t, trace, again)
	different, _ := run(t, 8, messages)
	require.NotEqual(t, trace, different)
	seen := map[double.Behaviour]int{}
	for _, entry := range trace {
		seen[entry.Behaviour]++
	}
	known := map[string]bool{}
	for _, id := range slices.Concat(ids, others) {
		require.False(t, known[id], "also after another start")
		known[id] = true
	}
	require.Len(t, seen, 7, "every behaviour but Block: %v", seen)
	require.Greater(t, seen[double.Take], messages/2)
}

// The API takes the id of a user in the field of numbers, and delivers nothing.
func TestUserID(t *testing.T) {
	t.Parallel()
	d := double.New(double.Options{HookURL: hookURL, Choose: func(double.Call) double.Behaviour { return double.Take }, Post: func(double.Hook) { t.Error("posted") }})
	server := httptest.NewServer(d.Handler())
	t.Cleanup(server.Close)
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	account := provider.Account{Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "106"}}
	message := provider.Message{ID: uuid.New(), To: provider.Address{Kind: provider.Phone, Value: "BR.150"}, Body: "Hi"}
	require.Equal(t, provider.Taken, whatsapp.New(client, client, time.Now).Send(t.Context(), account, message).Result)
}

// TestPost checks that the caller has the whole answer before Post returns.
func TestPost(t *testing.T) {
	t.Parallel()
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	for kind, adapter := range map[provider.Kind]provider.Adapter{
		provider.WhatsApp: whatsapp.New(client, client, time.Now), provider.SMS: sms.New(client, client, time.Now),
	} {
		for behaviour, want := range map[double.Behaviour]provider.Result{double.Take: provider.Taken, double.Gateway: provider.Unknown} {
			t.Run(string(kind)+string(behaviour), func(t *testing.T) {
				t.Parallel()
				answered := make(chan struct{})
				var hooks []double.Hook
				server := httptest.NewServer(double.New(double.Options{
					HookURL: hookURL, Choose: func(double.Call) double.Behaviour { return behaviour },
					Post: func(hook double.Hook) {
						select {
						case <-answered:
						case <-t.Context().Done():
						}
						hooks = append(hooks, hook)
					},
				}).Handler())
				account := provider.Account{
					Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "106", AccountSID: "AC1", From: "+15551234567"},
					HookURL:  hookURL,
				}
				message := provider.Message{ID: uuid.New(), To: provider.Address{Kind: provider.Phone, Value: "+15550000000"}, Body: "Hi"}
				outcome := adapter.Send(t.Context(), account, message)
				close(answered)
				server.Close() // waits for what posts hooks
				require.Equal(t, want, outcome.Result)
				require.NotEmpty(t, hooks)
				require.NotEmpty(t, hooks[0].MessageID)
				if want == provider.Taken {
					require.Equal(t, outcome.ProviderID, hooks[0].MessageID)
				}
			})
		}
	}
}

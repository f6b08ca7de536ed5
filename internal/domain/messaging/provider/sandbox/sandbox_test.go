package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sandbox"
)

var (
	noon      = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	accountID = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8058")
)

// bundle is a sandbox, with the events of its hooks in words.
type bundle struct {
	adapter *sandbox.Adapter
	events  []string
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{}
	b.adapter = sandbox.New([]byte("key"), func() time.Time { return noon }, func(account uuid.UUID, after time.Duration, hook provider.Hook) {
		require.Equal(t, accountID, account)
		events, err := b.adapter.ReadHook(provider.Account{}, hook)
		require.NoError(t, err)
		for _, event := range events {
			require.NoError(t, event.Err)
			switch {
			case event.Status != nil:
				require.Equal(t, noon.Add(after), event.Status.At)
				b.events = append(b.events, fmt.Sprint(after, " ", event.Status.State))
				require.Equal(t, event.Status.State == provider.StateFailed, event.Status.Error != nil)
			default:
				in := event.Inbound
				b.events = append(b.events, fmt.Sprint(after, " ", in.Body, " from ", in.Phone, in.UserID))
			}
		}
	})
	return b
}

func (b *bundle) send(t *testing.T, message provider.Message) provider.Outcome {
	t.Helper()
	return b.adapter.Send(t.Context(), provider.Account{ID: accountID}, message)
}

func TestSend(t *testing.T) {
	t.Parallel()
	read := []string{"1s Delivered", "2s Read"}
	for to, c := range map[string]struct {
		result provider.Result
		events []string
	}{
		"+15005550000":   {provider.Taken, read},
		"+15005550001":   {provider.Refused, nil},
		"+15005550005":   {provider.Taken, []string{"30s Delivered"}},
		"+15005550006":   {provider.Taken, []string{"1s Failed"}},
		"+15005550007":   {provider.Unknown, []string{"3s Delivered"}},
		"+15005550008":   {provider.Taken, append(read[:2:2], "3s STOP from +15005550008")},
		"+15005550009":   {provider.Taken, append(read[:2:2], "3s Hello from US.15005550009")},
		"+15005550002":   {provider.Taken, read},
		"+150055500091":  {provider.Taken, read},
		"+5511987654321": {provider.Taken, read},
		"me@example.com": {provider.Taken, read},
	} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			message := provider.Message{ID: uuid.New(), To: provider.Address{Kind: provider.Phone, Value: to}, Category: "Utility", Body: "Hi"}
			outcome := b.send(t, message)
			require.Equal(t, c.result, outcome.Result)
			require.Equal(t, c.events, b.events)
			if c.result == provider.Taken {
				require.Equal(t, "sandbox-"+message.ID.String(), outcome.ProviderID)
			}
		})
	}
	t.Run("throttled twice", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		to := provider.Address{Kind: provider.Phone, Value: "+15005550004"}
		first, second := provider.Message{ID: uuid.New(), To: to}, provider.Message{ID: uuid.New(), To: to}
		for range 2 {
			require.Equal(t, provider.NotTaken, b.send(t, first).Result)
			require.Equal(t, provider.NotTaken, b.send(t, second).Result)
		}
		require.Empty(t, b.events)
		require.Equal(t, provider.Taken, b.send(t, first).Result)
		require.Equal(t, provider.Taken, b.send(t, second).Result)
		require.Equal(t, append(read[:2:2], read...), b.events)
	})
}

// Hooks of another server are refused: the key is not its.
func TestReadHook_key(t *testing.T) {
	t.Parallel()
	header := http.Header{}
	header.Set(sandbox.SignatureHeader, sandbox.Sign([]byte("other"), []byte("[]")))
	_, err := setup(t).adapter.ReadHook(provider.Account{}, provider.Hook{Header: header, Body: []byte("[]")})
	require.ErrorIs(t, err, provider.ErrSignature)
}

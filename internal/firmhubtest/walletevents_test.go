package firmhubtest_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

const balanceChanged = `subscription { walletBalanceChanged { balance currency } }`

// credit tops up the wallet of the firm on an instance.
func (m *matrix) credit(on *firmhubtest.App, amount money.Amount) {
	m.t.Helper()
	ctx := viewer.NewContext(m.t.Context(), &viewer.Viewer{Kind: viewer.System})
	_, err := on.Wallets.Credit(ctx, wallet.CreditInput{FirmID: uuid.MustParse(m.firmID), Amount: amount, Reason: "Top-up"})
	require.NoError(m.t, err)
}

func (m *matrix) allow(permissions ...string) {
	m.t.Helper()
	ids := []string{}
	for _, name := range permissions {
		ids = append(ids, m.permissions[name])
	}
	m.must(m.owner, http.MethodPut, "/api/v1/roles/"+m.withRole+"/permissions", map[string]any{"propertyIds": ids})
}

// balance receives events until the balance is this one.
func (s *subscriptions) balance(word, want string) {
	s.t.Helper()
	for {
		kind, payload := s.next()
		require.Equal(s.t, word, kind, "%s", payload)
		var got struct {
			Data struct {
				WalletBalanceChanged struct {
					Balance  json.Number
					Currency string
				}
			}
		}
		require.NoError(s.t, json.Unmarshal(payload, &got), "%s", payload)
		require.NotEmpty(s.t, got.Data.WalletBalanceChanged.Currency, "%s", payload)
		if got.Data.WalletBalanceChanged.Balance.String() == want {
			return
		}
	}
}

// The balance over WebSockets and as an event stream, until the caller may not see it any more.
func TestBalanceSubscription(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		m.allow("Wallet:View")
		before := 0
		for protocol, words := range map[string][2]string{"graphql-transport-ws": {"subscribe", "next"}, "graphql-ws": {"start", "data"}} {
			s := newSubscriptions(t, a, protocol, m.with.token)
			s.subscribe(words[0], "1", balanceChanged)
			s.balance(words[1], []string{"0", "0.5"}[before])
			m.credit(a, money.Unit/2)
			before++
			s.balance(words[1], []string{"0", "0.5", "1"}[before])
		}
		t.Run("EventStream", func(t *testing.T) {
			body := strings.NewReader(`{"query":"` + balanceChanged + `"}`)
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", body)
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("Authorization", "Bearer "+m.with.token)
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { _ = response.Body.Close() }()
			lines := bufio.NewScanner(response.Body)
			until := func(want string) {
				for lines.Scan() {
					if strings.Contains(lines.Text(), want) {
						return
					}
				}
				require.NoError(t, lines.Err())
				require.Fail(t, "the stream has ended")
			}
			until(`"balance":1,`)
			m.credit(a, money.Unit)
			until(`"balance":2,`)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			s := newSubscriptions(t, a, "graphql-transport-ws", m.with.token)
			s.subscribe("subscribe", "1", balanceChanged)
			s.balance("next", "2")
			m.allow()
			m.credit(a, money.Unit)
			kind, payload := s.next()
			require.Equal(t, "next", kind)
			require.Contains(t, string(payload), string(fault.Forbidden))
			require.NotContains(t, string(payload), `"balance"`)
			kind, _ = s.next()
			require.Equal(t, "complete", kind)
		})
	})
}

// What is credited on one instance is seen on the other, also what was while messages between them
// were lost.
func TestInstances_Balance(t *testing.T) {
	t.Parallel()
	first, second, ways := instances(t)
	m := newMatrix(t, first)
	s := newSubscriptions(t, second, "graphql-transport-ws", m.owner.token)
	s.subscribe("subscribe", "1", balanceChanged)
	s.balance("next", "0")
	m.credit(first, money.Unit)
	s.balance("next", "1")
	ways[1].Cut()
	m.credit(first, money.Unit)
	s.balance("next", "2")
}

package provider_test

import (
	"context"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sandbox"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

var (
	loopback = outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	noon     = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	sandKey  = []byte("key of the sandbox")
)

func clock() time.Time { return noon }

// subject is an adapter with an account at a double.
type subject struct {
	adapter provider.Adapter
	account provider.Account
	// to are the addresses that the provider answers in each way.
	to map[double.Behaviour]provider.Address
	// wrong is the account with wrong secrets, or nil if it has none.
	wrong *provider.Account
	// closed is the account at an address where nothing listens, or nil.
	closed *provider.Account
	// retryAfter is how long a throttled caller waits, or 0 if the provider does not say so.
	retryAfter time.Duration
	sender     string
	hooks      *hooks
}

// hooks are hooks in the form of a provider.
type hooks struct {
	// sign returns the hook of a body.
	sign func(body string) provider.Hook
	// one is a body with a delivered status of ourID and providerID. Several is a body with that
	// status between events that can't be read, and broken a body that can't.
	one, several, broken string
}

const ourID = "01890a5d-ac96-774b-bcce-b302099a8057"

// behaviours are the last digits of the addresses.
var behaviours = []double.Behaviour{double.Take, double.TakeFail, double.Refuse, double.Throttle, double.Fail, double.Lose, double.Gateway, double.Block}

func numbers(address func(digit string) provider.Address) map[double.Behaviour]provider.Address {
	to := map[double.Behaviour]provider.Address{}
	for i, behaviour := range behaviours {
		to[behaviour] = address(string(rune('0' + i)))
	}
	return to
}

// byDigit chooses the behaviour by the address.
func byDigit(to map[double.Behaviour]provider.Address) func(double.Call) double.Behaviour {
	return func(call double.Call) double.Behaviour {
		for behaviour, address := range to {
			if address.Value == call.To {
				return behaviour
			}
		}
		return double.Take
	}
}

// unused returns an address where nothing listens.
func unused(t *testing.T) *net.TCPAddr {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().(*net.TCPAddr)
}

func changed(account provider.Account, change func(*provider.Account)) *provider.Account {
	account.Secrets = maps.Clone(account.Secrets)
	change(&account)
	return &account
}

func serve(t *testing.T, d *double.Double) string {
	t.Helper()
	server := httptest.NewServer(d.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

func client(t *testing.T) *http.Client {
	t.Helper()
	client := loopback.Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	return client
}

func newWhatsApp(t *testing.T) subject {
	t.Helper()
	to := numbers(func(digit string) provider.Address {
		return provider.Address{Kind: provider.Phone, Value: "+155500000" + digit}
	})
	server := serve(t, double.New(double.Options{Choose: byDigit(to), AccessToken: "token"}))
	account := provider.Account{
		ID:       uuid.New(),
		Settings: provider.Settings{BaseURL: server, APIVersion: "v23.0", PhoneNumberID: "106", BusinessAccountID: "102"},
		Secrets:  provider.Secrets{provider.AccessToken: "token", provider.AppSecret: "secret", provider.VerifyToken: "verify"},
	}
	const status = `{"id":"wamid.1","status":"delivered","timestamp":"1764072000","recipient_id":"15550000000","biz_opaque_callback_data":"` + ourID + `"}`
	wrap := func(statuses string) string {
		return `{"object":"whatsapp_business_account","entry":[{"id":"102","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"phone_number_id":"106"},"statuses":[` + statuses + `]}}]}]}`
	}
	return subject{
		adapter: whatsapp.New(client(t), client(t), clock), account: account, to: to, retryAfter: time.Second, sender: "+1 555-000-0000",
		wrong:  changed(account, func(a *provider.Account) { a.Secrets[provider.AccessToken] = "another" }),
		closed: changed(account, func(a *provider.Account) { a.Settings.BaseURL = "http://" + unused(t).String() }),
		hooks: &hooks{
			sign: func(body string) provider.Hook {
				header := http.Header{}
				header.Set(whatsapp.SignatureHeader, whatsapp.Sign("secret", []byte(body)))
				return provider.Hook{Header: header, Body: []byte(body)}
			},
			one: wrap(status), several: wrap(`{"id":7},` + status + `,{"id":"wamid.2","status":"lost"}`), broken: `{"entry":`,
		},
	}
}

func newSMS(t *testing.T) subject {
	t.Helper()
	to := numbers(func(digit string) provider.Address {
		return provider.Address{Kind: provider.Phone, Value: "+155500000" + digit}
	})
	server := serve(t, double.New(double.Options{Choose: byDigit(to), AuthToken: "token"}))
	account := provider.Account{
		ID:       uuid.New(),
		Settings: provider.Settings{BaseURL: server, AccountSID: "AC1", From: "+15551234567"},
		Secrets:  provider.Secrets{provider.AuthToken: "token"},
		HookURL:  "https://hub.example.com/hooks/1",
	}
	return subject{
		adapter: sms.New(client(t), client(t), clock), account: account, to: to, retryAfter: time.Second, sender: "+15551234567",
		wrong:  changed(account, func(a *provider.Account) { a.Secrets[provider.AuthToken] = "another" }),
		closed: changed(account, func(a *provider.Account) { a.Settings.BaseURL = "http://" + unused(t).String() }),
		hooks: &hooks{
			sign: func(body string) provider.Hook {
				form, err := url.ParseQuery(body)
				require.NoError(t, err)
				header := http.Header{}
				header.Set(sms.SignatureHeader, sms.Sign("token", account.HookURL+"?m="+ourID, form))
				return provider.Hook{Header: header, Query: "m=" + ourID, Body: []byte(body)}
			},
			one: "MessageSid=SM1&MessageStatus=delivered&To=%2B15550000000", broken: "MessageSid=SM1&MessageStatus=lost",
		},
	}
}

func newEmail(t *testing.T) subject {
	t.Helper()
	to := numbers(func(digit string) provider.Address {
		return provider.Address{Kind: provider.EmailAddress, Value: digit + "@example.com"}
	})
	address := serveMail(t, double.New(double.Options{Choose: byDigit(to), Username: "user", Password: "secret"}), nil, nil)
	account := provider.Account{
		ID:       uuid.New(),
		Settings: provider.Settings{Host: "127.0.0.1", Port: address.Port, Security: provider.None, Username: "user", From: "news@example.org"},
		Secrets:  provider.Secrets{provider.Password: "secret"},
	}
	return subject{
		adapter: email.New(loopback.DialContext, nil, clock), account: account, to: to, sender: "news@example.org",
		wrong:  changed(account, func(a *provider.Account) { a.Secrets[provider.Password] = "another" }),
		closed: changed(account, func(a *provider.Account) { a.Settings.Port = unused(t).Port }),
	}
}

func newSandbox(*testing.T) subject {
	at := func(digit string) provider.Address {
		return provider.Address{Kind: provider.Phone, Value: "+1500555000" + digit}
	}
	const status = `{"id":"sandbox-1","ourId":"` + ourID + `","state":"Delivered","at":"2026-11-25T12:00:00Z"}`
	return subject{
		adapter: sandbox.New(sandKey, clock, func(uuid.UUID, time.Duration, provider.Hook) {}),
		account: provider.Account{ID: uuid.New()}, sender: "sandbox", retryAfter: time.Second,
		to: map[double.Behaviour]provider.Address{double.Take: at("0"), double.Refuse: at("1"), double.Throttle: at("4"), double.Lose: at("7")},
		hooks: &hooks{
			sign: func(body string) provider.Hook {
				header := http.Header{}
				header.Set(sandbox.SignatureHeader, sandbox.Sign(sandKey, []byte(body)))
				return provider.Hook{Header: header, Body: []byte(body)}
			},
			one: "[" + status + "]", several: `[{"id":7},` + status + `,{}]`, broken: "{",
		},
	}
}

// subjects make an adapter of each kind.
var subjects = map[provider.Kind]func(*testing.T) subject{
	provider.WhatsApp: newWhatsApp, provider.SMS: newSMS, provider.Email: newEmail, provider.Sandbox: newSandbox,
}

func newMessage(to provider.Address) provider.Message {
	return provider.Message{ID: uuid.New(), To: to, Category: "Utility", Subject: "News", Body: "Hello"}
}

func TestSend(t *testing.T) {
	t.Parallel()
	for _, kind := range provider.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := subjects[kind](t)
			send := func(ctx context.Context, account provider.Account, behaviour double.Behaviour) provider.Outcome {
				return s.adapter.Send(ctx, account, newMessage(s.to[behaviour]))
			}

			t.Run("OK", func(t *testing.T) {
				t.Parallel()
				outcome := send(t.Context(), s.account, double.Take)
				require.Equal(t, provider.Taken, outcome.Result, outcome)
				require.NotEmpty(t, outcome.ProviderID)
			})
			t.Run("Err refused", func(t *testing.T) {
				t.Parallel()
				outcome := send(t.Context(), s.account, double.Refuse)
				require.Equal(t, provider.Refused, outcome.Result, outcome)
				require.NotEmpty(t, outcome.Code)
				require.NotEmpty(t, outcome.ProviderCode)
				require.NotEmpty(t, outcome.Message)
			})
			t.Run("Err throttled", func(t *testing.T) {
				t.Parallel()
				outcome := send(t.Context(), s.account, double.Throttle)
				require.Equal(t, provider.NotTaken, outcome.Result, outcome)
				require.Equal(t, s.retryAfter, outcome.RetryAfter)
				require.NotEmpty(t, outcome.Waits)
			})
			t.Run("Err lost answer", func(t *testing.T) {
				t.Parallel()
				outcome := send(t.Context(), s.account, double.Lose)
				require.Equal(t, provider.Unknown, outcome.Result, outcome)
			})
			t.Run("Err wrong kind of address", func(t *testing.T) {
				t.Parallel()
				if kind == provider.Sandbox { // it takes every kind
					return
				}
				wrong := provider.Address{Kind: provider.EmailAddress, Value: "me@example.com"}
				if kind == provider.Email {
					wrong = provider.Address{Kind: provider.Phone, Value: "+15550000000"}
				}
				outcome := s.adapter.Send(t.Context(), s.account, newMessage(wrong))
				require.Equal(t, provider.Refused, outcome.Result)
				require.Equal(t, provider.InvalidAddress, outcome.Code)
			})
			t.Run("Err the context has ended", func(t *testing.T) {
				t.Parallel()
				ended, cancel := context.WithCancel(t.Context())
				cancel()
				outcome := send(ended, s.account, double.Take)
				require.Equal(t, provider.NotTaken, outcome.Result, outcome)
				require.Equal(t, provider.WaitMessage, outcome.Waits)
			})
			if _, set := s.to[double.Fail]; set {
				t.Run("Err the provider fails", func(t *testing.T) {
					t.Parallel()
					outcome := send(t.Context(), s.account, double.Fail)
					require.Equal(t, provider.NotTaken, outcome.Result, outcome)
					require.Equal(t, provider.WaitMessage, outcome.Waits)
				})
				t.Run("Err a gateway lost the answer", func(t *testing.T) {
					t.Parallel()
					outcome := send(t.Context(), s.account, double.Gateway)
					require.Equal(t, provider.Unknown, outcome.Result, outcome)
				})
				t.Run("Err the account is refused", func(t *testing.T) {
					t.Parallel()
					outcome := send(t.Context(), s.account, double.Block)
					require.Equal(t, provider.ChannelFailing, outcome.Result, outcome)
				})
			}
			if s.wrong != nil {
				t.Run("Err credentials refused", func(t *testing.T) {
					t.Parallel()
					outcome := send(t.Context(), *s.wrong, double.Take)
					require.Equal(t, provider.ChannelFailing, outcome.Result, outcome)
					require.Equal(t, provider.CredentialsRefused, outcome.Failing)
				})
			}
			if s.closed != nil {
				t.Run("Err connection refused", func(t *testing.T) {
					t.Parallel()
					outcome := send(t.Context(), *s.closed, double.Take)
					require.Equal(t, provider.NotTaken, outcome.Result, outcome)
					require.Equal(t, provider.WaitMessage, outcome.Waits)
				})
			}
		})
	}
}

func TestTest(t *testing.T) {
	t.Parallel()
	for _, kind := range provider.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := subjects[kind](t)
			result := s.adapter.Test(t.Context(), s.account)
			require.True(t, result.OK, result)
			require.Equal(t, s.sender, result.Sender)
			require.NotEmpty(t, result.Message)
			if s.wrong != nil {
				result = s.adapter.Test(t.Context(), *s.wrong)
				require.False(t, result.OK)
				require.Equal(t, provider.CredentialsRefused, result.Failing)
				require.NotEmpty(t, result.Message)
			}
			if s.closed != nil {
				result = s.adapter.Test(t.Context(), *s.closed)
				require.False(t, result.OK)
				require.Empty(t, result.Failing)
				require.NotEmpty(t, result.Message)
			}
		})
	}
}

func TestQRCodes(t *testing.T) {
	t.Parallel()
	for _, kind := range provider.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := subjects[kind](t)
			coder, ok := s.adapter.(provider.QRCoder)
			require.Equal(t, kind == provider.WhatsApp, ok)
			if !ok {
				return
			}
			made, outcome := coder.CreateQRCode(t.Context(), s.account, "Hello & good day")
			require.Equal(t, provider.Taken, outcome.Result, outcome)
			require.Equal(t, "Hello & good day", made.Text)
			require.Regexp(t, "^[A-Za-z0-9]+$", made.Code)
			require.Regexp(t, "^https://", made.Link)
			another, outcome := coder.CreateQRCode(t.Context(), s.account, "Another")
			require.Equal(t, provider.Taken, outcome.Result, outcome)
			found, outcome := coder.QRCodes(t.Context(), s.account, 2)
			require.Equal(t, provider.Taken, outcome.Result, outcome)
			require.Equal(t, []provider.QRCode{made, another}, found)
			found, _ = coder.QRCodes(t.Context(), s.account, 1)
			require.Len(t, found, 1)
			require.Equal(t, provider.Taken, coder.DeleteQRCode(t.Context(), s.account, made.Code).Result)
			found, _ = coder.QRCodes(t.Context(), s.account, 2)
			require.Equal(t, []provider.QRCode{another}, found)

			require.Equal(t, provider.Refused, coder.DeleteQRCode(t.Context(), s.account, made.Code).Result)
			for result, account := range map[provider.Result]*provider.Account{provider.ChannelFailing: s.wrong, provider.NotTaken: s.closed} {
				_, outcome = coder.QRCodes(t.Context(), *account, 2)
				require.Equal(t, result, outcome.Result, outcome)
				_, outcome = coder.CreateQRCode(t.Context(), *account, "Hello")
				require.Equal(t, result, outcome.Result, outcome)
				outcome = coder.DeleteQRCode(t.Context(), *account, another.Code)
				require.Equal(t, result, outcome.Result, outcome)
			}
		})
	}
}

func TestReadHook(t *testing.T) {
	t.Parallel()
	for _, kind := range provider.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := subjects[kind](t)
			if s.hooks == nil {
				_, err := s.adapter.ReadHook(s.account, provider.Hook{})
				require.ErrorIs(t, err, provider.ErrSignature)
				return
			}
			delivered := func(t *testing.T, event provider.Event) {
				t.Helper()
				require.NoError(t, event.Err)
				require.Equal(t, provider.StateDelivered, event.Status.State)
				require.Equal(t, ourID, event.Status.OurID)
				require.NotEmpty(t, event.Status.ProviderID)
			}

			t.Run("OK", func(t *testing.T) {
				t.Parallel()
				events, err := s.adapter.ReadHook(s.account, s.hooks.sign(s.hooks.one))
				require.NoError(t, err)
				require.Len(t, events, 1)
				delivered(t, events[0])
			})
			t.Run("a bad event does not keep the others", func(t *testing.T) {
				t.Parallel()
				if s.hooks.several == "" { // one event a hook
					return
				}
				events, err := s.adapter.ReadHook(s.account, s.hooks.sign(s.hooks.several))
				require.NoError(t, err)
				require.Len(t, events, 3)
				require.Error(t, events[0].Err)
				require.NotEmpty(t, events[0].Raw)
				delivered(t, events[1])
				require.Error(t, events[2].Err)
			})
			t.Run("signed, but not readable", func(t *testing.T) {
				t.Parallel()
				events, err := s.adapter.ReadHook(s.account, s.hooks.sign(s.hooks.broken))
				require.NoError(t, err)
				require.Len(t, events, 1)
				require.Error(t, events[0].Err)
				require.Equal(t, s.hooks.broken, string(events[0].Raw))
			})
			t.Run("Err signature", func(t *testing.T) {
				t.Parallel()
				hook := s.hooks.sign(s.hooks.one)
				hook.Body = append(hook.Body, ' ')
				for _, wrong := range []provider.Hook{hook, {Body: []byte(s.hooks.one)}, {}} {
					_, err := s.adapter.ReadHook(s.account, wrong)
					require.ErrorIs(t, err, provider.ErrSignature)
				}
				if kind != provider.Sandbox {
					_, err := s.adapter.ReadHook(provider.Account{HookURL: s.account.HookURL}, s.hooks.sign(s.hooks.one))
					require.ErrorIs(t, err, provider.ErrSignature, "without a secret")
				}
			})
		})
	}
}

// serveMail starts a mail server.
func serveMail(t *testing.T, d *double.Double, server *double.SMTP, listener net.Listener) *net.TCPAddr {
	t.Helper()
	if server == nil {
		server = d.SMTP(nil, nil)
	}
	if listener == nil {
		var err error
		listener, err = new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-served)
	})
	return listener.Addr().(*net.TCPAddr)
}

package email_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
)

// script is a mail server that sends its replies whatever it is asked. It closes the connection
// after the last one. A mail is answered once its last line has arrived.
func script(t *testing.T, replies ...string) net.Addr {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		text := textproto.NewConn(conn)
		for i, reply := range replies {
			if reply == "" { // silence until the client gives up
				_, _ = io.Copy(io.Discard, conn)
				return
			}
			if text.PrintfLine("%s", reply) != nil {
				return
			}
			var err error
			if strings.HasPrefix(reply, "354") {
				_, err = io.Copy(io.Discard, text.DotReader())
			} else if i < len(replies)-1 || !strings.HasPrefix(reply, "5") && !strings.HasPrefix(reply, "4") {
				_, err = text.ReadLine()
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		require.NoError(t, listener.Close())
		<-ended
	})
	return listener.Addr()
}

// Each step of the conversation, and what its failure means.
func TestSend_steps(t *testing.T) {
	t.Parallel()
	const ok = "250 Ok"
	begin := []string{"220 ready", ok}
	steps := func(more ...string) []string { return append(begin[:2:2], more...) }
	type outcome = provider.Outcome
	waits := outcome{Result: provider.NotTaken, Waits: provider.WaitMessage}
	with := func(o outcome, code, message string) outcome {
		o.ProviderCode, o.Message = code, message
		return o
	}
	refused := outcome{Result: provider.Refused, Code: provider.Rejected}
	suppressed := refused
	suppressed.Suppress = true
	for name, c := range map[string]struct {
		replies []string
		want    outcome
	}{
		"greeting 554":                {[]string{"554 5.7.1 no service for you"}, with(waits, "554", "5.7.1 no service for you")},
		"greeting 421":                {[]string{"421 4.3.2 busy"}, with(waits, "421", "4.3.2 busy")},
		"closed after the greeting":   {[]string{"220 ready"}, waits},
		"MAIL 451":                    {steps("451 4.3.0 later"), with(waits, "451", "4.3.0 later")},
		"MAIL 550":                    {steps("550 5.7.1 sender refused"), with(refused, "550", "5.7.1 sender refused")},
		"MAIL 530":                    {steps("530 5.7.0 log in first"), with(outcome{Result: provider.ChannelFailing, Failing: provider.CredentialsRefused}, "530", "5.7.0 log in first")},
		"RCPT 450":                    {steps(ok, "450 4.2.1 greylisted"), with(waits, "450", "4.2.1 greylisted")},
		"RCPT 550":                    {steps(ok, "550 5.1.1 no such user"), with(suppressed, "550", "5.1.1 no such user")},
		"RCPT 550 in old words":       {steps(ok, "550 no such user"), with(suppressed, "550", "no such user")},
		"RCPT 550 in words of relays": {steps(ok, "550 relay not permitted"), with(refused, "550", "relay not permitted")},
		"RCPT 550 of a quota":         {steps(ok, "550 5.4.5 daily quota"), with(refused, "550", "5.4.5 daily quota")},
		"RCPT 552 full":               {steps(ok, "552 5.2.2 mailbox full"), with(refused, "552", "5.2.2 mailbox full")},
		"RCPT 550 disabled":           {steps(ok, "550 5.2.1 disabled"), with(suppressed, "550", "5.2.1 disabled")},
		"RCPT 553 of the sender":      {steps(ok, "553 5.1.8 bad sender"), with(refused, "553", "5.1.8 bad sender")},
		"RCPT 554 by policy":          {steps(ok, "554 5.7.1 relay denied"), with(refused, "554", "5.7.1 relay denied")},
		"closed after RCPT":           {steps(ok, ok), waits},
		"DATA 452":                    {steps(ok, ok, "452 4.3.1 full"), with(waits, "452", "4.3.1 full")},
		"DATA 554":                    {steps(ok, ok, "554 5.5.1 no valid recipients"), with(refused, "554", "5.5.1 no valid recipients")},
		"mail 451":                    {steps(ok, ok, "354 go", "451 4.7.1 later"), with(waits, "451", "4.7.1 later")},
		"mail 554":                    {steps(ok, ok, "354 go", "554 5.7.1 spam"), with(refused, "554", "5.7.1 spam")},
		"closed instead of an answer": {steps(ok, ok, "354 go"), outcome{Result: provider.Unknown}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			adapter := email.New(dialTo(script(t, c.replies...)), nil, time.Now)
			account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
			got := adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"})
			if c.want.ProviderCode == "" { // in the words of the system
				require.NotEmpty(t, got.Message)
				got.Message = ""
			}
			require.Equal(t, c.want, got)
		})
	}

	long := strings.Repeat("x", 300<<10)
	for name, c := range map[string]struct {
		replies []string
		want    provider.Result
	}{
		"a long line":    {[]string{"220 " + long}, provider.NotTaken},
		"many lines":     {[]string{"220 ready", strings.Repeat("250-x\r\n", 100<<10) + ok}, provider.NotTaken},
		"many replies":   {steps(ok+strings.Repeat("x", 200<<10), ok+strings.Repeat("x", 200<<10)), provider.NotTaken},
		"the last reply": {steps(ok, ok, "354 go", strings.Repeat("250-x\r\n", 100<<10)+ok), provider.Unknown},
	} {
		t.Run("too much in "+name, func(t *testing.T) {
			t.Parallel()
			adapter := email.New(dialTo(script(t, c.replies...)), nil, time.Now)
			account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
			got := adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"})
			require.Equal(t, c.want, got.Result, got)
			require.Equal(t, "the mail server sends too much", got.Message)
			require.Empty(t, got.ProviderCode)
		})
	}

	for name, c := range map[string]struct {
		replies []string
		want    string
	}{
		"POP3": {[]string{"+OK Dovecot ready."}, "the server does not speak SMTP"},
		"HTTP": {[]string{"HTTP/1.1 400 Bad Request\r\nServer: internal\r\n"}, "the server does not speak SMTP"},
		"EHLO": {[]string{"220 ready", "?"}, "the server does not speak SMTP"},
		"lost": {[]string{"220 ready"}, "the connection was lost"},
	} {
		t.Run("message of "+name, func(t *testing.T) {
			t.Parallel()
			adapter := email.New(dialTo(script(t, c.replies...)), nil, time.Now)
			account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
			got := adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"})
			require.Equal(t, outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: c.want}, got)
		})
	}

	t.Run("a long reply to a test", func(t *testing.T) {
		t.Parallel()
		adapter := email.New(dialTo(script(t, "554 "+strings.Repeat("x", 1000))), nil, time.Now)
		account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
		require.Equal(t, provider.TestResult{Message: strings.Repeat("x", 500)}, adapter.Test(t.Context(), account))
	})

	t.Run("silent at the end", func(t *testing.T) {
		t.Parallel()
		adapter := email.New(dialTo(script(t, steps(ok, ok, "354 go", ok, "")...)), nil, time.Now)
		account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
		began := time.Now()
		require.Equal(t, provider.Taken, adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"}).Result)
		require.Less(t, time.Since(began), 30*time.Second)
	})

	for name, c := range map[string]struct {
		hello, reply string
		want         provider.Result
	}{
		"535":            {"250 AUTH PLAIN", "535 5.7.8 wrong", provider.ChannelFailing},
		"454":            {"250 AUTH PLAIN", "454 4.7.0 later", provider.NotTaken},
		"no log-in":      {"250 Ok", "221 Bye", provider.ChannelFailing},
		"only GSSAPI":    {"250 AUTH GSSAPI", "221 Bye", provider.ChannelFailing},
		"only SCRAM":     {"250 AUTH SCRAM-SHA-256 SCRAM-SHA-1", "334 ", provider.ChannelFailing},
		"in the clear":   {"250 AUTH LOGIN", "221 Bye", provider.ChannelFailing},
		"closed in AUTH": {"250 AUTH PLAIN", "", provider.NotTaken},
	} {
		t.Run("AUTH "+name, func(t *testing.T) {
			t.Parallel()
			replies := []string{"220 ready", "250-double\r\n" + c.hello}
			if c.reply != "" {
				replies = append(replies, c.reply)
			}
			adapter := email.New(dialTo(script(t, replies...)), nil, time.Now)
			account := provider.Account{
				Settings: provider.Settings{Host: "localhost", Port: 25, Security: provider.None, Username: "user", From: "news@example.org"},
				Secrets:  provider.Secrets{provider.Password: "secret"},
			}
			if name == "in the clear" {
				account.Settings.Host = host
			}
			got := adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"})
			require.Equal(t, c.want, got.Result, got)
			require.NotContains(t, got.Message, "secret")
		})
	}
}

func TestSend_errors(t *testing.T) {
	t.Parallel()
	b := setup(t, provider.StartTLS, double.Options{})
	t.Run("the file can't be read", func(t *testing.T) {
		t.Parallel()
		outcome := b.send(t, provider.Message{Body: "Hi", Media: &provider.Media{Open: func(context.Context) (io.ReadCloser, error) { return nil, errors.New("gone") }}})
		require.Equal(t, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "gone"}, outcome)
	})
	t.Run("the connection is refused", func(t *testing.T) {
		t.Parallel()
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, listener.Close())
		adapter := email.New(dialTo(listener.Addr()), nil, time.Now)
		outcome := adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: to, Body: "Hi"})
		require.Equal(t, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the connection was refused"}, outcome)
		require.Equal(t, "the connection was refused", adapter.Test(t.Context(), b.account).Message)
	})
	t.Run("no address", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{"ana", "ana@example.net>\r\nDATA", "a@b, c@d"} {
			outcome := b.send(t, provider.Message{Body: "Hi", To: provider.Address{Kind: provider.EmailAddress, Value: address}})
			require.Equal(t, provider.Refused, outcome.Result, address)
			require.Equal(t, provider.InvalidAddress, outcome.Code)
		}
	})
	t.Run("the context ends while the deadline is set", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		dial := dialTo(script(t, ""))
		adapter := email.New(func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			return &slowDeadline{Conn: conn, cancel: cancel, another: make(chan struct{})}, err
		}, nil, time.Now)
		began := time.Now()
		outcome := adapter.Send(ctx, b.account, provider.Message{ID: messageID, To: to, Body: "Hi"})
		require.Equal(t, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the call was cancelled"}, outcome)
		require.Less(t, time.Since(began), 30*time.Second)
	})
	t.Run("the context ends while the server is silent", func(t *testing.T) {
		t.Parallel()
		silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, silent.Close()) })
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			conn, err := silent.Accept()
			if err == nil {
				defer conn.Close()
				cancel()
				_, _ = io.Copy(io.Discard, conn)
			}
		}()
		outcome := email.New(dialTo(silent.Addr()), nil, time.Now).Send(ctx, b.account, provider.Message{ID: messageID, To: to, Body: "Hi"})
		require.Equal(t, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the call was cancelled"}, outcome)
	})
}

// slowDeadline is a connection whose context ends while the first deadline is set: another one that
// is set meanwhile is replaced.
type slowDeadline struct {
	net.Conn

	cancel  context.CancelFunc
	begun   atomic.Bool
	another chan struct{}
}

func (c *slowDeadline) SetDeadline(at time.Time) error {
	if c.begun.Swap(true) {
		err := c.Conn.SetDeadline(at)
		close(c.another)
		return err
	}
	c.cancel()
	select {
	case <-c.another:
	case <-time.After(100 * time.Millisecond):
	}
	return c.Conn.SetDeadline(at)
}

func TestSend_withoutEnhancedCodes(t *testing.T) {
	t.Parallel()
	for suppress, replies := range map[bool][]string{
		true: {
			"550 user unknown",
			"550 Unknown user ada@example.com",
			"550 Recipient address rejected: User unknown in local recipient table",
			"550 sorry, no mailbox here by that name",
			"550 Requested action not taken: mailbox unavailable",
			"551 No such recipient",
			"553 invalid recipient ada@example.com",
			"550 The email account does not exist: recipient not found",
			"550 <ada@example.com>: user doesn't exist",
			"550 No such user service@client.example",
			"550 <ada@policy.unlimited.example>: user unknown",
			"550 User unknown in relay-tools.example (spam.antispam.example)",
			"550 No such user here, [192.0.2.1]",
		},
		false: {
			"550 Message rejected, 192.0.2.1 is in a black list",
			"550 Domain example.com has exceeded the max emails per hour (200/200)",
			"553 sorry, that domain isn't in my list of allowed rcpthosts",
			"554 Too many connections",
			"552 Mailbox full",
			"550 Sender verify failed: no such user",
			"550 Too many invalid recipients",
			"550 Your IP address 192.0.2.1 is not found in our list",
			"554 user unknown",
			"550 Requested action not taken: mailbox unavailable, 192.0.2.1 is on a block list",
			"550 Requested action not taken: mailbox unavailable (policy reasons)",
			"550 Recipient mailbox has exceeded its quota and is unavailable",
			"550 Recipient address rejected: service unavailable for client 192.0.2.1",
			"550 Mailbox unavailable: your host is blacklisted",
			"550 Access denied",
			"550 Mailbox unavailable: over quota",
			"550 Mailbox unavailable, message looks like spam",
			"550 <ada@example.com>: recipient unavailable, relaying is not allowed",
			"550 Recipient unavailable (antispam)",
			"550 Mailbox unavailable: ratelimited",
		},
	} {
		for _, reply := range replies {
			adapter := email.New(dialTo(script(t, "220 ready", "250 Ok", "250 Ok", reply)), nil, time.Now)
			account := provider.Account{Settings: provider.Settings{Host: host, Port: 25, Security: provider.None, From: "news@example.org"}}
			got := adapter.Send(t.Context(), account, provider.Message{ID: messageID, To: to, Body: "Hi"})
			require.Equal(t, provider.Refused, got.Result, reply)
			require.Equal(t, suppress, got.Suppress, reply)
		}
	}
}

package email_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
)

var (
	noon      = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	messageID = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	to        = provider.Address{Kind: provider.EmailAddress, Value: "ana@example.net"}
)

// host is a name in the certificate of the tests.
const host = "example.com"

// bundle is an adapter whose dialer connects to the listener of a mail server, whatever the name.
type bundle struct {
	adapter *email.Adapter
	account provider.Account
	mails   chan double.Mail
	dial    email.Dial
	roots   *x509.CertPool
}

// certificate returns a certificate for example.com, and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return &tls.Config{Certificates: server.TLS.Certificates, MinVersion: tls.VersionTLS12}, roots
}

// setup starts a mail server with a security.
func setup(t *testing.T, security provider.Security, options double.Options) bundle {
	t.Helper()
	config, roots := certificate(t)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	if options.Choose == nil {
		options.Choose = func(double.Call) double.Behaviour { return double.Take }
	}
	if options.Username == "" {
		options.Username, options.Password = "user", "secret"
	}
	b := bundle{mails: make(chan double.Mail, 10), dial: dialTo(listener.Addr()), roots: roots}
	served := listener
	offered := config
	if security != provider.StartTLS {
		offered = nil
	}
	if security == provider.TLS {
		served = tls.NewListener(listener, config)
	}
	server := double.New(options).SMTP(offered, func(mail double.Mail) { b.mails <- mail })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, served) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	b.adapter = email.New(b.dial, roots, func() time.Time { return noon })
	b.account = provider.Account{
		Settings: provider.Settings{Host: host, Port: 587, Security: security, Username: "user", From: "news@example.org", FromName: "Nëws", ReplyTo: "help@example.org"},
		Secrets:  provider.Secrets{provider.Password: "secret"},
	}
	return b
}

func dialTo(address net.Addr) email.Dial {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address.String())
	}
}

func (b bundle) send(t *testing.T, message provider.Message) provider.Outcome {
	t.Helper()
	message.ID = messageID
	if message.To.Value == "" {
		message.To = to
	}
	return b.adapter.Send(t.Context(), b.account, message)
}

func TestSend_mail(t *testing.T) {
	t.Parallel()
	link, err := url.Parse("https://hub.example.com/u/abc")
	require.NoError(t, err)
	for _, security := range []provider.Security{provider.StartTLS, provider.TLS} {
		t.Run(string(security), func(t *testing.T) {
			t.Parallel()
			b := setup(t, security, double.Options{})
			outcome := b.send(t, provider.Message{
				Category: provider.Marketing, Subject: "Olá\r\nBcc: evil@example.com", Body: "Hi <Ana>\n.\nBye", ReplyTo: "1@example.net", Unsubscribe: link,
				Media: &provider.Media{FileName: "a.txt", ContentType: "text/plain", Open: func(context.Context) (io.ReadCloser, error) {
					return io.NopCloser(strings.NewReader("content")), nil
				}},
			})
			require.Equal(t, provider.Outcome{Result: provider.Taken, ProviderID: messageID.String() + "@example.org"}, outcome)
			sent := <-b.mails
			require.Equal(t, "news@example.org", sent.From)
			require.Equal(t, "ana@example.net", sent.To)
			read, err := mail.ReadMessage(strings.NewReader(string(sent.Data)))
			require.NoError(t, err)
			for name, want := range map[string]string{
				"Message-Id": "<" + messageID.String() + "@example.org>", "To": "<ana@example.net>", "Reply-To": "<help@example.org>",
				"In-Reply-To": "<1@example.net>", "References": "<1@example.net>",
				"List-Unsubscribe": "<https://hub.example.com/u/abc>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Bcc": "",
			} {
				require.Equal(t, want, read.Header.Get(name), name)
			}
			date, err := read.Header.Date()
			require.NoError(t, err)
			require.True(t, noon.Equal(date))
			from, err := read.Header.AddressList("From")
			require.NoError(t, err)
			require.Equal(t, "Nëws", from[0].Name)
			body, err := io.ReadAll(read.Body)
			require.NoError(t, err)
			require.Contains(t, string(body), "text/plain")
			require.Contains(t, string(body), "Hi <Ana>\n.\nBye")
			require.Contains(t, string(body), "text/html")
			require.Contains(t, string(body), "Hi &lt;Ana&gt;<br>")
			require.Contains(t, string(body), `filename="a.txt"`)
		})
	}
	t.Run("a link that can be clicked", func(t *testing.T) {
		t.Parallel()
		b := setup(t, provider.StartTLS, double.Options{})
		require.Equal(t, provider.Taken, b.send(t, provider.Message{
			Category: provider.Marketing, Body: "Hi\n" + link.String(), Unsubscribe: link,
		}).Result)
		require.Contains(t, string((<-b.mails).Data), `<a href=3D"https://hub.example.com/u/abc">https://hub.example.com/u/abc</a>`)
	})
	t.Run("not marketing, with a page", func(t *testing.T) {
		t.Parallel()
		b := setup(t, provider.StartTLS, double.Options{})
		require.Equal(t, provider.Taken, b.send(t, provider.Message{Category: "Utility", Body: "Hi", HTML: "<p>Page</p>", Unsubscribe: link}).Result)
		data := string((<-b.mails).Data)
		require.NotContains(t, data, "List-Unsubscribe")
		require.Contains(t, data, "<p>Page</p>")
	})
}

func TestSend_contentType(t *testing.T) {
	t.Parallel()
	b := setup(t, provider.StartTLS, double.Options{})
	require.Equal(t, provider.Taken, b.send(t, provider.Message{Body: "Hi", Media: &provider.Media{
		FileName: "a.txt", ContentType: "text/plain\r\nX-Evil: 1\r\n\r\nevil", Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("content")), nil
		},
	}}).Result)
	data := string((<-b.mails).Data)
	require.Contains(t, data, "application/octet-stream")
	require.NotContains(t, data, "vil")
}

func TestSend_login(t *testing.T) {
	t.Parallel()
	t.Run("without a user name", func(t *testing.T) {
		t.Parallel()
		b := setup(t, provider.None, double.Options{})
		b.account.Settings.Username = ""
		require.Equal(t, provider.Taken, b.send(t, provider.Message{Body: "Hi"}).Result)
	})
	t.Run("Err a password is not sent in the clear", func(t *testing.T) {
		t.Parallel()
		b := setup(t, provider.None, double.Options{})
		outcome := b.send(t, provider.Message{Body: "Hi"})
		require.Equal(t, provider.ChannelFailing, outcome.Result)
		require.Equal(t, provider.CredentialsRefused, outcome.Failing)
		require.NotEmpty(t, outcome.Message)
	})
	t.Run("Err the server does not offer STARTTLS", func(t *testing.T) {
		t.Parallel()
		b := setup(t, provider.None, double.Options{})
		b.account.Settings.Security = provider.StartTLS
		outcome := b.send(t, provider.Message{Body: "Hi"})
		require.Equal(t, provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the mail server does not offer STARTTLS"}, outcome)
	})
	t.Run("Err another name in the certificate", func(t *testing.T) {
		t.Parallel()
		for _, security := range []provider.Security{provider.StartTLS, provider.TLS} {
			b := setup(t, security, double.Options{})
			b.account.Settings.Host = "other.example"
			outcome := b.send(t, provider.Message{Body: "Hi"})
			require.Equal(t, provider.NotTaken, outcome.Result)
			require.Contains(t, outcome.Message, "certificate")
		}
	})
}

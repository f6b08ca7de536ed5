package mail

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
	"github.com/firmhub/firmhub/internal/fault"
)

// The ports of mail servers where the URL names none.
const (
	submissionPort = 587 // RFC 6409
	tlsPort        = 465 // RFC 8314
)

const senderName = "firmhub"

// Server is the mail server of the installation. The operator chose it, so it may have a private
// address.
type Server struct {
	adapter *email.Adapter
	account provider.Account
}

// errURL is returned for a URL that is not that of a mail server. It does not contain the URL,
// which may contain a password.
var errURL = errors.New("must be smtp://user:password@host:587?from=firmhub@example.com, or smtps://, or with &tls=off")

// ParseServer returns the mail server of a URL: smtp://user:password@host:587?from=address with
// STARTTLS, which is required, smtps:// with TLS from the first byte, or with tls=off neither.
// roots are the certificates that are trusted, or nil for those of the system.
func ParseServer(text string, roots *x509.CertPool) (*Server, error) {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Hostname() == "" || parsed.Path != "" && parsed.Path != "/" || parsed.Fragment != "" {
		return nil, errURL
	}
	settings := provider.Settings{Host: parsed.Hostname(), FromName: senderName, Username: parsed.User.Username()}
	query := parsed.Query()
	for name := range query {
		if name != "from" && name != "tls" {
			return nil, errURL
		}
	}
	tls := query.Get("tls")
	switch {
	case parsed.Scheme == "smtps" && (tls == "" || tls == "on"):
		settings.Security, settings.Port = provider.TLS, tlsPort
	case parsed.Scheme == "smtp" && (tls == "" || tls == "on"):
		settings.Security, settings.Port = provider.StartTLS, submissionPort
	case parsed.Scheme == "smtp" && tls == "off":
		settings.Security, settings.Port = provider.None, 25
	default:
		return nil, errURL
	}
	if port := parsed.Port(); port != "" {
		if settings.Port, err = strconv.Atoi(port); err != nil || settings.Port < 1 || settings.Port > 65535 {
			return nil, errURL
		}
	}
	from, err := netmail.ParseAddress(query.Get("from"))
	if err != nil {
		return nil, errURL
	}
	settings.From = from.Address
	if from.Name != "" {
		settings.FromName = from.Name
	}
	password, _ := parsed.User.Password()
	return &Server{
		adapter: email.New(new(net.Dialer).DialContext, roots, time.Now),
		account: provider.Account{Settings: settings, Secrets: provider.Secrets{provider.Password: password}},
	}, nil
}

// Test connects to the server, logs in and quits. It returns why the server can't be used.
func (s *Server) Test(ctx context.Context) error {
	if result := s.adapter.Test(ctx, s.account); !result.OK {
		return errors.New(result.Message)
	}
	return nil
}

// errPassing is returned when the mail may be taken later.
var errPassing = errors.New("mail: the server has not taken it")

// send sends a mail. It returns an error with errPassing, or a fault.Error when the server refuses
// the mail for good. Where the answer was lost the mail is sent again: two are better than none.
func (s *Server) send(ctx context.Context, letter *Letter) error {
	outcome := s.adapter.Send(ctx, s.account, provider.Message{
		ID: uuid.New(), To: provider.Address{Kind: provider.EmailAddress, Value: letter.To},
		Subject: letter.Subject, Body: letter.Text, HTML: letter.HTML,
	})
	switch outcome.Result {
	case provider.Taken:
		return nil
	case provider.Refused:
		return fault.New(fault.ValidationError, "The mail server refuses the mail.").Because(errors.New(outcome.Message))
	case provider.NotTaken, provider.Unknown, provider.ChannelFailing:
	}
	return fmt.Errorf("%w: %s", errPassing, outcome.Message)
}

// Package email sends mail by SMTP.
package email

import (
	"context"
	"crypto/x509"
	"io"
	"net"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	address "github.com/firmhub/firmhub/internal/plaintext/email"
)

// Dial opens a connection to a host and port.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// Adapter is the adapter of mail servers.
type Adapter struct {
	dial  Dial
	roots *x509.CertPool
	now   func() time.Time
}

// New returns the adapter. dial permits only addresses that may be called. roots are the
// certificates that are trusted, or nil for those of the system.
func New(dial Dial, roots *x509.CertPool, now func() time.Time) *Adapter {
	return &Adapter{dial: dial, roots: roots, now: now}
}

// Send implements [provider.Adapter]. The provider's id is the Message-ID.
func (a *Adapter) Send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	return a.send(ctx, account, message).Cleaned()
}

func (a *Adapter) send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	if message.To.Kind != provider.EmailAddress {
		return provider.Refusal(provider.InvalidAddress, "a mail needs an e-mail address")
	}
	mail, failed := a.compose(account, message)
	if failed != nil {
		return *failed
	}
	session, failed := a.open(ctx, account)
	if failed != nil {
		return *failed
	}
	defer session.close()
	if err := session.client.Mail("<" + address.ASCII(account.Settings.From) + ">"); err != nil { // checked by compose
		return judge(sending, err)
	}
	if err := session.client.Rcpt("<" + address.ASCII(message.To.Value) + ">"); err != nil {
		return judge(addressing, err)
	}
	file, err := mail.open(ctx)
	if err != nil {
		return judge(connecting, err)
	}
	defer file.Close()
	data, err := session.client.Data()
	if err != nil {
		return judge(sending, err)
	}
	if err := mail.writeTo(notCloser{data}, file); err != nil {
		return judge(connecting, err) // the last line is not written: the connection is closed
	}
	if err := data.Close(); err != nil {
		return judge(waiting, err)
	}
	session.quit()
	return provider.Outcome{Result: provider.Taken, ProviderID: messageID(account, message)}
}

// notCloser hides the Close of a writer, which would end the mail.
type notCloser struct{ io.Writer }

// ReadHook implements [provider.Adapter]. Mail servers call no hooks.
func (a *Adapter) ReadHook(provider.Account, provider.Hook) ([]provider.Event, error) {
	return nil, provider.ErrSignature
}

// Test implements [provider.Adapter]. It connects, logs in and quits.
func (a *Adapter) Test(ctx context.Context, account provider.Account) provider.TestResult {
	return a.test(ctx, account).Cleaned()
}

func (a *Adapter) test(ctx context.Context, account provider.Account) provider.TestResult {
	session, failed := a.open(ctx, account)
	if failed != nil {
		return provider.TestResult{Message: failed.Message, Failing: failed.Failing}
	}
	defer session.close()
	session.quit()
	return provider.TestResult{OK: true, Message: "The mail server accepts the settings.", Sender: account.Settings.From}
}

// domain returns the part of an address after the @.
func domain(of string) string { return of[strings.LastIndexByte(of, '@')+1:] }

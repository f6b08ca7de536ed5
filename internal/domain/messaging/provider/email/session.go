package email

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	address "github.com/firmhub/firmhub/internal/plaintext/email"
)

const (
	// sessionTime is how long a conversation with a mail server may take.
	sessionTime = time.Minute
	// quitTime is how long its end may take.
	quitTime = time.Second
)

var (
	errNoTLS   = errors.New("the mail server does not offer STARTTLS")
	errNoLogin = errors.New("the mail server offers none of the log-ins PLAIN, LOGIN and CRAM-MD5")
)

// session is an open conversation, after the log-in.
type session struct {
	client *smtp.Client
	conn   net.Conn
	stop   func() bool
}

// open connects to the mail server and logs in. If that fails, it returns what it means for a
// message.
func (a *Adapter) open(ctx context.Context, account provider.Account) (*session, *provider.Outcome) {
	dialled, err := a.dial(ctx, "tcp", account.Settings.Address())
	if err != nil {
		return nil, failed(connecting, err)
	}
	conn := &limitedConn{Conn: dialled, left: maxReplies}
	deadline, ok := ctx.Deadline()
	if limit := time.Now().Add(sessionTime); !ok || deadline.After(limit) {
		deadline = limit
	}
	s := &session{conn: conn}
	if err := conn.SetDeadline(deadline); err != nil {
		_ = conn.Close()
		return nil, failed(connecting, err)
	}
	// Only now: the deadline above must not replace the one of a context that ended meanwhile.
	s.stop = context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // ends what waits
	if err := a.greet(ctx, account, s); err != nil {
		s.close()
		return nil, failed(connecting, cause(ctx, err))
	}
	if err := logIn(account, s.client); err != nil {
		s.close()
		return nil, failed(loggingIn, cause(ctx, err))
	}
	return s, nil
}

func failed(at step, err error) *provider.Outcome {
	outcome := judge(at, err)
	return &outcome
}

// cause returns the error of the context if that has ended, else err.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// greet reads the greeting, introduces this server by the domain of the sender, and begins TLS.
func (a *Adapter) greet(ctx context.Context, account provider.Account, s *session) error {
	settings := account.Settings
	config := &tls.Config{ServerName: settings.Host, RootCAs: a.roots, MinVersion: tls.VersionTLS12}
	conn := s.conn
	if settings.Security == provider.TLS {
		secured := tls.Client(conn, config)
		if err := secured.HandshakeContext(ctx); err != nil {
			return err
		}
		conn = secured
	}
	client, err := smtp.NewClient(conn, settings.Host)
	if err != nil {
		return err
	}
	s.client = client
	if err := client.Hello(domain(address.ASCII(settings.From))); err != nil {
		return err
	}
	if settings.Security != provider.StartTLS {
		return nil
	}
	if offered, _ := client.Extension("STARTTLS"); !offered {
		return errNoTLS
	}
	return client.StartTLS(config)
}

// logIn logs in if the account has a user name. Without TLS the password is sent only to this
// machine, or by a mechanism that does not show it.
//
// It does not log in by SCRAM: the server of that mechanism says how often the password is hashed,
// the library sets no limit, and hashing does not end with the deadline of the connection. So any
// server could keep a processor busy for minutes. Servers that offer SCRAM also offer PLAIN.
func logIn(account provider.Account, client *smtp.Client) error {
	user, password := account.Settings.Username, account.Secrets[provider.Password]
	if user == "" {
		return nil
	}
	_, names := client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(names))
	host := account.Settings.Host
	_, secured := client.TLSConnectionState()
	mechanisms := []struct {
		name string
		auth smtp.Auth
	}{
		{"PLAIN", smtp.PlainAuth("", user, password, host, false)},
		{"LOGIN", smtp.LoginAuth(user, password, host, false)},
		{"CRAM-MD5", smtp.CRAMMD5Auth(user, password)},
	}
	if !secured {
		mechanisms = append(mechanisms[2:], mechanisms[:2]...)
	}
	for _, mechanism := range mechanisms {
		if slices.Contains(offered, mechanism.name) {
			return client.Auth(mechanism.auth)
		}
	}
	return errNoLogin
}

// quit ends the conversation. What the server answers changes nothing, so a slow one does not keep
// the outcome of a mail.
func (s *session) quit() {
	if s.conn.SetDeadline(time.Now().Add(quitTime)) == nil {
		_ = s.client.Quit()
	}
}

// close closes the connection, even in the middle of a mail.
func (s *session) close() {
	s.stop()
	_ = s.conn.Close()
}

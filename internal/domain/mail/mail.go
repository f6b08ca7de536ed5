// Package mail sends the mails of the installation to people: links with tokens, and notices about
// their accounts. A mail is queued as a job in the transaction of the change that causes it. The
// worker makes the token of a link, so that no queue and no log ever contains one.
package mail

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
)

// The outcomes of mails, for metrics.
const (
	// Sent means that the mail server has the mail.
	Sent = "sent"
	// Skipped means that there was nobody to mail, that the address has had its mails of the hour,
	// or that no process has sent the mail for a day.
	Skipped = "skipped"
	// Retried means that the mail server could not be reached or asked to try again.
	Retried = "retried"
	// Refused means that the mail server refuses the mail for good.
	Refused = "refused"
)

// Config configures a [Mailer]. The zero value sends no mail.
type Config struct {
	// Server is the mail server. It takes precedence over Box.
	Server *Server
	// Box keeps the mails instead, to show them.
	Box *Box
	// Elsewhere is set in a process that is no server. Without a mail server of its own it queues
	// notices all the same, since a server may send them.
	Elsewhere bool
	// PublicURL is the beginning of the links.
	PublicURL string
	// NoRateLimit allows any number of mails to an address. It is meant for load tests.
	NoRateLimit bool
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// Mailer queues and sends mails. It is safe for concurrent use. A nil one sends no mail.
type Mailer struct {
	db      *db.DB
	config  Config
	observe func(outcome string)
	// invitations counts mails by firm and address, whatever the membership: a firm can remove a
	// user and invite the address again, which makes another one. It allows perHour at once, and
	// then one each time that its part of an hour is over. Each instance counts for itself.
	invitations *throttle.Attempts[inviting]
}

// New returns a mailer.
func New(d *db.DB, c Config) *Mailer {
	if c.Now == nil {
		c.Now = time.Now
	}
	m := &Mailer{db: d, config: c, observe: func(string) {}}
	if !c.NoRateLimit {
		m.invitations = throttle.NewAttempts[inviting](perHour, time.Hour)
	}
	return m
}

// Observe sets the function that is called with the outcome of each mail. It is called before the
// first one.
func (m *Mailer) Observe(observe func(outcome string)) { m.observe = observe }

// Sends reports whether mails are sent.
func (m *Mailer) Sends() bool {
	return m != nil && (m.config.Server != nil || m.config.Box != nil)
}

// queues reports whether notices are queued.
func (m *Mailer) queues() bool { return m.Sends() || m != nil && m.config.Elsewhere }

// Check returns Unavailable unless mails are sent.
func (m *Mailer) Check() error {
	if m.Sends() {
		return nil
	}
	return fault.New(fault.Unavailable, "This server sends no mail. Ask whoever runs it.")
}

// deliver sends a mail, or keeps it in the box.
func (m *Mailer) deliver(ctx context.Context, letter *Letter) error {
	if m.config.Server != nil {
		return m.config.Server.send(ctx, letter)
	}
	m.config.Box.put(m.now(), letter)
	return nil
}

// now returns the time with the precision of the databases.
func (m *Mailer) now() time.Time { return m.config.Now().UTC().Truncate(time.Microsecond) }

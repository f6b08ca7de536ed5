package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/realtime/broker"
	live "github.com/firmhub/firmhub/realtime/connections"
)

// Core is firmhub without its server: the migrated database, and what the domains need in addition.
// It checks no permission: code that has a Core may do everything.
type Core struct {
	DB *db.DB
	// Broker carries messages to the other parts of the process, and to the other instances.
	Broker        broker.Broker
	Notifications *notification.Center
	Wallets       *wallet.Ledger
	Messages      *messaging.Manager
	Passwords     *password.Hasher
	Tokens        *token.Issuer
	Accounts      *account.Manager
	Memberships   *membership.Manager
	Sessions      *session.Manager
	Jobs          *job.Manager
	// Secrets seals secrets in the database. It is nil on PostgreSQL without FIRMHUB_SECRETS_KEY,
	// and on SQLite if the key was lost.
	Secrets *secret.Key
	// Mails sends the mails of the installation.
	Mails *mail.Mailer

	// connections are ended by sessions, memberships and API keys, on all instances.
	connections *live.Registry
}

// Open opens the database for a process that does not serve. An empty one is made ready, and that
// of an earlier release is refused with Conflict: only a server and [Migrate] bring it up to date.
// For an invalid setting Open returns a [*config.Error].
func Open(ctx context.Context, basics Basics) (*Core, error) {
	return openCommand(ctx, Config{Basics: basics})
}

// openCommand returns the Core of a process that does not serve.
func openCommand(ctx context.Context, settings Config) (*Core, error) {
	mails, err := mailConfig(settings)
	if err != nil {
		return nil, err
	}
	mails.Elsewhere = true
	opened, err := openDatabase(ctx, settings.Basics)
	if err != nil {
		return nil, err
	}
	if err := refuseEarlier(ctx, opened); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	core, err := newCore(ctx, opened, settings, mails)
	if err != nil {
		return nil, err
	}
	if err := core.join(ctx); err != nil {
		return nil, errors.Join(err, core.Close())
	}
	return core, nil
}

// mailConfig returns the configuration of the mails, with the box of a demo.
func mailConfig(settings Config) (mails mail.Config, err error) {
	settings = settings.Defaults()
	limits, err := settings.RateLimits()
	if err != nil {
		return mails, err
	}
	mails = mail.Config{PublicURL: settings.PublicURL, NoRateLimit: limits.Off}
	if mails.Server, err = settings.MailServer(); err != nil {
		return mails, err
	}
	if mails.Server == nil && settings.KeepMails {
		mails.Box = mail.NewBox()
	}
	return mails, nil
}

// newCore returns a Core that is not connected with other instances yet. It migrates the database,
// and closes it after an error.
func newCore(ctx context.Context, opened *db.DB, settings Config, mails mail.Config) (_ *Core, err error) {
	settings = settings.Defaults()
	core := &Core{DB: opened, Broker: openBroker(settings.Basics), connections: live.New()}
	if core.Secrets, err = keyring.Open(opened, settings.Basics); err != nil {
		return nil, errors.Join(err, core.Close())
	}
	if err := core.prepare(ctx, settings, mails); err != nil {
		return nil, errors.Join(err, core.Close())
	}
	return core, nil
}

func (c *Core) prepare(ctx context.Context, settings Config, mails mail.Config) (err error) {
	limits, err := settings.RateLimits()
	if err != nil {
		return err
	}
	c.Notifications = notification.NewCenter(c.DB, c.Broker)
	c.Wallets = wallet.NewLedger(c.DB, c.Notifications, c.Broker)
	c.Messages = messaging.NewManager(c.DB, c.Wallets, c.Notifications, messaging.Config{
		UnknownAfter: settings.UnknownAfter, UnknownRelease: settings.UnknownRelease, BodyRetention: settings.BodyRetention,
	})
	if err := c.migrate(ctx, settings.Basics); err != nil {
		return err
	}
	if err := role.Seed(ctx, c.DB); err != nil {
		return fmt.Errorf("seed the permissions: %w", err)
	}
	c.Passwords = password.NewHasher(password.Config{
		NoRateLimit: limits.Off, Iterations: settings.PasswordIterations, Busy: c.serves,
	})
	if c.Tokens, err = token.NewIssuer(ctx, c.DB, token.Config{Life: settings.AccessTokenTTL}); err != nil {
		return fmt.Errorf("prepare the signing keys: %w", err)
	}
	c.Mails = mail.New(c.DB, mails)
	c.Accounts = account.NewManager(c.DB, c.Passwords, account.Config{NoRateLimit: limits.Off, Mails: c.Mails})
	c.Memberships = membership.NewManager(c.DB, c.Passwords, nil)
	if err := c.connections.Share(c.Broker); err != nil {
		return err
	}
	c.Sessions = session.NewManager(c.DB, c.Passwords, c.Tokens, c.Memberships, c.Notifications, session.Config{
		NoRateLimit: limits.Off, Logins: limits.Logins, RequirePasswordChange: settings.RequirePasswordChange == config.On,
		PublicURL: settings.PublicURL, Mails: c.Mails, Connections: c.connections,
	})
	c.Jobs, err = job.NewManager(c.DB)
	return err
}

// migrate migrates the database, and opens its keys.
func (c *Core) migrate(ctx context.Context, basics Basics) (err error) {
	if basics.DatabaseDirectURL != "" {
		_, _, err = Migrate(ctx, basics)
	} else {
		err = c.DB.Migrate(ctx)
	}
	if err != nil {
		return err
	}
	if c.Secrets == nil {
		if c.Secrets, err = keyring.Create(ctx, c.DB, basics); err != nil {
			return err
		}
	}
	return keyring.Use(ctx, c.DB, c.Secrets)
}

// closeLimit is how long [Core.Close] waits for messages to be charged.
const closeLimit = 30 * time.Second

// Close charges the waiting messages, ends the delivery of notifications, and closes the broker and
// the database.
func (c *Core) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	err := c.Wallets.Close(ctx)
	c.Notifications.Close()
	err = errors.Join(err, c.Broker.Close())
	if closing := c.DB.Close(); closing != nil {
		err = errors.Join(err, fmt.Errorf("close the database: %w", closing))
	}
	return err
}

func openDatabase(ctx context.Context, basics Basics) (*db.DB, error) {
	settings := Config{Basics: basics}
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	settings = settings.Defaults()
	if basics.DatabaseURL == "" {
		if err := os.MkdirAll(settings.DataDir, dataDirMode); err != nil {
			return nil, config.Refuse(config.DataDir, "must be a folder that can be written: %v.", err)
		}
	}
	opened, err := db.OpenWith(ctx, settings.DatabaseURL, db.Options{Slow: settings.Slow, Tracer: settings.Tracer})
	if err != nil {
		return nil, ofDatabase(err)
	}
	db.WarnExposed(ctx, settings.DatabaseURL)
	return opened, nil
}

// dataDirMode lets no other account of the machine in: the folder contains signing keys and
// personal data.
const dataDirMode = 0o700

// ofDatabase names the setting that caused an error of the database.
func ofDatabase(err error) error {
	if wrong, ok := errors.AsType[*db.URLError](err); ok {
		return config.Refuse(config.DatabaseURL, "%s.", wrong.Reason)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", config.DatabaseURL, err)
	}
	return nil
}

// serves reports whether statements of firms run or wait. Log-ins do not count.
func (c *Core) serves() bool {
	return slices.ContainsFunc(c.DB.Stats().Shares, func(s db.Share) bool { return s.Held > 0 || s.Waiting > 0 })
}

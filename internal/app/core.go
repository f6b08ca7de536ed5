package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/demo"
	"github.com/firmhub/firmhub/internal/firm"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/membership"
	"github.com/firmhub/firmhub/internal/password"
	"github.com/firmhub/firmhub/internal/role"
	"github.com/firmhub/firmhub/internal/session"
	"github.com/firmhub/firmhub/internal/token"
	"github.com/firmhub/firmhub/internal/user"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Core is firmhub without its server: the database, brought up to date, and the rules. Who holds it runs firmhub and
// may do everything; nobody is asked for a permission here.
type Core struct {
	db          *db.DB
	passwords   *password.Hasher
	tokens      *token.Issuer
	accounts    *account.Manager
	memberships *membership.Manager
	sessions    *session.Manager
	jobs        *job.Manager
}

// Open opens the database, migrates it and seeds the permissions. A setting that can't be used is a [*ConfigError].
func Open(ctx context.Context, basics Basics) (*Core, error) {
	return open(ctx, basics, session.Config{}, password.Config{})
}

func open(ctx context.Context, basics Basics, config session.Config, hashing password.Config) (*Core, error) {
	opened, err := openDatabase(ctx, basics)
	if err != nil {
		return nil, err
	}
	core := &Core{db: opened}
	if err := core.prepare(ctx, basics, config, hashing); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return core, nil
}

func (c *Core) prepare(ctx context.Context, basics Basics, config session.Config, hashing password.Config) (err error) {
	if basics.DatabaseDirectURL != "" {
		_, err = Migrate(ctx, basics)
	} else {
		err = migrateOpen(ctx, c.db)
	}
	if err != nil {
		return err
	}
	if err := role.Seed(ctx, c.db); err != nil {
		return fmt.Errorf("seed the permissions: %w", err)
	}
	c.passwords = password.NewHasher(hashing)
	if c.tokens, err = token.NewIssuer(ctx, c.db, token.Config{}); err != nil {
		return fmt.Errorf("prepare the signing keys: %w", err)
	}
	c.accounts = account.NewManager(c.db, c.passwords, account.Config{NoRateLimit: config.NoRateLimit})
	c.memberships = membership.NewManager(c.db, c.passwords, nil)
	c.sessions = session.NewManager(c.db, c.passwords, c.tokens, c.memberships, config)
	c.jobs, err = job.NewManager(c.db)
	return err
}

func openDatabase(ctx context.Context, basics Basics) (*db.DB, error) {
	config := Config{Basics: basics}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.Defaults()
	if basics.DatabaseURL == "" {
		if err := os.MkdirAll(config.DataDir, dataDirMode); err != nil {
			return nil, refused("FIRMHUB_DATA_DIR", "must be a folder that can be written: %v.", err)
		}
	}
	opened, err := db.Open(ctx, config.DatabaseURL)
	if err != nil {
		return nil, ofDatabase(err)
	}
	warnExposed(ctx, config.DatabaseURL)
	return opened, nil
}

// ofDatabase names the setting that led to an error of the database.
func ofDatabase(err error) error {
	if wrong, ok := errors.AsType[*db.URLError](err); ok {
		return refused(databaseSetting, "%s.", wrong.Reason)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", databaseSetting, err)
	}
	return nil
}

// dataDirMode keeps everyone else on the machine out: the folder holds signing keys and personal data.
const dataDirMode = 0o700

// Close closes the database.
func (c *Core) Close() error {
	if err := c.db.Close(); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}

// Person is somebody who gets an account.
type Person struct {
	FirstName, LastName, Email, Password string
}

// NewFirm describes a firm and its owner.
type NewFirm struct {
	Name string
	// Currency is an ISO 4217 code.
	Currency string
	// TimeZone is an IANA name; empty means UTC.
	TimeZone string
	Owner    Person
}

// CreateFirm makes a firm with its owner; see [firm.Create].
func (c *Core) CreateFirm(ctx context.Context, in NewFirm) (*ent.Firm, error) {
	return firm.Create(ctx, c.db, c.passwords.Hash, firm.CreateInput{
		Name: in.Name, Currency: in.Currency, TimeZone: in.TimeZone, Owner: user.OwnerInput(in.Owner),
	})
}

// CreateUser makes a person an active user of a firm, named by id or name, with one of its roles, without an
// invitation. A known e-mail address joins as the user it belongs to, who keeps name and password; see [user.Join].
func (c *Core) CreateUser(ctx context.Context, firmName, roleName string, in Person) (*ent.User, error) {
	employer, err := firm.Find(ctx, c.db, firmName)
	if err != nil {
		return nil, err
	}
	given, err := role.Find(inFirm(ctx, employer.ID), c.db, roleName)
	if err != nil {
		return nil, err
	}
	joined, _, err := user.Join(ctx, c.db, c.passwords.Hash, employer.ID, given.ID, user.CreateInput{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password,
	})
	return joined, err
}

// ResetPassword gives a user a new password and ends the user's sessions; see [session.Manager.ResetPassword].
func (c *Core) ResetPassword(ctx context.Context, email, password string) error {
	return c.sessions.ResetPassword(ctx, session.ResetPasswordInput{Email: email, NewPassword: password})
}

// Demo is what to try firmhub with.
type Demo struct {
	// Made is false when it was there already.
	Made bool
	// Logins are the people, all with the same Password. The first one owns the first firm.
	Logins   []demo.Login
	Password string
}

// FillDemo makes the firms of the demo unless they are there already; see [demo.Firms].
func (c *Core) FillDemo(ctx context.Context) (*Demo, error) {
	made, err := demo.Firms(ctx, c.db, c.passwords.Hash)
	if err != nil {
		return nil, err
	}
	return &Demo{Made: made, Logins: demo.Logins(), Password: demo.Password}, nil
}

// inFirm is the context of firmhub itself at work in a firm.
func inFirm(ctx context.Context, firmID uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firmID})
}

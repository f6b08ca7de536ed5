package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/viewer"
)

type adminCommand struct {
	CreateUser    createUserCommand    `cmd:"" help:"Add a person to a firm as an active user, without an invitation. A known e-mail joins as that user, who keeps name and password."`
	CreateFirm    createFirmCommand    `cmd:"" help:"Create a firm with its Owner role and its owner."`
	ResetPassword resetPasswordCommand `cmd:"" help:"Set a new password for a user and end the user's sessions."`
	ResetMfa      resetMFACommand      `cmd:"" help:"Remove the second factors of a user who has lost them. Log-ins need the password alone until there is a new one."`
	Links         linksCommand         `cmd:"" help:"List who can log in to the account of a user by single sign-on."`
	Unlink        unlinkCommand        `cmd:"" help:"Remove the link of a user with a provider of single sign-on, and end the user's sessions."`
}

type personFlags struct {
	Email     string `required:"" help:"E-mail address, with which the person logs in." placeholder:"ada@example.com"`
	FirstName string `required:"" help:"First name." placeholder:"Ada"`
	LastName  string `required:"" help:"Last name." placeholder:"Lovelace"`

	passwordFlags `embed:""`
}

type createUserCommand struct {
	app.Basics `embed:""`

	Firm        string `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Role        string `required:"" help:"Name of a role of the firm." placeholder:"Owner"`
	personFlags `embed:""`
}

// Run creates the user.
func (u *createUserCommand) Run(ctx context.Context, c *console) error {
	password, err := u.read(c)
	if err != nil {
		return err
	}
	return c.withCore(ctx, u.Basics, func(core *app.Core) error {
		employer, err := firm.Find(ctx, core.DB, u.Firm)
		if err != nil {
			return err
		}
		given, err := role.Find(asSystem(ctx, employer.ID), core.DB, u.Role)
		if err != nil {
			return err
		}
		joined, _, err := user.Join(ctx, core.DB, core.Passwords.Hash, employer.ID, given.ID, user.CreateInput{
			FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, Password: password,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s %s <%s> is in the firm, with the role %s. User id: %s\n",
			joined.FirstName, joined.LastName, joined.Email, u.Role, joined.ID)
		return nil
	})
}

type createFirmCommand struct {
	app.Basics `embed:""`

	Name        string `required:"" help:"Name of the firm." placeholder:"NAME"`
	Currency    string `required:"" help:"Currency of the firm's wallet: an ISO 4217 code." placeholder:"EUR"`
	TimeZone    string `help:"Time zone in which the firm counts its days: an IANA name." placeholder:"UTC"`
	personFlags `embed:"" group:"owner"`
}

// Run creates the firm.
func (f *createFirmCommand) Run(ctx context.Context, c *console) error {
	password, err := f.read(c)
	if err != nil {
		return err
	}
	return c.withCore(ctx, f.Basics, func(core *app.Core) error {
		created, err := firm.Create(ctx, core.DB, core.Passwords.Hash, firm.CreateInput{
			Name: f.Name, Currency: f.Currency, TimeZone: f.TimeZone,
			Owner: user.OwnerInput{FirstName: f.FirstName, LastName: f.LastName, Email: f.Email, Password: password},
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The firm %s is created; its owner is %s. Firm id: %s\n", created.Name, f.Email, created.ID)
		return nil
	})
}

type resetPasswordCommand struct {
	app.Basics `embed:""`

	Email         string `required:"" help:"E-mail address of the user." placeholder:"ada@example.com"`
	passwordFlags `embed:""`
}

// Run resets the password.
func (r *resetPasswordCommand) Run(ctx context.Context, c *console) error {
	password, err := r.read(c)
	if err != nil {
		return err
	}
	return c.withCore(ctx, r.Basics, func(core *app.Core) error {
		in := session.ResetPasswordInput{Email: r.Email, NewPassword: password}
		if err := core.Sessions.ResetPassword(ctx, in); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s has a new password, and no open session.\n", r.Email)
		return nil
	})
}

type resetMFACommand struct {
	app.Basics `embed:""`

	Email string `required:"" help:"E-mail address of the user." placeholder:"ada@example.com"`
}

// Run removes the second factors.
func (r *resetMFACommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, r.Basics, func(core *app.Core) error {
		if err := core.Sessions.Factors().Reset(ctx, r.Email); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s has no second factor any more.\n", r.Email)
		return nil
	})
}

// withCore opens the database for a command, and closes it afterwards.
func (c *console) withCore(ctx context.Context, basics app.Basics, do func(*app.Core) error) (err error) {
	c.log(basics)
	if err := needDatabase(basics); err != nil {
		return err
	}
	basics.SecretsKey = c.getenv(config.SecretsKey)
	core, err := app.Open(ctx, basics)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	return do(core)
}

// asSystem returns the context of firmhub itself in a firm. uuid.Nil means no firm.
func asSystem(ctx context.Context, firmID uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firmID})
}

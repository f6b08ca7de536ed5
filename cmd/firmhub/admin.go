package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
)

type adminCommand struct {
	CreateUser    createUserCommand    `cmd:"" help:"Make a person an active user of a firm, without an invitation. A known e-mail joins as that user, who keeps name and password."`
	CreateFirm    createFirmCommand    `cmd:"" help:"Make a firm with its Owner role and its owner."`
	ResetPassword resetPasswordCommand `cmd:"" help:"Give a user a new password and end the user's sessions."`
}

type personFlags struct {
	Email     string `required:"" help:"E-mail address, with which the person logs in." placeholder:"ada@example.com"`
	FirstName string `required:"" help:"First name." placeholder:"Ada"`
	LastName  string `required:"" help:"Last name." placeholder:"Lovelace"`

	passwordFlags `embed:""`
}

func (f personFlags) person(c *console) (app.Person, error) {
	password, err := f.read(c)
	return app.Person{FirstName: f.FirstName, LastName: f.LastName, Email: f.Email, Password: password}, err
}

type createUserCommand struct {
	app.Basics `embed:""`

	Firm        string `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Role        string `required:"" help:"Name of a role of the firm." placeholder:"Owner"`
	personFlags `embed:""`
}

// Run creates the user.
func (u *createUserCommand) Run(ctx context.Context, c *console) error {
	person, err := u.person(c)
	if err != nil {
		return err
	}
	return c.withCore(ctx, u.Basics, func(core *app.Core) error {
		user, err := core.CreateUser(ctx, u.Firm, u.Role, person)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s %s <%s> is in the firm, with the role %s. User id: %s\n",
			user.FirstName, user.LastName, user.Email, u.Role, user.ID)
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
	owner, err := f.person(c)
	if err != nil {
		return err
	}
	return c.withCore(ctx, f.Basics, func(core *app.Core) error {
		firm, err := core.CreateFirm(ctx, app.NewFirm{
			Name: f.Name, Currency: f.Currency, TimeZone: f.TimeZone, Owner: owner,
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The firm %s is made; its owner is %s. Firm id: %s\n", firm.Name, f.Email, firm.ID)
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
		if err := core.ResetPassword(ctx, r.Email, password); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s has a new password, and no open session.\n", r.Email)
		return nil
	})
}

// withCore opens the database for a command, and closes it after.
func (c *console) withCore(ctx context.Context, basics app.Basics, do func(*app.Core) error) (err error) {
	c.log(basics)
	core, err := app.Open(ctx, basics)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	return do(core)
}

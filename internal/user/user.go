// Package user holds the rules of the users of a firm: how they are invited, joined, changed and removed. What a person does
// with the own account is in internal/account and internal/membership.
package user

import (
	"context"

	accounts "github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/email"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/password"
)

// Hash returns the hash of a password to store; password.Hasher has it. It takes a tenth of a second and may wait, so it is
// called before the transaction begins.
type Hash func(ctx context.Context, password string) (string, error)

// SaltedHash is a [Hash] with the salt of an account, for an invitation to it.
type SaltedHash func(ctx context.Context, password string, salt []byte) (string, error)

// CreateInput describes a person who is invited to a firm, or joins it.
type CreateInput struct {
	FirstName string
	LastName  string
	Email     string
	// UserName nil means the e-mail address.
	UserName *string
	Password string
}

// OwnerInput describes the first user of a new firm.
type OwnerInput struct {
	FirstName string
	LastName  string
	Email     string
	Password  string
}

// Validate trims the texts, except for the password, and notes everything that is wrong.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	line.CheckName(&faults, "firstName", &in.FirstName, accounts.MaxName)
	line.CheckName(&faults, "lastName", &in.LastName, accounts.MaxName)
	email.Check(&faults, "email", &in.Email)
	if in.UserName != nil {
		name := *in.UserName
		if line.Check(&faults, "userName", &name, accounts.MaxUserName) && name != "" && line.IsBlank(name) {
			faults.Add("userName", "must not be blank")
		}
		in.UserName = &name
	}
	password.Validate(&faults, "password", in.Password)
	return faults
}

// Validate is that of a [CreateInput].
func (in *OwnerInput) Validate() fault.Details {
	person := in.Person()
	faults := person.Validate()
	in.FirstName, in.LastName, in.Email = person.FirstName, person.LastName, person.Email
	return faults
}

// Person is the owner as a user like all others.
func (in *OwnerInput) Person() CreateInput {
	return CreateInput{FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password}
}

// userName is the e-mail address unless one was given.
func (in *CreateInput) userName() string {
	if in.UserName != nil && *in.UserName != "" {
		return *in.UserName
	}
	return in.Email
}

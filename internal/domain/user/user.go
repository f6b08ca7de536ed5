// Package user manages the users of a firm: it lists, invites, changes and removes them. What
// people do with their own accounts is in internal/domain/account and internal/domain/membership.
package user

import (
	"context"

	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// Hash is [password.Hasher.Hash]. It takes a tenth of a second and may wait, so it is called before
// the transaction begins.
type Hash func(ctx context.Context, password string) (string, error)

// SaltedHash is [password.Hasher.HashWithSalt] with the salt of the invited account.
type SaltedHash func(ctx context.Context, password string, salt []byte) (string, error)

// CreateInput describes a person who is invited to a firm or joins it.
type CreateInput struct {
	FirstName string
	LastName  string
	Email     string
	// UserName is the user name. Nil means the e-mail address.
	UserName *string
	// Password may be left out of an invitation that is mailed.
	Password string
}

// OwnerInput describes the first user of a new firm.
type OwnerInput struct {
	FirstName string
	LastName  string
	Email     string
	Password  string
}

// Validate trims the texts, except for the password, and returns every fault.
func (in *CreateInput) Validate() fault.Details {
	faults := in.validatePerson()
	password.Validate(&faults, "password", in.Password)
	return faults
}

// validatePerson does the same as Validate for all but the password.
func (in *CreateInput) validatePerson() fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "firstName", &in.FirstName, accounts.MaxName)
	plaintext.CheckName(&faults, "lastName", &in.LastName, accounts.MaxName)
	email.CheckAccount(&faults, "email", &in.Email)
	if in.UserName != nil {
		name := *in.UserName
		if plaintext.Check(&faults, "userName", &name, accounts.MaxUserName) && name != "" && plaintext.IsBlank(name) {
			faults.Add("userName", "must not be blank")
		}
		in.UserName = &name
	}
	return faults
}

// Validate trims the texts, except for the password, and returns every fault.
func (in *OwnerInput) Validate() fault.Details {
	person := in.Person()
	faults := person.Validate()
	in.FirstName, in.LastName, in.Email = person.FirstName, person.LastName, person.Email
	return faults
}

// Person returns the owner as a CreateInput.
func (in *OwnerInput) Person() CreateInput {
	return CreateInput{FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password}
}

// userName returns the user name, by default the e-mail address.
func (in *CreateInput) userName() string {
	if in.UserName != nil && *in.UserName != "" {
		return *in.UserName
	}
	return in.Email
}

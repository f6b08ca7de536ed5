// Package user holds the rules of people who log in: what is asked of them, and how they join a firm. What they prove
// themselves with is internal/auth's.
package user

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/schema"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

// Hash makes the hash of a password to store; auth.Hasher has it. It takes a tenth of a second and may wait, so it is
// called before the transaction begins.
type Hash func(ctx context.Context, password string) (string, error)

const (
	maxName     = 50
	maxUserName = 254
)

// CreateInput describes a person who joins a firm.
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
	line.CheckName(&faults, "firstName", &in.FirstName, maxName)
	line.CheckName(&faults, "lastName", &in.LastName, maxName)
	checkEmail(&faults, &in.Email)
	if in.UserName != nil {
		name := *in.UserName
		if line.Check(&faults, "userName", &name, maxUserName) && name != "" && line.IsBlank(name) {
			faults.Add("userName", "must not be blank")
		}
		in.UserName = &name
	}
	auth.ValidatePassword(&faults, "password", in.Password)
	return faults
}

// checkEmail trims an e-mail address and notes what is wrong with it.
func checkEmail(faults *fault.Details, email *string) {
	*email = strings.TrimSpace(*email)
	var wrong fault.Details
	auth.ValidateEmail(&wrong, "email", *email)
	if len(wrong) == 0 {
		line.CheckKey(&wrong, "email", auth.EmailKey(*email))
	}
	*faults = append(*faults, wrong...)
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

// foreignRole is the fault of a role that the firm does not have.
var foreignRole = fault.Detail{Field: "roleId", Message: "is not a role of the firm"}

// Join lets a person into a firm, with a role of that firm. A known e-mail address joins as the user it belongs to, who
// keeps name and password unless they are in no firm any more; the hash is made all the same, so that the time tells
// nothing. Who is in the firm already is a Conflict. It crosses firms by itself.
func Join(ctx context.Context, d *db.DB, hash Hash, firmID, roleID uuid.UUID, in CreateInput) (
	joined *ent.User, place *ent.Membership, err error,
) {
	defer fault.Wrap(&err, "user.Join")
	err = in.Validate().Err()
	if err != nil {
		return nil, nil, err
	}
	passwordHash, err := hash(ctx, in.Password)
	if err != nil {
		return nil, nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		joined, place, err = Admit(ctx, d, firmID, roleID, in, passwordHash)
		if err != nil {
			return err
		}
		return audit.RecordIn(ctx, d, []uuid.UUID{firmID}, audit.Change{
			Action: "user.create", Target: audit.Of("user", joined.ID, joined.Email),
			After: map[string]any{"firstName": joined.FirstName, "lastName": joined.LastName, "email": joined.Email},
		})
	})
	return joined, place, err
}

// Admit is [Join] of a valid input whose password is hashed already: for those who do more in the same transaction.
func Admit(ctx context.Context, d *db.DB, firmID, roleID uuid.UUID, in CreateInput, passwordHash string) (
	joined *ent.User, place *ent.Membership, err error,
) {
	ctx = rule.AcrossFirms(ctx, "a person joins a firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		ours, err := d.Client.Role.Query().Where(role.ID(roleID), role.FirmID(firmID)).Exist(ctx)
		if err != nil {
			return fmt.Errorf("look for the role: %w", err)
		}
		if !ours {
			return fault.Details{foreignRole}.Err()
		}
		joined, err = person(ctx, d, in, passwordHash)
		if err != nil {
			return err
		}
		place, err = d.Client.Membership.Create().
			SetFirmID(firmID).SetUserID(joined.ID).SetRoleID(roleID).Save(ctx)
		if db.IsUnique(err) {
			return fault.New(fault.Conflict, "The firm has a user with this e-mail already.").Because(err)
		}
		if db.IsForeignKey(err) { // the role was deleted meanwhile
			return fault.Details{foreignRole}.Err()
		}
		if err != nil {
			return fmt.Errorf("save the membership: %w", err)
		}
		return nil
	})
	return joined, place, err
}

// person gives the user with the e-mail address, made if there is none, and holds them until the transaction ends: an
// address that is being changed is not joined by. One who is left in no firm is made anew, names and password: whoever let
// them in before, perhaps to wait for this, has no way in.
func person(ctx context.Context, d *db.DB, in CreateInput, passwordHash string) (*ent.User, error) {
	made, err := insertUnlessKnown(ctx, d, in, passwordHash)
	if err != nil {
		return nil, err
	}
	known, err := d.Client.User.Query().Where(user.EmailKey(auth.EmailKey(in.Email)), db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.Retry(fault.Unavailable, time.Second, "The e-mail address is being changed. Try again.")
	}
	if err != nil {
		return nil, fmt.Errorf("read the user: %w", err)
	}
	if made {
		return known, nil
	}
	employed, err := d.Client.Membership.Query().Where(membership.UserID(known.ID)).Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for the user's firms: %w", err)
	}
	if employed {
		return known, nil
	}
	return d.Client.User.UpdateOne(known).
		SetFirstName(in.FirstName).SetLastName(in.LastName).
		SetEmail(in.Email).SetUserName(in.userName()).
		SetPasswordHash(passwordHash).
		Save(ctx)
}

// userName is the e-mail address unless one was given.
func (in *CreateInput) userName() string {
	if in.UserName != nil && *in.UserName != "" {
		return *in.UserName
	}
	return in.Email
}

// insertUnlessKnown makes the user unless the e-mail address has one, and tells whether it did. It is raw SQL because
// ent's creation would end the transaction where two firms add the same new person at the same time.
func insertUnlessKnown(ctx context.Context, d *db.DB, in CreateInput, passwordHash string) (made bool, err error) {
	now := schema.Now()
	inserted, err := d.Exec(ctx, `
		INSERT INTO users (id, created_at, updated_at, email, email_key, user_name, first_name, last_name,
			password_hash, is_active)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (email_key) DO NOTHING`,
		schema.NewID(), now, now, in.Email, auth.EmailKey(in.Email), in.userName(), in.FirstName, in.LastName,
		passwordHash, true)
	if err != nil {
		return false, fmt.Errorf("save the user: %w", err)
	}
	return inserted > 0, nil
}

package firm

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
)

// The default names of the super-firm and its first user.
const (
	SuperFirm         = "firmhub"
	defaultAdminEmail = "admin@firmhub.local"
	defaultCurrency   = "USD"
)

// Admin is the first user of the super-firm. An empty Email means the default address, and an empty
// Password a generated one.
type Admin struct{ Email, Password string }

// Start is the result of [Bootstrap].
type Start struct {
	// Firm is the new super-firm. It is nil if the database had one already.
	Firm *ent.Firm
	// Email is the e-mail address of the first user, if one was created.
	Email string
	// Password is the generated password, to be shown once. It is empty if [Admin] had one.
	Password string
}

// Bootstrap creates the super-firm and its first user in a database without a super-firm. Of
// several instances that start concurrently, one does it. The permissions must have been seeded.
func Bootstrap(ctx context.Context, d *db.DB, hash user.Hash, admin Admin) (start Start, err error) {
	defer fault.Wrap(&err, "firm.Bootstrap")
	ctx = rule.AcrossFirms(ctx, "make the super-firm at the first start")
	begun, err := d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).Exist(ctx)
	if err != nil || begun {
		return Start{}, err
	}
	made := Start{Email: admin.Email}
	if admin.Email == "" {
		made.Email = defaultAdminEmail
	}
	if admin.Password == "" {
		made.Password = newPassword()
		admin.Password = made.Password
	}
	in := CreateInput{Name: SuperFirm, Currency: defaultCurrency, TimeZone: defaultZone, Owner: user.OwnerInput{
		FirstName: "Super", LastName: "Admin", Email: made.Email, Password: admin.Password,
	}}
	err = in.Owner.Validate().Err()
	if err != nil {
		return Start{}, err
	}
	passwordHash, err := hash(ctx, in.Owner.Password)
	if err != nil {
		return Start{}, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		err := d.Lock(ctx, "super-firm", uuid.Nil)
		if err != nil {
			return err
		}
		begun, err = d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).Exist(ctx) // another instance may have created it
		if err != nil || begun {
			return err
		}
		made.Firm, err = establish(ctx, d, in, super, passwordHash)
		return err
	})
	if err != nil || begun {
		return Start{}, err
	}
	return made, nil
}

// Installation returns the id of the super-firm. It identifies this installation. Before
// [Bootstrap] it returns NotFound.
func Installation(ctx context.Context, d *db.DB) (id uuid.UUID, found bool, err error) {
	defer fault.Wrap(&err, "firm.Installation")
	ctx = rule.AcrossFirms(ctx, "the super-firm identifies the installation")
	ids, err := d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return uuid.Nil, false, err
	}
	return ids[0], true, nil
}

// newPassword returns a password with 130 random bits. Its suffix contains every kind of character
// that passwords must have.
func newPassword() string { return rand.Text() + "-a1Z" }

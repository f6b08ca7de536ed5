package firm

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/user"
)

// What the super-firm and its first user are called unless the configuration says otherwise.
const (
	SuperFirm         = "firmhub"
	defaultAdminEmail = "admin@firmhub.local"
	defaultCurrency   = "USD"
)

// Admin is the first user of the super-firm. An empty e-mail address or password gets one made up.
type Admin struct{ Email, Password string }

// Start says what [Bootstrap] did.
type Start struct {
	// Firm is the super-firm that was made; nil when the database had firms already.
	Firm *ent.Firm
	// Email is that of the super-firm's first user, when one was made.
	Email string
	// Password is the one that was made up, to be shown once; empty when it was given.
	Password string
}

// Bootstrap makes the super-firm and its first user in a database without one; else it does nothing. Of several
// instances that start at once, one does it. The permissions are seeded before.
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
		begun, err = d.Client.FirmName.Query().Where(firmname.IsSuperFirm(true)).Exist(ctx) // another instance may have been faster
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

// newPassword makes a password of 130 random bits. Its tail brings every kind of character that passwords must have.
func newPassword() string { return rand.Text() + "-a1Z" }

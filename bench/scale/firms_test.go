package scale_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/domain/user"
)

// fillFirms makes firms with users who are signed in.
func fillFirms(b *testing.B, d *db.DB) {
	require.NoError(b, role.Seed(b.Context(), d))
	began := time.Now()
	all, ctx := errgroup.WithContext(b.Context())
	all.SetLimit(2 * runtime.NumCPU())
	for i := range *firms {
		all.Go(func() error {
			return d.Tx(ctx, func(ctx context.Context) error { return createFirm(ctx, d, i) })
		})
	}
	require.NoError(b, all.Wait())
	printSpeed(fmt.Sprintf("firms of %d users and %d contacts", *users, *contacts / *firms), *firms, began, "")
}

// salesMay are the permissions of the benchmark's users, less what a policy rule of their firm
// denies.
var salesMay = []string{
	"Contact:View", "Contact:Create", "Contact:Edit", "Contact:Delete", "Contact:ChangeTag", "MessagingChat:View", "MessagingChat:SendMessage",
	"Dashboard:View", "Wallet:View",
}

// createFirm makes a firm as the super-firm and an admin of the firm do: with its Owner, a role of
// its own for all other users, a policy rule for that role and one for a single user. The other
// users are the rows that are left of those who were invited and have logged in.
func createFirm(ctx context.Context, d *db.DB, n int) error {
	unhashed := func(context.Context, string) (string, error) { return "none", nil }
	made, err := firm.Create(ctx, d, unhashed, firm.CreateInput{Name: firmName(n), Currency: "USD", Owner: user.OwnerInput{
		FirstName: "Olga", LastName: "Owner", Email: fmt.Sprintf("owner@firm%d.example", n), Password: bench.Password,
	}})
	if err != nil {
		return err
	}
	ctx = bench.Within(ctx, made.ID)
	sales, err := role.Create(ctx, d, role.CreateInput{Name: "Sales", Permissions: salesMay})
	if err != nil {
		return err
	}
	people := demo.Contacts(uint64(n), *contacts / *firms) //nolint:gosec // not negative
	if _, err := contact.CreateMany(ctx, d, people); err != nil {
		return err
	}
	across := bench.Across(ctx)
	var members []*ent.User
	for i := range *users - 1 {
		address := fmt.Sprintf("user%d@firm%d.example", i, n)
		u, err := d.Client.User.Create().SetEmail(address).SetEmailKey(address).SetUserName(address).
			SetFirstName("Una").SetLastName("User").SetPasswordHash("none").Save(across)
		if err != nil {
			return err
		}
		members = append(members, u)
		err = d.Client.Membership.Create().SetFirmID(made.ID).SetUserID(u.ID).SetPublicID(u.ID).SetRoleID(sales.ID).
			SetStatus(membership.StatusActive).SetEmail(address).SetEmailKey(address).SetUserName(address).
			SetFirstName(u.FirstName).SetLastName(u.LastName).Exec(across)
		if err != nil {
			return err
		}
	}
	if err := beginSessions(across, d, made.ID); err != nil {
		return err
	}
	// These come last, as all firms wait here for the one version of all policy rules.
	for _, line := range []string{
		fmt.Sprintf("p, role:%s, %s, Contact, Delete, deny", sales.ID, made.ID),
		fmt.Sprintf("p, user:%s, %s, Contact, Import, allow", members[0].ID, made.ID),
	} {
		if _, err := policy.Create(across, d, policy.CreateInput{Line: line}); err != nil {
			return err
		}
	}
	return nil
}

// beginSessions writes what a log-in of each user of a firm does: a session with a refresh token.
func beginSessions(ctx context.Context, d *db.DB, of uuid.UUID) error {
	members, err := d.Client.Membership.Query().Where(membership.FirmID(of)).All(ctx)
	if err != nil {
		return err
	}
	for _, m := range members {
		begun, err := d.Client.Session.Create().SetUserID(m.UserID).SetFirmID(of).SetMembershipID(m.ID).
			SetAddress("192.0.2.1").SetUserAgent("bench").Save(ctx)
		if err != nil {
			return err
		}
		_, hash := token.NewOpaque()
		err = d.Client.RefreshToken.Create().SetSessionID(begun.ID).SetHash(hash).SetExpiresAt(time.Now().Add(session.RefreshLife)).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// person is a user with an access token.
type person struct {
	SessionID    uuid.UUID `sql:"session_id"`
	UserID       uuid.UUID `sql:"user_id"`
	FirmID       uuid.UUID `sql:"firm_id"`
	MembershipID uuid.UUID `sql:"membership_id"`
	RoleID       uuid.UUID `sql:"role_id"`
	Email        string    `sql:"email"`
	IsOwner      bool      `sql:"is_system"`
	Contact      uuid.UUID `sql:"contact"` // one of the firm

	token string
}

// signedIn returns all users, firm by firm, the oldest first, with the access tokens that a log-in
// would have issued: the key of the installation signs them.
func signedIn(b *testing.B, d *db.DB) []*person {
	people, err := db.All[*person](bench.SQL(b, d), `
		SELECT s.id AS session_id, s.user_id, s.firm_id, s.membership_id, m.role_id, m.email, r.is_system,
			(SELECT id FROM contacts c WHERE c.firm_id = s.firm_id LIMIT 1) AS contact
		FROM sessions s
		JOIN memberships m ON m.firm_id = s.firm_id AND m.id = s.membership_id
		JOIN roles r ON r.firm_id = m.firm_id AND r.id = m.role_id
		ORDER BY s.firm_id, s.membership_id`)
	require.NoError(b, err)
	issuer, err := token.NewIssuer(b.Context(), d, token.Config{Life: token.MaxLife})
	require.NoError(b, err)
	for _, p := range people {
		p.token, err = issuer.Issue(b.Context(), token.Claims{
			UserID: p.UserID, SessionID: p.SessionID, FirmID: p.FirmID, MembershipID: p.MembershipID, RoleID: p.RoleID, Email: p.Email,
		})
		require.NoError(b, err)
	}
	return people
}

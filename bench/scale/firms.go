package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
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

// fillFirms makes firms with users who are signed in, unless there are some.
func fillFirms(ctx context.Context, d *db.DB, s size) error {
	across := rule.AcrossFirms(ctx, "a benchmark fills its database")
	filled, err := d.Client.Session.Query().Exist(across)
	if err != nil || filled {
		return err
	}
	if err := role.Seed(ctx, d); err != nil {
		return err
	}
	began := time.Now()
	firms, ctx := errgroup.WithContext(ctx)
	firms.SetLimit(2 * runtime.NumCPU())
	for i := range s.firms {
		firms.Go(func() error {
			return d.Tx(ctx, func(ctx context.Context) error { return makeFirm(ctx, d, i, s) })
		})
	}
	if err := firms.Wait(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d firms of %d users and %d contacts: %.0f firms a second\n",
		s.firms, s.users, s.contacts/s.firms, float64(s.firms)/time.Since(began).Seconds())
	return nil
}

// salesMay are the permissions of the benchmark's users, less what a policy rule of their firm
// denies.
var salesMay = []string{
	"Contact:View", "Contact:Create", "Contact:Edit", "Contact:Delete", "Contact:ChangeTag", "MessagingChat:View", "MessagingChat:SendMessage",
	"Dashboard:View", "Wallet:View",
}

// makeFirm makes a firm as the super-firm and an admin of the firm do: with its Owner, a role of
// its own for all other users, a policy rule for that role and one for a single user.
func makeFirm(ctx context.Context, d *db.DB, n int, s size) error {
	const secret = "B3nch-secret!"
	unhashed := func(context.Context, string) (string, error) { return "none", nil }
	made, err := firm.Create(ctx, d, unhashed, firm.CreateInput{Name: firmName(n), Currency: "USD", Owner: user.OwnerInput{
		FirstName: "Olga", LastName: "Owner", Email: fmt.Sprintf("owner@firm%d.example", n), Password: secret,
	}})
	if err != nil {
		return err
	}
	ctx = within(ctx, made.ID)
	sales, err := role.Create(ctx, d, role.CreateInput{Name: "Sales", Permissions: salesMay})
	if err != nil {
		return err
	}
	people := demo.Contacts(uint64(n), s.contacts/s.firms) //nolint:gosec // not negative
	if _, err := contact.CreateMany(ctx, d, people); err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a benchmark signs its users in without their passwords")
	members, err := addUsers(ctx, d, n, s.users-1, sales)
	if err != nil {
		return err
	}
	if err := beginSessions(ctx, d, made.ID); err != nil {
		return err
	}
	// These come last, as all firms wait here for the one version of all policy rules.
	for _, line := range []string{
		fmt.Sprintf("p, role:%s, %s, Contact, Delete, deny", sales.ID, made.ID),
		fmt.Sprintf("p, user:%s, %s, Contact, Import, allow", members[0].UserID, made.ID),
	} {
		if _, err := policy.Create(ctx, d, policy.CreateInput{Line: line}); err != nil {
			return err
		}
	}
	return nil
}

// addUsers writes the rows that are left of users who were invited and have logged in.
func addUsers(ctx context.Context, d *db.DB, at, n int, in *ent.Role) ([]*ent.Membership, error) {
	accounts := make([]*ent.UserCreate, n)
	for i := range accounts {
		address := fmt.Sprintf("user%d@firm%d.example", i, at)
		accounts[i] = d.Client.User.Create().SetEmail(address).SetEmailKey(address).SetUserName(address).
			SetFirstName("Una").SetLastName("User").SetPasswordHash("none")
	}
	users, err := db.CreateBulk(ctx, d.Client.User.CreateBulk, accounts)
	if err != nil {
		return nil, err
	}
	relations := make([]*ent.MembershipCreate, n)
	for i, u := range users {
		relations[i] = d.Client.Membership.Create().SetFirmID(in.FirmID).SetUserID(u.ID).SetPublicID(u.ID).SetRoleID(in.ID).
			SetStatus(membership.StatusActive).SetEmail(u.Email).SetEmailKey(u.EmailKey).SetUserName(u.UserName).
			SetFirstName(u.FirstName).SetLastName(u.LastName)
	}
	return db.CreateBulk(ctx, d.Client.Membership.CreateBulk, relations)
}

// beginSessions writes what a log-in of each user of a firm does: a session with a refresh token.
func beginSessions(ctx context.Context, d *db.DB, of uuid.UUID) error {
	members, err := d.Client.Membership.Query().Where(membership.FirmID(of)).Order(membership.ByID()).All(ctx)
	if err != nil {
		return err
	}
	builders := make([]*ent.SessionCreate, len(members))
	for i, m := range members {
		builders[i] = d.Client.Session.Create().SetUserID(m.UserID).SetFirmID(of).SetMembershipID(m.ID).
			SetAddress("192.0.2.1").SetUserAgent("bench")
	}
	sessions, err := db.CreateBulk(ctx, d.Client.Session.CreateBulk, builders)
	if err != nil {
		return err
	}
	tokens := make([]*ent.RefreshTokenCreate, len(sessions))
	for i, begun := range sessions {
		_, hash := token.NewRefresh()
		tokens[i] = d.Client.RefreshToken.Create().SetSessionID(begun.ID).SetHash(hash).SetExpiresAt(time.Now().Add(session.RefreshLife))
	}
	_, err = db.CreateBulk(ctx, d.Client.RefreshToken.CreateBulk, tokens)
	return err
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
func signedIn(ctx context.Context, d *db.DB) ([]*person, error) {
	people, err := db.All[*person](bench.SQL(ctx, d), `
		SELECT s.id AS session_id, s.user_id, s.firm_id, s.membership_id, m.role_id, m.email, r.is_system,
			(SELECT id FROM contacts c WHERE c.firm_id = s.firm_id LIMIT 1) AS contact
		FROM sessions s
		JOIN memberships m ON m.firm_id = s.firm_id AND m.id = s.membership_id
		JOIN roles r ON r.firm_id = m.firm_id AND r.id = m.role_id
		ORDER BY s.firm_id, s.membership_id`)
	if err != nil {
		return nil, err
	}
	issuer, err := token.NewIssuer(ctx, d, token.Config{Life: token.MaxLife})
	if err != nil {
		return nil, err
	}
	for _, p := range people {
		p.token, err = issuer.Issue(ctx, token.Claims{
			UserID: p.UserID, SessionID: p.SessionID, FirmID: p.FirmID, MembershipID: p.MembershipID, RoleID: p.RoleID, Email: p.Email,
		})
		if err != nil {
			return nil, err
		}
	}
	return people, nil
}

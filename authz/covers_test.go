package authz_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestCovers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		p, g := policyrule.PtypeP, policyrule.PtypeG
		here := b.firm.ID.String()
		clerks := b.role(b.ctx, t, "Clerk", "Users:Create", "Users:Edit", "Contact:View", "Contact:Edit")
		clerk := b.member(t, "clerk", clerks)
		plain := b.role(b.ctx, t, "Plain", "Contact:View")
		wide := b.role(b.ctx, t, "Wide", "Contact:View", "Wallet:View")
		other := b.member(t, "other", plain)
		shop := b.client(t, "Shop", "Contact:View")

		for name, test := range map[string]struct {
			rules    [][]string
			subject  authz.Subject
			inactive *ent.Role
			missing  string
		}{
			"Role":         {subject: authz.Subject{RoleID: plain.ID}},
			"RoleOfMore":   {subject: authz.Subject{RoleID: wide.ID}, missing: "Wallet:View"},
			"RoleInactive": {subject: authz.Subject{RoleID: wide.ID}, inactive: wide, missing: "Wallet:View"},
			"RoleOfMoreThatIsDenied": {
				subject: authz.Subject{RoleID: wide.ID},
				rules:   [][]string{{"p", "role:" + wide.ID.String(), here, "Wallet", "*", "deny"}},
			},
			"RoleThatARuleEnriches": {
				subject: authz.Subject{RoleID: plain.ID}, missing: "Users:View",
				rules: [][]string{{"p", "role:" + plain.ID.String(), here, "Users", "View", "allow"}},
			},
			"InactiveRoleThatARuleEnriches": {
				subject: authz.Subject{RoleID: plain.ID}, inactive: plain, missing: "Users:View",
				rules: [][]string{{"p", "role:" + plain.ID.String(), "*", "Users", "View", "allow"}},
			},
			"RoleThatHoldsAnother": {
				subject: authz.Subject{RoleID: plain.ID}, missing: "Wallet:View",
				rules: [][]string{{"g", "role:" + plain.ID.String(), "role:" + wide.ID.String(), here}},
			},
			"RoleThatHoldsAnInactiveOne": {
				subject: authz.Subject{RoleID: plain.ID}, inactive: wide,
				rules: [][]string{{"g", "role:" + plain.ID.String(), "role:" + wide.ID.String(), here}},
			},
			"User": {subject: authz.Subject{UserID: other.UserID, RoleID: plain.ID}},
			"UserWhomARuleNames": {
				subject: authz.Subject{UserID: other.UserID, RoleID: plain.ID}, missing: "Role:View",
				rules: [][]string{{"p", subject(other), "*", "Role", "View", "allow"}},
			},
			"UserWhomARuleGivesARole": {
				subject: authz.Subject{UserID: other.UserID, RoleID: plain.ID}, missing: "Dashboard:View",
				rules: [][]string{{"g", subject(other), "role:help", here}, {"p", "role:help", "*", "Dashboard", "View", "allow"}},
			},
			"UserOfMoreWhoIsDenied": {
				subject: authz.Subject{UserID: other.UserID, RoleID: wide.ID},
				rules:   [][]string{{"p", subject(other), here, "Wallet", "View", "deny"}},
			},
			"Key": {subject: authz.Subject{APIClientID: shop.ID}},
			"KeyThatARuleEnriches": {
				subject: authz.Subject{APIClientID: shop.ID}, missing: "Contact:Delete, MessagingCampaign:Delete",
				rules: [][]string{{"p", "apiclient:" + shop.ID.String(), here, "*", "Delete", "allow"}},
			},
			"KeyWithWhatNoKeyCanHave": {
				subject: authz.Subject{APIClientID: shop.ID},
				rules:   [][]string{{"p", "apiclient:" + shop.ID.String(), here, "*", "Logs", "allow"}},
			},
			"ViewerWhoIsDenied": {
				subject: authz.Subject{RoleID: plain.ID}, missing: "Contact:View",
				rules: [][]string{{"p", subject(clerk), here, "Contact", "View", "deny"}},
			},
			"ViewerWhomARuleEnriches": {
				subject: authz.Subject{RoleID: wide.ID},
				rules:   [][]string{{"p", subject(clerk), here, "Wallet", "*", "allow"}},
			},
			"ViewersOwnAccount": {subject: authz.Subject{UserID: clerk.UserID, RoleID: wide.ID}, missing: "Wallet:View"},
		} {
			t.Run(name, func(t *testing.T) {
				var rules []*ent.PolicyRule
				for _, values := range test.rules {
					ptype := p
					if values[0] == "g" {
						ptype = g
					}
					rules = append(rules, b.rule(t, ptype, values[1:]...))
				}
				if test.inactive != nil {
					require.NoError(t, d.Client.Role.UpdateOne(test.inactive).SetIsActive(false).Exec(b.ctx))
				}
				err := b.enforcer.Covers(b.request(t, clerk), test.subject)
				if test.missing == "" {
					require.NoError(t, err)
				} else {
					require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
					require.Equal(t, "You can't give what you do not hold: "+test.missing+".", fault.From(err).Message)
				}
				for _, rule := range rules {
					require.NoError(t, d.Client.PolicyRule.DeleteOne(rule).Exec(b.across))
				}
				if test.inactive != nil {
					require.NoError(t, d.Client.Role.UpdateOne(test.inactive).SetIsActive(true).Exec(b.ctx))
				}
			})
		}
		t.Run("OKOfFirmhubItself", func(t *testing.T) {
			require.NoError(t, b.enforcer.Covers(b.ctx, authz.Subject{RoleID: wide.ID}))
		})
		t.Run("OKInItsTransaction", func(t *testing.T) {
			err := d.Tx(b.request(t, clerk), func(ctx context.Context) error {
				require.True(t, fault.Is(b.enforcer.Covers(ctx, authz.Subject{RoleID: wide.ID}), fault.Forbidden))
				_, err := d.Client.RolePermission.Delete().Where(rolepermission.RoleID(wide.ID)).Exec(ctx)
				require.NoError(t, err)
				require.NoError(t, b.enforcer.Covers(ctx, authz.Subject{RoleID: wide.ID}), "what is not committed yet is seen")
				return context.Canceled
			})
			require.ErrorIs(t, err, context.Canceled)
		})
		t.Run("ErrUnauthorized", func(t *testing.T) {
			require.True(t, fault.Is(b.enforcer.Covers(t.Context(), authz.Subject{RoleID: plain.ID}), fault.Unauthorized))
		})
		t.Run("ErrLeft", func(t *testing.T) {
			asking := b.request(t, clerk)
			require.NoError(t, d.Client.Membership.UpdateOne(clerk).SetStatus(membership.StatusInactive).Exec(b.ctx))
			require.True(t, fault.Is(b.enforcer.Covers(asking, authz.Subject{RoleID: plain.ID}), fault.Forbidden))
			require.True(t, fault.Is(b.enforcer.Holds(asking, authz.Permission{Module: "Contact", Action: "View"}), fault.Forbidden))
		})
	})
}

// A user of the super-firm can visit the other firms, with what rules allow there.
func TestCoversVisits(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		head, err := d.Client.Firm.Create().SetName("Head").SetNameKey("head").SetCurrency("EUR").SetIsSuperFirm(true).Save(b.across)
		require.NoError(t, err)
		inHead := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: head.ID})
		staff := b.role(inHead, t, "Staff", "Users:Edit")
		boss, helper := b.member(t, "boss", staff), b.member(t, "helper", staff)
		elsewhere, _ := dbtest.Firm(t, d, "Elsewhere")
		give := func() error {
			asking := b.request(t, boss)
			viewer.From(asking).SuperFirm = true
			return b.enforcer.Covers(asking, authz.Subject{UserID: helper.UserID, RoleID: staff.ID})
		}
		require.NoError(t, give())
		b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "View", "allow")
		b.rule(t, policyrule.PtypeG, subject(helper), "role:support", b.firm.ID.String())
		err = give()
		require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
		require.Contains(t, fault.From(err).Message, "Contact:View")
		b.rule(t, policyrule.PtypeG, subject(boss), "role:support", "*")
		require.NoError(t, give())
		b.rule(t, policyrule.PtypeP, subject(boss), elsewhere.ID.String(), "Contact", "View", "deny")
		require.NoError(t, give(), "the other visits one firm, which is not this")
		b.rule(t, policyrule.PtypeG, subject(helper), "role:support", "*")
		err = give()
		require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
		require.Equal(t, "The user can visit other firms. You can't give what you do not hold: Contact:View.", fault.From(err).Message)
		require.NoError(t, b.enforcer.Covers(b.ctx, authz.Subject{UserID: uuid.New(), RoleID: staff.ID}))

		_, err = d.Client.PolicyRule.Delete().Exec(b.across)
		require.NoError(t, err)
		agent := b.role(b.ctx, t, "Agent", "Contact:Edit")
		b.rule(t, policyrule.PtypeG, subject(helper), "role:"+agent.ID.String(), "*")
		err = give()
		require.True(t, fault.Is(err, fault.Forbidden), "the role of a firm, held on visits there: %v", err)
		require.Contains(t, fault.From(err).Message, "Contact:Edit")
	})
}

// Between the question and the end of the transaction nobody changes the policy, and who only adds
// rows to the firm need not wait. On SQLite a transaction has the database to itself.
func TestCoversHoldsThePolicyStill(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	b := setup(t, d)
	plain := b.role(b.ctx, t, "Plain", "Contact:View")
	clerk := b.member(t, "clerk", plain)
	lock := func(ctx context.Context, strength string) error {
		_, err := dbtest.SQL(db.Outside(ctx), d).Exec("SELECT id FROM firms WHERE id = $1 FOR "+strength+" NOWAIT", b.firm.ID)
		return err
	}
	require.NoError(t, d.Tx(b.request(t, clerk), func(ctx context.Context) error {
		require.NoError(t, b.enforcer.Covers(ctx, authz.Subject{RoleID: plain.ID}))
		require.ErrorContains(t, lock(ctx, "NO KEY UPDATE"), "could not obtain lock")
		require.NoError(t, lock(ctx, "KEY SHARE"))
		return nil
	}))
	require.NoError(t, lock(t.Context(), "NO KEY UPDATE"))
}

package policy_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

func (b *bundle) member(t *testing.T, name string, r *ent.Role) *ent.Membership {
	t.Helper()
	email := name + "@example.com"
	user, err := b.d.Client.User.Create().SetEmail(email).SetEmailKey(email).SetUserName(email).
		SetFirstName(name).SetLastName("Test").SetPasswordHash("none").Save(b.across)
	require.NoError(t, err)
	m, err := dbtest.Member(b.d.Client).SetFirmID(r.FirmID).SetUserID(user.ID).SetRoleID(r.ID).SetFirstName(name).SetLastName("Test").Save(b.across)
	require.NoError(t, err)
	return m
}

// client creates an API client of the firm with the permission Contact:View.
func (b *bundle) client(t *testing.T, name string) *ent.APIClient {
	t.Helper()
	made, err := b.d.Client.APIClient.Create().SetName(name).SetKeyID((name + "----------------")[:12]).SetSecretHash([]byte(name)).Save(b.in)
	require.NoError(t, err)
	view, err := b.d.Client.RoleProperty.Query().
		Where(roleproperty.ModuleName("Contact"), roleproperty.PropertyName("View")).OnlyID(b.in)
	require.NoError(t, err)
	require.NoError(t, b.d.Client.APIClientPermission.Create().SetAPIClientID(made.ID).SetPropertyID(view).Exec(b.in))
	return made
}

func TestExplain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		ann, left, foreign := b.member(t, "ann", b.agent), b.member(t, "left", b.agent), b.member(t, "bob", b.foreign)
		require.NoError(t, d.Client.Membership.UpdateOne(left).SetStatus(membership.StatusInactive).Exec(b.in))
		shop, gone, old := b.client(t, "Shop"), b.client(t, "Gone"), b.client(t, "Old")
		require.NoError(t, d.Client.APIClient.UpdateOne(gone).SetRevokedAt(entity.Now()).Exec(b.in))
		require.NoError(t, d.Client.APIClient.UpdateOne(old).SetExpiresAt(entity.Now().Add(-time.Second)).Exec(b.in))
		denial := b.add(t, "p, role:"+b.agent.ID.String()+", *, Contact, Edit, deny", "secret reasons")

		user := func(m *ent.Membership, action string) policy.ExplainInput {
			return policy.ExplainInput{UserID: &m.UserID, Module: " Contact ", Action: action}
		}
		client := func(c *ent.APIClient, module string) policy.ExplainInput {
			return policy.ExplainInput{APIClientID: &c.ID, Module: module, Action: "View"}
		}
		for name, test := range map[string]struct {
			in      policy.ExplainInput
			allowed bool
			reason  string
		}{
			"Role":               {user(ann, "View"), true, `The role "Agent" has Contact:View.`},
			"NoGrant":            {user(ann, "Delete"), false, `The role "Agent" does not have Contact:Delete.`},
			"NoPermission":       {user(ann, "Fly"), false, "No permission is named Contact:Fly."},
			"InactiveMembership": {user(left, "View"), false, "The user's membership is not active."},
			"Client":             {client(shop, "Contact"), true, `The API client "Shop" has Contact:View.`},
			"ClientNever":        {client(shop, "Users"), false, "API clients can't have Users:View, which is for people who sign in."},
			"ClientRevoked":      {client(gone, "Contact"), false, `The API client "Gone" is revoked.`},
			"ClientExpired":      {client(old, "Contact"), false, `The API client "Old" has expired.`},
		} {
			t.Run(name, func(t *testing.T) {
				got, err := policy.Explain(b.in, d, test.in)
				require.NoError(t, err)
				require.Equal(t, test.reason, got.Reason)
				require.Equal(t, test.allowed, got.Allowed)
				require.Equal(t, test.in.UserID != nil, got.Role != nil)
				require.Equal(t, test.in.Action != "Fly", got.Property != nil)
				require.Equal(t, test.allowed, got.Line != nil)
				require.Nil(t, got.RuleID)
			})
		}
		t.Run("Denial", func(t *testing.T) {
			got, err := policy.Explain(b.in, d, user(ann, "Edit"))
			require.NoError(t, err)
			require.False(t, got.Allowed)
			require.Equal(t, "user:"+ann.UserID.String(), got.Subject)
			require.Equal(t, b.agent.ID, got.Role.ID)
			require.Equal(t, "Edit", got.Property.PropertyName)
			require.Equal(t, denial.ID, *got.RuleID)
			require.Equal(t, policy.Line(denial), *got.Line)
			require.Equal(t, "Policy rule "+denial.ID.String()+` of the super-firm denies Contact:Edit to the role "Agent" in every firm.`, got.Reason)
			require.NotContains(t, got.Reason, "secret")
		})
		t.Run("InactiveUser", func(t *testing.T) {
			require.NoError(t, d.Client.User.UpdateOneID(ann.UserID).SetIsActive(false).Exec(b.across))
			got, err := policy.Explain(b.in, d, user(ann, "View"))
			require.NoError(t, err)
			require.False(t, got.Allowed)
			require.Equal(t, "The user's account is not active.", got.Reason)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			nobody := uuid.New()
			for _, in := range []policy.ExplainInput{
				user(foreign, "View"), {UserID: &nobody, Module: "Contact", Action: "View"}, {APIClientID: &nobody, Module: "Contact", Action: "View"},
			} {
				_, err := policy.Explain(b.in, d, in)
				require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			}
			_, err := policy.Explain(b.inOther, d, client(shop, "Contact"))
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrEveryFieldAtOnce", func(t *testing.T) {
			for want, in := range map[string]policy.ExplainInput{
				"userId,apiClientId,module,action": {Module: " "},
				"userId,apiClientId,module":        {UserID: &ann.UserID, APIClientID: &shop.ID, Module: strings.Repeat("x", 101), Action: "View"},
			} {
				_, err := policy.Explain(b.in, d, in)
				var fields []string
				for _, detail := range fault.From(err).Details {
					fields = append(fields, detail.Field)
				}
				require.Equal(t, want, strings.Join(fields, ","))
			}
		})
	})
}

package user_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		o.join(t, "ada", "Lovelace", o.clerk)
		o.join(t, "Ada2", "byron", o.clerk)
		o.join(t, "Łukasz", "Müller-ΟΔΟΣ", o.clerk)
		off := o.join(t, "100%_\\", "Off", o.clerk)
		o.d.Client.Membership.UpdateOne(off).SetStatus(membership.StatusInactive).ExecX(o.across)
		other := o.elsewhere(t, "Other")
		o.join(t, "Foreign", "Ada", other)
		ctx := o.as(t, o.max)

		names := func(t *testing.T, in user.ListInput) (names []string) {
			t.Helper()
			page, err := user.List(ctx, d, in, whole)
			require.NoError(t, err)
			items, err := page.Items(ctx)
			require.NoError(t, err)
			for _, m := range items {
				names = append(names, m.FirstName)
			}
			count, err := page.TotalCount(ctx)
			require.NoError(t, err)
			if in.PageSize == nil {
				require.Equal(t, len(items), count)
			}
			return names
		}
		t.Run("OK", func(t *testing.T) {
			require.Equal(t, []string{"100%_\\", "ada", "Ada2", "Max", "Olga", "Łukasz"}, names(t, user.ListInput{}))
			page, err := user.List(ctx, d, user.ListInput{SearchTerm: "olga"}, whole)
			require.NoError(t, err)
			items, err := page.Items(ctx)
			require.NoError(t, err)
			got, err := user.Get(ctx, d, o.olga.UserID, whole)
			require.NoError(t, err)
			require.Len(t, items, 1)
			requireSame(t, got, items[0])
		})
		t.Run("OKPages", func(t *testing.T) {
			require.Equal(t, []string{"Ada2", "Max"}, names(t, user.ListInput{Page: new(2), PageSize: new(2), SearchTerm: "a"}))
			require.Empty(t, names(t, user.ListInput{Page: new(9), PageSize: new(100)}))
			page, err := user.List(ctx, d, user.ListInput{PageSize: new(1)}, whole)
			require.NoError(t, err)
			require.Equal(t, 1, page.Page)
			count, err := page.TotalCount(ctx)
			require.NoError(t, err)
			require.Equal(t, 6, count)
		})
		t.Run("OKTerm", func(t *testing.T) {
			for term, want := range map[string][]string{
				"ADA":              {"ada", "Ada2"},
				" a  Love ":        {"ada"},
				"2 BYR":            {"Ada2"},
				"MAX@EXAMPLE.COM":  {"Max"},
				"łUKASZ mÜLLER":    {"Łukasz"},
				"ŁŁ":               nil,
				"οδος":             {"Łukasz"},
				"οδοσ":             {"Łukasz"},
				"%":                {"100%_\\"},
				"_":                {"100%_\\"},
				`\`:                {"100%_\\"},
				"foreign":          nil,
				"Lovelaceada":      nil, // a term does not match across fields
				"' OR 1=1 --":      nil,
				"Olga Owner Olga@": nil,
			} {
				require.Equal(t, want, names(t, user.ListInput{SearchTerm: term}), term)
			}
			everyLetter := strings.Builder{}
			for letter := 'а'; everyLetter.Len() < 390; letter++ {
				everyLetter.WriteRune(letter)
			}
			require.Empty(t, names(t, user.ListInput{SearchTerm: everyLetter.String()}))
		})
		t.Run("OKFilters", func(t *testing.T) {
			require.Equal(t, []string{"Max"}, names(t, user.ListInput{RoleID: &o.manager.ID}))
			require.Equal(t, []string{"100%_\\"}, names(t, user.ListInput{IsActive: new(false)}))
			require.Equal(t, []string{"ada", "Ada2", "Łukasz"}, names(t, user.ListInput{IsActive: new(true), RoleID: &o.clerk.ID}))
			require.Empty(t, names(t, user.ListInput{RoleID: &other.ID}))
			require.Equal(t, []string{"100%_\\"}, names(t, user.ListInput{Status: new(membership.StatusInactive)}))
			invited := o.invited(t, "Invited", o.clerk)
			require.Equal(t, []string{"Invited"}, names(t, user.ListInput{Status: new(membership.StatusInvited)}))
			require.Equal(t, []string{"100%_\\", "Invited"}, names(t, user.ListInput{IsActive: new(false)}))
			require.NoError(t, user.Remove(ctx, d, o.sessions, invited.PublicID))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := user.List(ctx, d, user.ListInput{Page: new(0), PageSize: new(101), SearchTerm: strings.Repeat("ü", 201)}, whole)
			requireCode(t, err, fault.ValidationError)
			require.Equal(t, []string{
				"page must be from 1 to 100000000", "pageSize must be from 1 to 100", "searchTerm must have at most 200 characters",
			}, faults(fault.From(err).Details))
		})
	})
}

func TestGet(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		foreigner := o.join(t, "Foreign", "Ada", o.elsewhere(t, "Other"))
		ctx := o.as(t, o.max)
		t.Run("OK", func(t *testing.T) {
			got, err := user.Get(ctx, d, o.olga.UserID, whole)
			require.NoError(t, err)
			require.Equal(t, o.olga.UserID, got.ID)
			require.Equal(t, "Olga@example.com", got.Email)
			require.Equal(t, "Olga@example.com", got.UserName)
			require.Equal(t, o.owner.ID, got.Role.ID)
			require.Equal(t, "Owner", got.Role.Name)
			require.Equal(t, o.olga.ID, got.RelationID)
			require.True(t, got.IsActive())
			require.Nil(t, got.InvitationExpiresAt)
			require.Equal(t, o.olga.CreatedAt, got.CreatedAt.UTC())
			require.Equal(t, o.olga.UpdatedAt, got.UpdatedAt.UTC())
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, id := range []uuid.UUID{foreigner.UserID, o.olga.ID, uuid.New(), uuid.Nil} {
				_, err := user.Get(ctx, d, id, whole)
				requireCode(t, err, fault.NotFound)
			}
		})
	})
}

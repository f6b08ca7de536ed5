package session_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestVisit(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		b := setup(t, d, config{})
		ordinary := b.accept(t, b.signIn(t).Token)
		support := *ordinary
		support.SuperFirm = true

		t.Run("OK", func(t *testing.T) {
			v, err := b.memberships.Visit(t.Context(), &support, b.beta.ID.String())
			require.NoError(t, err)
			want := support
			want.FirmID, want.HomeFirmID, want.SuperFirm = b.beta.ID, b.acme.ID, false
			want.RoleID, want.RelationID = uuid.Nil, uuid.Nil
			want.PolicyVersion = dbtest.PolicyVersion(d, b.beta.ID)
			require.Equal(t, &want, v)
			require.True(t, support.SuperFirm, "the viewer itself is as it was")
		})
		t.Run("OKOwnFirm", func(t *testing.T) {
			v, err := b.memberships.Visit(t.Context(), ordinary, b.acme.ID.String())
			require.NoError(t, err)
			require.Same(t, ordinary, v)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			for _, firm := range []string{"x", "", uuid.Nil.String(), uuid.NewString()} {
				v, err := b.memberships.Visit(t.Context(), &support, firm)
				require.NoError(t, err)
				requireCode(t, fault.Forbidden, v.Refused)
			}
			v, err := b.memberships.Visit(t.Context(), ordinary, b.beta.ID.String())
			require.NoError(t, err)
			requireCode(t, fault.Forbidden, v.Refused)
			require.NoError(t, ordinary.Refused)
			b.setActive(t, "firms", b.beta.ID, false)
			v, err = b.memberships.Visit(t.Context(), &support, b.beta.ID.String())
			require.NoError(t, err)
			requireCode(t, fault.Forbidden, v.Refused)
		})
		require.NoError(t, d.Close())
		t.Run("ErrUnavailable", func(t *testing.T) {
			_, err := b.memberships.Visit(t.Context(), &support, b.beta.ID.String())
			requireCode(t, fault.Unavailable, err)
		})
	})
}

package session_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestInitiator(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		b := setup(t, d, config{})
		session := b.signIn(t)
		by := b.accept(t, session.Token).Initiator()
		refusal := func(code fault.Code, firm uuid.UUID, by viewer.Initiator) error {
			t.Helper()
			_, err := b.memberships.Initiator(t.Context(), firm, by)
			requireCode(t, code, err)
			return err
		}
		expect := func(code fault.Code, firm uuid.UUID, by viewer.Initiator) {
			t.Helper()
			require.NotErrorIs(t, refusal(code, firm, by), viewer.ErrInactive)
		}

		t.Run("OK", func(t *testing.T) {
			want := *b.accept(t, session.Token)
			v, err := b.memberships.Initiator(t.Context(), b.acme.ID, by)
			require.NoError(t, err)
			want.SessionID, want.Expires = v.SessionID, v.Expires // a job has no session
			require.Equal(t, &want, v)
		})
		t.Run("OKSupport", func(t *testing.T) {
			b.setSuper(t, true)
			visiting := by
			visiting.HomeFirmID = b.acme.ID
			v, err := b.memberships.Initiator(t.Context(), b.beta.ID, visiting)
			require.NoError(t, err)
			require.Equal(t, b.beta.ID, v.FirmID)
			require.Equal(t, b.acme.ID, v.HomeFirmID)
			require.Zero(t, v.RoleID)
			setMfa := func(required, has bool) {
				b.d.Client.Firm.UpdateOne(b.beta).SetRequireMfa(required).ExecX(b.across)
				b.d.Client.User.UpdateOne(b.ann).SetHasFactor(has).ExecX(b.across)
			}
			for _, has := range []bool{true, false} {
				setMfa(true, has)
				v, err := b.memberships.Initiator(t.Context(), b.beta.ID, visiting)
				require.NoError(t, err)
				require.Equal(t, has, v.HasFactor)
				require.Equal(t, !has, v.MfaDue)
			}
			setMfa(false, false)
			b.setActive(t, "firms", b.beta.ID, false)
			require.ErrorIs(t, refusal(fault.Forbidden, b.beta.ID, visiting), viewer.ErrInactive)
			b.setActive(t, "firms", b.beta.ID, true)

			b.setSuper(t, false)
			expect(fault.Forbidden, b.beta.ID, visiting)
		})
		t.Run("ErrUnauthorized", func(t *testing.T) {
			expect(fault.Unauthorized, uuid.New(), by)
			expect(fault.Unauthorized, b.acme.ID, viewer.Initiator{UserID: uuid.New()})
			b.setActive(t, "firms", b.acme.ID, false)
			require.ErrorIs(t, refusal(fault.Unauthorized, b.acme.ID, by), viewer.ErrInactive)
			expect(fault.Unauthorized, b.acme.ID, viewer.Initiator{UserID: uuid.New()})
			b.setActive(t, "firms", b.acme.ID, true)
			for table, id := range map[string]uuid.UUID{"users": b.ann.ID, "memberships": b.atAcme.ID} {
				b.setActive(t, table, id, false)
				expect(fault.Unauthorized, b.acme.ID, by)
				b.setActive(t, table, id, true)
			}
		})
		require.NoError(t, d.Close())
		expect(fault.Unavailable, b.acme.ID, by)
	})
}

// setSuper sets whether Acme is the super-firm.
func (b *bundle) setSuper(t *testing.T, is bool) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), b.d).Exec("UPDATE firms SET is_super_firm = $1 WHERE id = $2", is, b.acme.ID)
	require.NoError(t, err)
}

package session_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
)

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		const many = 2001 // more than two batches
		forgotten, used := b.signIn(t), b.signIn(t)
		builders := make([]*ent.RefreshTokenCreate, many)
		for i := range builders {
			builders[i] = d.Client.RefreshToken.Create().SetSessionID(forgotten.Firms[0].SessionID).
				SetHash([]byte(rand.Text())).SetExpiresAt(noon.Add(time.Minute))
		}
		d.Client.RefreshToken.CreateBulk(builders...).ExecX(b.across)
		cleanup := func(at time.Time) (tokens, sessions int) {
			b.clock.advance(at.Sub(b.clock.Now()))
			for more := true; more; {
				var err error
				more, err = b.Cleanup(t.Context())
				require.NoError(t, err)
			}
			return d.Client.RefreshToken.Query().CountX(b.across), d.Client.Session.Query().CountX(b.across)
		}
		expect := func(at time.Time, tokens, sessions int) {
			t.Helper()
			gotTokens, gotSessions := cleanup(at)
			require.Equal(t, []int{tokens, sessions}, []int{gotTokens, gotSessions})
		}
		expect(noon.Add(time.Minute), many+2, 2)
		expect(noon.Add(time.Minute+time.Microsecond), 2, 2)

		b.clock.advance(24 * time.Hour)
		pair := b.refresh(t, used.RefreshToken)
		end := noon.Add(session.RefreshLife)
		expect(end, 3, 2)
		expect(end.Add(time.Microsecond), 1, 2)
		expect(end.Add(24*time.Hour), 1, 2)
		expect(end.Add(24*time.Hour+time.Microsecond), 1, 1)
		require.Equal(t, used.Firms[0].SessionID, d.Client.RefreshToken.Query().
			Where(refreshtoken.UsedAtIsNil()).OnlyX(b.across).SessionID)
		b.refresh(t, pair.RefreshToken)
	})
}

package policy_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/entity"
)

// stored is a row of the counts.
type stored struct {
	FirmID     uuid.UUID `sql:"firm_id"`
	SubjectID  uuid.UUID `sql:"subject_id"`
	Permission string    `sql:"permission"`
	Day        int       `sql:"day"`
	Allowed    bool      `sql:"allowed"`
	Calls      int       `sql:"calls"`
}

func (b *bundle) stored(t *testing.T, firm *ent.Firm) []stored {
	t.Helper()
	rows, err := db.All[stored](dbtest.SQL(t.Context(), b.d), `
SELECT firm_id, subject_id, module || ':' || action AS permission, day, allowed, calls FROM decision_counts
WHERE firm_id = $1 ORDER BY action, allowed, calls`, firm.ID)
	require.NoError(t, err)
	return rows
}

func today() int {
	year, month, day := time.Now().UTC().Date()
	return year*10_000 + int(month)*100 + day
}

// decided counts a decision for a user of a firm.
func decided(firm *ent.Firm, subject uuid.UUID, action string, allowed bool) authz.Decision {
	return authz.Decision{FirmID: firm.ID, SubjectID: subject, Module: "Contact", Action: action, Allowed: allowed}
}

func TestRecorder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		enforcer := authz.New(d.Client, 0)
		r := policy.NewRecorder(d, enforcer)
		ann, shop := entity.NewUserID(), entity.NewID()
		t.Run("OK", func(t *testing.T) {
			enforcer.SwapDecisions(authz.Decisions{
				decided(b.firm, ann, "View", true): 3, decided(b.firm, ann, "View", false): 1, decided(b.firm, shop, "View", true): 9,
				decided(b.other, ann, "View", true): 2,
			})
			require.NoError(t, r.Flush(t.Context()))
			require.NoError(t, r.Flush(t.Context()), "nothing is stored twice")
			enforcer.SwapDecisions(authz.Decisions{decided(b.firm, ann, "View", true): 4, decided(b.firm, ann, "Edit", true): 1})
			require.NoError(t, r.Flush(t.Context()))
			require.Equal(t, []stored{
				{b.firm.ID, ann, "Contact:Edit", today(), true, 1},
				{b.firm.ID, ann, "Contact:View", today(), false, 1},
				{b.firm.ID, ann, "Contact:View", today(), true, 7},
				{b.firm.ID, shop, "Contact:View", today(), true, 9},
			}, b.stored(t, b.firm))
			require.Equal(t, []stored{{b.other.ID, ann, "Contact:View", today(), true, 2}}, b.stored(t, b.other))
		})
		t.Run("OKWait", func(t *testing.T) {
			rename := func(from, to string) {
				_, err := dbtest.SQL(t.Context(), d).Exec("ALTER TABLE " + from + " RENAME TO " + to)
				require.NoError(t, err)
			}
			rename("decision_counts", "away")
			enforcer.SwapDecisions(authz.Decisions{decided(b.other, ann, "View", true): 1})
			require.Error(t, r.Flush(t.Context()))
			enforcer.SwapDecisions(authz.Decisions{decided(b.other, ann, "View", true): 5})
			require.Error(t, r.Flush(t.Context()))
			rename("away", "decision_counts")
			require.NoError(t, r.Flush(t.Context()))
			require.Equal(t, []stored{{b.other.ID, ann, "Contact:View", today(), true, 8}}, b.stored(t, b.other))
		})
		t.Run("OKClose", func(t *testing.T) {
			enforcer.SwapDecisions(authz.Decisions{decided(b.head, ann, "View", true): 1})
			require.NoError(t, r.Close(t.Context()))
			require.Len(t, b.stored(t, b.head), 1)
			require.NoError(t, r.Close(t.Context()))
		})
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		ann := entity.NewUserID()
		b.remember(t, decided(b.firm, ann, "View", true), 29, 1)
		b.remember(t, decided(b.firm, ann, "Edit", true), 30, 1)
		b.remember(t, decided(b.other, ann, "Edit", true), 400, 1)
		for batch := range 10 {
			more, err := policy.Cleanup(t.Context(), d)
			require.NoError(t, err)
			if !more {
				require.Equal(t, 2, batch)
				break
			}
		}
		left := b.stored(t, b.firm)
		require.Len(t, left, 1)
		require.Equal(t, "Contact:View", left[0].Permission)
		require.Empty(t, b.stored(t, b.other))
	})
}

// remember stores that a decision was made some days ago.
func (b *bundle) remember(t *testing.T, made authz.Decision, daysAgo, calls int) {
	t.Helper()
	year, month, day := time.Now().UTC().AddDate(0, 0, -daysAgo).Date()
	_, err := dbtest.SQL(t.Context(), b.d).Exec(`
INSERT INTO decision_counts (id, firm_id, subject_id, module, action, day, allowed, calls)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, entity.NewID(), made.FirmID, made.SubjectID, made.Module, made.Action,
		year*10_000+int(month)*100+day, made.Allowed, calls)
	require.NoError(t, err)
}

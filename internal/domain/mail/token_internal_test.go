package mail

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A mail that is sent again replaces its own token. Once a newer mail has replaced that, another
// attempt of the older one leaves the link of the newer one alone.
func TestIssue_retry(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		m := New(d, Config{Box: NewBox()})
		ctx := rule.AcrossFirms(t.Context(), "a test makes tokens")
		of := grant{
			purpose: mailtoken.PurposeInvitation, userID: uuid.New(), emailKey: "ana@example.com", membershipID: uuid.New(),
			expires: time.Now().Add(time.Hour),
		}
		issue := func(id uuid.UUID) string {
			text, err := m.issue(ctx, id, of)
			require.NoError(t, err)
			return text
		}
		find := func(text string) error {
			_, err := m.Find(ctx, of.purpose, text)
			return err
		}
		older, newer := uuid.New(), uuid.New()
		first := issue(older)
		second := issue(older)
		require.Equal(t, ErrToken(), find(first))
		require.NoError(t, find(second))
		third := issue(newer)
		require.Equal(t, ErrToken(), find(second))
		require.NoError(t, find(third))
		require.Empty(t, issue(older))
		require.NoError(t, find(third))
		require.NotEmpty(t, issue(newer)) // its own retry
	})
}

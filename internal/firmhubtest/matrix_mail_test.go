package firmhubtest_test

import (
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/token"
)

// mailToken stores a token as if it was mailed, and returns it. The matrix runs no jobs.
func (m *matrix) mailToken(purpose mailtoken.Purpose, email string, membershipID uuid.UUID) string {
	m.t.Helper()
	across := rule.AcrossFirms(m.t.Context(), "a test stands in for a mail")
	of, err := m.DB.Client.User.Query().Where(user.EmailKey(email)).Only(across)
	require.NoError(m.t, err)
	text, hash := token.NewOpaque()
	err = m.DB.Client.MailToken.Create().SetPurpose(purpose).SetUserID(of.ID).SetEmailKey(email).SetMembershipID(membershipID).
		SetHash(hash).SetExpiresAt(time.Now().Add(time.Hour)).Exec(across)
	require.NoError(m.t, err)
	return text
}

// mailed are the requests with the token of a mail. Each is for a person of its own.
func mailed(purpose mailtoken.Purpose, more map[string]any) request {
	return request{ofCaller: true, values: func(m *matrix, _ *caller) map[string]any {
		values := map[string]any{}
		maps.Copy(values, more)
		if purpose != mailtoken.PurposeInvitation {
			values["token"] = m.mailToken(purpose, m.newUser(m.emptyRole).email, uuid.Nil)
			return values
		}
		person := m.person(m.emptyRole)
		m.make(m.owner, "/api/v1/users/create", person)
		email, isText := person["email"].(string)
		require.True(m.t, isText)
		invited, err := m.DB.Client.Membership.Query().Where(membership.EmailKey(email), membership.FirmID(uuid.MustParse(m.firmID))).
			Only(rule.AcrossFirms(m.t.Context(), "a test stands in for a mail"))
		require.NoError(m.t, err)
		values["token"] = m.mailToken(purpose, email, invited.ID)
		return values
	}}
}

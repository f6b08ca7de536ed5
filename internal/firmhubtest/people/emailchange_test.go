package people_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const evil = "evil@post.example"

// Somebody who knows the password asks for another e-mail address. Once the person has a new
// password, the link to the other address is worth as much as a used one.
func TestEmailChange_newPassword(t *testing.T) {
	t.Parallel()
	for name, renew := range map[string]func(p *post){
		"change": func(p *post) {
			answer := p.call("changepassword", p.owner.Token, map[string]any{
				"currentPassword": firmhubtest.OwnerPassword, "newPassword": newPassword,
			})
			require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
		},
		"forgotten": func(p *post) {
			p.forgot(maria)
			answer := p.call("reset-password", "", map[string]any{"token": p.token("reset", maria), "newPassword": newPassword})
			require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
		},
		"operator": func(p *post) {
			require.NoError(p.t, p.Sessions.ResetPassword(p.t.Context(), session.ResetPasswordInput{Email: maria, NewPassword: newPassword}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachPost(t, func(p *post) {
				attacker := p.Login(maria, firmhubtest.OwnerPassword)
				answer := p.REST(http.MethodPut, "/api/v1/auth/me", attacker.Token, map[string]any{
					"email": evil, "currentPassword": firmhubtest.OwnerPassword,
				})
				require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
				link := p.token("verify", evil)
				renew(p)
				p.refuse(fault.Unauthorized, p.REST(http.MethodGet, "/api/v1/auth/me", attacker.Token, nil))
				p.requireNoChange(maria, link)

				// The person may change to the same address: the old link stays useless.
				own := p.Login(maria, newPassword)
				require.Nil(p.t, p.pending(own))
				p.REST(http.MethodPut, "/api/v1/auth/me", own.Token, map[string]any{"email": evil, "currentPassword": newPassword})
				require.Equal(p.t, evil, *p.pending(own))
				p.refuse(fault.Unauthorized, p.call("verify-email", "", map[string]any{"token": link}))
				p.Login(maria, newPassword)
			})
		})
	}
}

// An account whose first password is chosen by the link of an invitation keeps no change of before.
func TestEmailChange_firstPassword(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		const ana = "ana@post.example"
		var roles []struct{ ID string }
		p.REST(http.MethodGet, "/api/v1/roles", p.owner.Token, nil).Into(p.t, &roles)
		answer := p.REST(http.MethodPost, "/api/v1/users/create", p.owner.Token, map[string]any{
			"firstName": "Ana", "lastName": "Lima", "email": ana, "roleId": roles[0].ID,
		})
		require.Equal(p.t, http.StatusCreated, answer.Status, "%s", answer.Body)
		invitation := p.token("invitation", ana)
		across := rule.AcrossFirms(p.t.Context(), "a test stands in for a change that was left")
		id := p.DB.Client.User.Query().Where(user.EmailKey(ana)).OnlyIDX(across)
		p.DB.Client.User.UpdateOneID(id).SetPendingEmail(evil).ExecX(across)
		link, hash := token.NewOpaque()
		p.DB.Client.MailToken.Create().SetPurpose(mailtoken.PurposeVerifyEmail).SetUserID(id).SetEmailKey(evil).
			SetHash(hash).SetExpiresAt(time.Now().Add(time.Hour)).ExecX(across)
		answer = p.call("accept-invitation", "", map[string]any{"token": invitation, "password": newPassword})
		require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.Nil(p.t, p.pending(p.Login(ana, newPassword)))
		p.requireNoChange(ana, link)
	})
}

func (p *post) pending(of *firmhubtest.Session) *string {
	p.t.Helper()
	var me struct {
		User struct{ PendingEmail *string }
	}
	p.REST(http.MethodGet, "/api/v1/auth/me", of.Token, nil).Into(p.t, &me)
	return me.User.PendingEmail
}

// requireNoChange fails unless a link to another address is refused as a used one is, and changes
// nothing.
func (p *post) requireNoChange(address, link string) {
	p.t.Helper()
	answer := p.call("verify-email", "", map[string]any{"token": link})
	p.refuse(fault.Unauthorized, answer)
	require.Contains(p.t, string(answer.Body), "The link is not valid any more. Ask for a new one.")
	across := rule.AcrossFirms(p.t.Context(), "a test reads the token of a link")
	require.NotNil(p.t, p.DB.Client.MailToken.Query().Where(mailtoken.EmailKey(evil)).OnlyX(across).UsedAt)
	p.refuse(fault.Unauthorized, p.call("login", "", map[string]any{"email": evil, "password": newPassword}))
	p.Login(address, newPassword)
}

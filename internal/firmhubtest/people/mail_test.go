package people_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		p.forgot("nobody@post.example")
		p.forgot(maria)
		older := p.token("reset", maria)
		p.forgot(strings.ToUpper(maria))
		token := p.token("reset", maria)
		reset := func(token string) *firmhubtest.Answer {
			return p.call("reset-password", "", map[string]any{"token": token, "newPassword": newPassword})
		}
		p.refuse(fault.Unauthorized, reset(older))
		p.refuse(fault.Unauthorized, reset("x"))
		p.refuse(fault.ValidationError, p.call("reset-password", "", map[string]any{"token": token, "newPassword": "weak"}))
		p.refuse(fault.Unauthorized, p.call("verify-email", "", map[string]any{"token": token})) // of another purpose
		require.Equal(p.t, http.StatusOK, reset(token).Status)
		p.refuse(fault.Unauthorized, reset(token))

		p.refuse(fault.Unauthorized, p.REST(http.MethodGet, "/api/v1/auth/me", p.owner.Token, nil))
		p.refuse(fault.Unauthorized, p.call("refreshtoken", "", map[string]any{"refreshToken": p.owner.RefreshToken}))
		_, subject, _ := p.next()
		require.Equal(p.t, "Your password was changed", subject)
		var me struct{ User struct{ EmailVerified bool } }
		p.REST(http.MethodGet, "/api/v1/auth/me", p.Login(maria, newPassword).Token, nil).Into(p.t, &me)
		require.True(p.t, me.User.EmailVerified)
	})
}

// A link is useless once the password was changed in another way.
func TestForgottenPassword_changedMeanwhile(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		p.forgot(maria)
		token := p.token("reset", maria)
		require.Equal(p.t, http.StatusOK, p.call("changepassword", p.owner.Token, map[string]any{
			"currentPassword": firmhubtest.OwnerPassword, "newPassword": newPassword,
		}).Status)
		p.refuse(fault.Unauthorized, p.call("reset-password", "", map[string]any{"token": token, "newPassword": newPassword + "x"}))
	})
}

// The fourth mail of an hour is not sent: the next mail is for somebody else. The database counts,
// so the limit holds on all instances together.
func TestForgottenPassword_limit(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		for range 3 {
			p.forgot(maria)
			p.token("reset", maria)
		}
		p.forgot(maria)
		p.forgot(firmhubtest.AdminEmail)
		p.token("reset", firmhubtest.AdminEmail)
	}, func(c *app.Config) { c.RateLimit = "on" })
}

// A request for an address without an account does the same as for one with an account: it queues a
// job, which finds out.
func TestForgottenPassword_nobody(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		before := dbtest.Count(p.t, p.DB, "river_job WHERE kind = 'mail.send'")
		p.forgot("nobody@post.example")
		require.Equal(p.t, before+1, dbtest.Count(p.t, p.DB, "river_job WHERE kind = 'mail.send'"))
		p.forgot(maria)
		require.Equal(p.t, before+2, dbtest.Count(p.t, p.DB, "river_job WHERE kind = 'mail.send'"))
	})
}

// Links of each kind end.
func TestMailedLinks_expired(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		var roles []struct{ ID string }
		p.REST(http.MethodGet, "/api/v1/roles", p.owner.Token, nil).Into(p.t, &roles)
		p.forgot(maria)
		reset := p.token("reset", maria)
		p.call("verify-email/send", p.owner.Token, nil)
		verify := p.token("verify", maria)
		p.REST(http.MethodPost, "/api/v1/users/create", p.owner.Token, map[string]any{
			"firstName": "Ana", "lastName": "Lima", "email": "ana@post.example", "roleId": roles[0].ID,
		})
		invitation := p.token("invitation", "ana@post.example")
		ended := p.DB.Client.MailToken.Update().SetExpiresAt(time.Now().Add(-time.Second))
		require.Equal(p.t, 3, ended.SaveX(rule.AcrossFirms(p.t.Context(), "end the links")))
		p.refuse(fault.Unauthorized, p.call("reset-password", "", map[string]any{"token": reset, "newPassword": newPassword}))
		p.refuse(fault.Unauthorized, p.call("verify-email", "", map[string]any{"token": verify}))
		p.refuse(fault.Unauthorized, p.call("accept-invitation", "", map[string]any{"token": invitation, "password": newPassword}))
	})
}

func TestVerifyEmail(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		require.Equal(p.t, http.StatusAccepted, p.call("verify-email/send", p.owner.Token, nil).Status)
		token := p.token("verify", maria)
		require.Equal(p.t, http.StatusOK, p.call("verify-email", "", map[string]any{"token": token}).Status)
		p.refuse(fault.Unauthorized, p.call("verify-email", "", map[string]any{"token": token}))
		p.refuse(fault.Conflict, p.call("verify-email/send", p.owner.Token, nil))

		change := func(email string) *firmhubtest.Answer {
			return p.REST(http.MethodPut, "/api/v1/auth/me", p.owner.Token, map[string]any{
				"email": email, "currentPassword": firmhubtest.OwnerPassword, "language": "pt",
			})
		}
		answer := change(firmhubtest.AdminEmail) // nobody learns that it has an account
		require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
		p.refuse(fault.Conflict, p.call("verify-email", "", map[string]any{"token": p.token("verify", firmhubtest.AdminEmail)}))

		var user struct{ Email, PendingEmail, Language string }
		change("new@post.example").Into(p.t, &user)
		require.Equal(p.t, maria, user.Email)
		require.Equal(p.t, "new@post.example", user.PendingEmail)
		require.Equal(p.t, "pt", user.Language)
		p.refuse(fault.Unauthorized, p.call("login", "", map[string]any{"email": "new@post.example", "password": firmhubtest.OwnerPassword}))
		token = p.token("verify", "new@post.example")
		require.Equal(p.t, http.StatusOK, p.call("verify-email", "", map[string]any{"token": token}).Status)
		p.Login("new@post.example", firmhubtest.OwnerPassword)
		p.refuse(fault.ValidationError, p.REST(http.MethodPut, "/api/v1/auth/me", p.owner.Token, map[string]any{"language": "fr"}))
	})
}

// addTotp gives Maria an authenticator, and returns its secret.
func (p *post) addTotp() (secret string) {
	p.t.Helper()
	var setup struct{ Secret string }
	p.call("mfa/totp", p.owner.Token, nil).Into(p.t, &setup)
	code := factortest.Code(p.t, setup.Secret, time.Now().Add(-30*time.Second))
	require.Equal(p.t, http.StatusOK, p.call("mfa/totp/confirm", p.owner.Token, map[string]any{"code": code}).Status)
	return setup.Secret
}

// A person is told of each change of the second factors.
func TestFactorNotices(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		secret := p.addTotp()
		mail, subject, text := p.next()
		require.Equal(p.t, maria, mail.To)
		require.Equal(p.t, "A second factor was added", subject)
		require.Contains(p.t, text, "TOTP")
		removed := p.REST(http.MethodDelete, "/api/v1/auth/mfa/totp", p.owner.Token, map[string]any{
			"currentPassword": firmhubtest.OwnerPassword, "code": factortest.Code(p.t, secret, time.Now()),
		})
		require.Equal(p.t, http.StatusOK, removed.Status, "%s", removed.Body)
		_, subject, _ = p.next()
		require.Equal(p.t, "A second factor was removed", subject)
	})
}

func TestMailedInvitation(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		var roles []struct{ ID string }
		p.REST(http.MethodGet, "/api/v1/roles", p.owner.Token, nil).Into(p.t, &roles)
		invite := func(email string) {
			p.t.Helper()
			answer := p.REST(http.MethodPost, "/api/v1/users/create", p.owner.Token, map[string]any{
				"firstName": "Ana", "lastName": "Lima", "email": email, "roleId": roles[0].ID,
			})
			require.Equal(p.t, http.StatusCreated, answer.Status, "%s", answer.Body)
		}
		accept := func(bearer, token string, more map[string]any) *firmhubtest.Answer {
			body := map[string]any{"token": token}
			maps.Copy(body, more)
			return p.call("accept-invitation", bearer, body)
		}
		invite("ana@post.example")
		_, subject, text := p.next()
		require.Equal(p.t, "Invitation to Post <b>", subject)
		require.Contains(p.t, text, "Post &lt;b&gt; invites")
		token := tokenInLink.FindStringSubmatch(text)[2]
		answer := accept("", token, nil)
		p.refuse(fault.ValidationError, answer)
		require.Equal(p.t, "password", answer.Details()[0].Field)
		var login firmhubtest.Session
		accept("", token, map[string]any{"password": newPassword, "firstName": "Anna"}).Into(p.t, &login)
		require.Equal(p.t, "ana@post.example", login.User.Email)
		require.Len(p.t, login.Firms, 1)
		p.refuse(fault.Unauthorized, accept("", token, map[string]any{"password": newPassword}))
		p.Login("ana@post.example", newPassword)

		// An account that has logged in before is joined by its person alone.
		admin := p.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		invite(firmhubtest.AdminEmail)
		token = p.token("invitation", firmhubtest.AdminEmail)
		p.refuse(fault.Unauthorized, accept("", token, map[string]any{"password": newPassword}))
		p.refuse(fault.Forbidden, accept(login.Token, token, nil))
		require.Equal(p.t, http.StatusOK, accept(admin.Token, token, nil).Status)
		p.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
	})
}

// A firm invites somebody, and withdraws it, again and again. The fourth invitation of an hour is
// not mailed, though answered alike; another firm has its own three.
func TestMailedInvitation_limit(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		const victim, next = "victim@xn--bcher-kva.example", "next@post.example"
		invite := func(by *firmhubtest.Session, email string) string {
			var roles []struct{ ID string }
			p.REST(http.MethodGet, "/api/v1/roles", by.Token, nil).Into(p.t, &roles)
			answer := p.REST(http.MethodPost, "/api/v1/users/create", by.Token, map[string]any{
				"firstName": "Vic", "lastName": "Tim", "email": email, "roleId": roles[0].ID,
			})
			require.Equal(p.t, http.StatusCreated, answer.Status, "%s", answer.Body)
			var invited struct{ ID string }
			answer.Into(p.t, &invited)
			return invited.ID
		}
		withdraw := func(id string) {
			answer := p.REST(http.MethodDelete, "/api/v1/users/delete/"+id, p.owner.Token, nil)
			require.Equal(p.t, http.StatusOK, answer.Status, "%s", answer.Body)
		}
		for range 3 {
			id := invite(p.owner, victim)
			p.token("invitation", victim)
			withdraw(id)
		}
		withdraw(invite(p.owner, "Victim@Bücher.example"))
		invite(p.owner, victim)
		invite(p.owner, next)
		p.token("invitation", next)
		invite(p.NewFirm("Other", "owner@other.example"), victim)
		p.token("invitation", victim)
	}, func(c *app.Config) { c.RateLimit = "on" })
}

func TestNewDevice(t *testing.T) {
	t.Parallel()
	eachPost(t, func(p *post) {
		login := func(agent string) {
			p.t.Helper()
			request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.URL+"/api/v1/auth/login",
				strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, maria, firmhubtest.OwnerPassword)))
			require.NoError(p.t, err)
			request.Header.Set("User-Agent", agent)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept-Language", "es-AR, en;q=0.5")
			answer, err := http.DefaultClient.Do(request)
			require.NoError(p.t, err)
			require.NoError(p.t, answer.Body.Close())
			require.Equal(p.t, http.StatusOK, answer.StatusCode)
		}
		login("second/1.0")
		mail, subject, text := p.next()
		require.Equal(p.t, maria, mail.To)
		require.Equal(p.t, "Nuevo acceso a su cuenta", subject)
		require.Contains(p.t, text, "second")
		login("second/1.0")
		login("third/1.0")
		_, _, text = p.next()
		require.Contains(p.t, text, "third")
	})
}

// A process without a mail server, such as a command, queues notices, and leaves all mails to the
// servers that have one, without using up their attempts.
func TestMail_elsewhere(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		p := newPost(t, dialect)
		open := func() *app.Worker {
			worker, err := app.OpenWorker(t.Context(), app.Config{Basics: p.basics})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, worker.Close()) })
			return worker
		}
		const mails = "river_job WHERE kind = 'mail.send'"
		run := func(w *app.Worker, until string, want int) {
			t.Helper()
			require.NoError(t, w.While(t.Context(), func() error {
				require.Eventually(t, func() bool { return dbtest.Count(t, p.DB, mails+" AND "+until) == want }, time.Minute, 10*time.Millisecond)
				return nil
			}))
		}

		p.addTotp()
		worker := open()
		require.NoError(t, worker.Sessions.Factors().Reset(t.Context(), maria))
		require.NoError(t, worker.Sessions.ResetPassword(t.Context(), session.ResetPasswordInput{Email: maria, NewPassword: newPassword}))
		p.forgotAtOnce(maria)
		run(worker, "metadata->>'snoozes' IS NOT NULL", 4)
		require.Empty(t, p.mails)
		run(p.Worker, "state = 'completed'", 4)
		require.Zero(t, dbtest.Count(t, p.DB, mails+" AND (state <> 'completed' OR attempt <> 1)"))
		var subjects []string
		for range 4 {
			mail, subject, _ := p.next()
			require.Equal(t, maria, mail.To)
			subjects = append(subjects, subject)
		}
		require.ElementsMatch(t, []string{
			"A second factor was added", "A second factor was removed", "Your password was changed", "Choose a new password",
		}, subjects)

		// After a day nobody needs the mail any more.
		require.NoError(t, worker.Sessions.ResetPassword(t.Context(), session.ResetPasswordInput{Email: maria, NewPassword: newPassword + "!"}))
		args := "jsonb_set(args, '{args,at}', '\"2026-01-01T00:00:00Z\"')"
		if dialect == db.SQLite {
			args = "jsonb_set(args, '$.args.at', '2026-01-01T00:00:00Z')"
		}
		_, err := dbtest.SQL(t.Context(), p.DB).Exec("UPDATE river_job SET args = " + args + " WHERE kind = 'mail.send' AND finalized_at IS NULL")
		require.NoError(t, err)
		run(open(), "state = 'completed'", 5)
		require.Empty(t, p.mails)
	})
}

func TestWithoutMail(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Silent", "owner@silent.example")
		for path, body := range map[string]map[string]any{
			"forgot-password":   {"email": "owner@silent.example"},
			"reset-password":    {"token": "x", "newPassword": newPassword},
			"verify-email":      {"token": "x"},
			"verify-email/send": nil,
			"accept-invitation": {"token": "x"},
		} {
			answer := a.REST(http.MethodPost, "/api/v1/auth/"+path, owner.Token, body)
			require.Equal(t, fault.Unavailable, answer.Code(), "%s: %s", path, answer.Body)
			require.Equal(t, http.StatusServiceUnavailable, answer.Status)
		}
		answer := a.REST(http.MethodPost, "/api/v1/users/create", owner.Token, map[string]any{
			"firstName": "Ana", "lastName": "Lima", "email": "ana@silent.example", "roleId": firmhubtest.AdminEmail,
		})
		require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
		require.Equal(t, http.StatusNotFound, a.REST(http.MethodGet, "/demo/mail", "", nil).Status)
	})
}

// However often a person asks for the link, one mail is queued, and the attempts of an hour end:
// the mails of all firms wait in the same queue.
func TestSendVerification_often(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) { // its jobs do not run
			c.SMTPURL, c.PublicURL = "smtp://127.0.0.1:1?tls=off&from=hub@firmhub.example", "https://hub.example.com"
			c.RateLimit = "on"
		})
		owner := a.NewFirm("Post", maria)
		before := dbtest.Count(t, a.DB, "river_job WHERE kind = 'mail.send'")
		const call = "/api/v1/auth/verify-email/send"
		for range 10 {
			answer := a.REST(http.MethodPost, call, owner.Token, nil)
			require.Equal(t, http.StatusAccepted, answer.Status, "%s", answer.Body)
		}
		require.Equal(t, before+1, dbtest.Count(t, a.DB, "river_job WHERE kind = 'mail.send'"))
		answer := a.REST(http.MethodPost, call, owner.Token, nil)
		require.Equal(t, fault.TooManyRequests, answer.Code(), "%s", answer.Body)
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
	})
}

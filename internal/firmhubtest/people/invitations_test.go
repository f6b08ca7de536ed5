package people_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

var (
	inviteUser       = byInput(http.MethodPost, "/api/v1/users/invite/{id}", "inviteUser", "InviteUserInput", userFields)
	inviteByOldPath  = byInput(http.MethodPost, "/api/v1/users/{id}/invite", "inviteUser", "InviteUserInput", userFields)
	listInvitations  = roleOperation{method: http.MethodGet, path: "/api/v1/auth/invitations", root: "invitations", selection: "{ id firmName roleName createdAt }"}
	acceptInvitation = byInput(http.MethodPost, "/api/v1/auth/invitations/{id}/accept", "acceptInvitation", "AcceptInvitationInput",
		"{ firmId relationId firmName sessionId }")
	declineInvitation = byArgument(http.MethodPost, "/api/v1/auth/invitations/{id}/decline", "declineInvitation", "id", "ID", "")
	updateMe          = byInput(http.MethodPut, "/api/v1/auth/me", "updateMe", "UpdateMeInput", "{ id firstName lastName email userName }")
	changePassword    = byInput(http.MethodPost, "/api/v1/auth/changepassword", "changePassword", "ChangePasswordInput", "")
	getMe             = roleOperation{method: http.MethodGet, path: "/api/v1/auth/me", root: "me", selection: "{ user { id firstName email } " +
		"firm { firmId relationId firmName sessionId currency timeZone } role { id name } isSuperFirm permissions " +
		"firms { firmId relationId firmName sessionId } invitations { id firmName } mustChangePassword }"}
)

type invitationAnswer struct {
	ID, FirmName, RoleName string
	CreatedAt              time.Time
}

type meAnswer struct {
	User struct{ ID, FirstName, Email string }
	Firm *struct {
		FirmID, FirmName, SessionID, Currency, TimeZone string
		RelationID                                      *string
	}
	Role               *struct{ ID, Name string }
	IsSuperFirm        bool
	Permissions        []string
	Firms              []struct{ FirmID, RelationID, FirmName, SessionID string }
	Invitations        []struct{ ID, FirmName string }
	MustChangePassword bool
}

// The password of an account, and those that firms type in invitations.
const (
	ownPassword   = "My-0wn-secret!"
	typedPassword = "Typ3d-secret!"
	otherPassword = "0ther-Secret!"
)

// invitations is an api with a second firm that invites; olga and sam are the owners of the two
// firms.
type invitations struct {
	*api

	other, otherFirm, otherRole string
}

func (i *invitations) in(t *testing.T) *invitations {
	t.Helper()
	inner := *i
	inner.api = i.api.in(t)
	return &inner
}

func (i *invitations) address(name string) string {
	if i.graphQL {
		return name + "@graphql.example"
	}
	return name + "@rest.example"
}

// invited invites a user with the token.
func (i *invitations) invited(token, role, email, password string) (made userAnswer) {
	i.t.Helper()
	i.must(token, createUser, values{
		"firstName": "Typed", "lastName": "Name", "email": email, "password": password, "roleId": role,
	}, &made)
	return made
}

func (i *invitations) me(token string) (me meAnswer) {
	i.t.Helper()
	i.must(token, getMe, values{}, &me)
	return me
}

func (i *invitations) tryLogin(email, password string) *firmhubtest.Answer {
	i.t.Helper()
	return i.REST(http.MethodPost, "/api/v1/auth/login", "", values{"email": email, "password": password})
}

func (i *invitations) seen(token, id string) (user userAnswer) {
	i.t.Helper()
	i.must(token, getUser, values{"id": id}, &user)
	return user
}

// TestInvitations tests the invitations of the contract, and attacks on them, by REST and GraphQL.
func TestInvitations(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		i := &invitations{api: f}
		session := f.NewFirm("Second "+f.firm, i.address("sam"))
		i.other, i.otherFirm = session.Token, session.Firms[0].FirmName
		i.otherRole = i.me(i.other).Role.ID
		for name, test := range map[string]func(*invitations){
			"FirstLogin": (*invitations).firstLogin, "Known": (*invitations).known, "Decline": (*invitations).decline,
			"Squatter": (*invitations).squatter, "AddressRevealsNothing": (*invitations).addressRevealsNothing,
			"SendAgain": (*invitations).sendAgain, "Sender": (*invitations).sender, "OwnAccount": (*invitations).ownAccount, "Visit": (*invitations).visit,
		} {
			f.t.Run(name, func(t *testing.T) { test(i.in(t)) })
		}
	})
}

func (i *invitations) firstLogin() {
	email := i.address("first")
	made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
	require.Equal(i.t, []any{"Invited", false, "Typed"}, []any{made.Status, made.IsActive, made.FirstName})
	other := i.invited(i.other, i.otherRole, email, otherPassword)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, ownPassword).Status)
	session := i.Login(email, typedPassword)
	require.Equal(i.t, made.ID, session.User.ID)
	require.Len(i.t, session.Firms, 1)
	require.Equal(i.t, "Active", i.seen(i.owner, made.ID).Status)
	require.Equal(i.t, "Invited", i.seen(i.other, other.ID).Status)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, otherPassword).Status)

	me := i.me(session.Token)
	require.True(i.t, me.MustChangePassword)
	require.Equal(i.t, []string{"EUR", "Europe/Lisbon"}, []string{me.Firm.Currency, me.Firm.TimeZone})
	require.Len(i.t, me.Firms, 1)
	require.Len(i.t, me.Invitations, 1)
	i.must(session.Token, changePassword, values{"currentPassword": typedPassword, "newPassword": ownPassword}, nil)
	require.False(i.t, i.me(session.Token).MustChangePassword)

	i.must(session.Token, acceptInvitation, values{"id": me.Invitations[0].ID, "password": otherPassword}, nil)
	require.Len(i.t, i.me(session.Token).Firms, 2)
	require.Equal(i.t, session.User.ID, i.seen(i.other, other.ID).ID, "the former id goes on working")
}

// known invites a person who has logged in before and is in no firm any more.
func (i *invitations) known() {
	email := i.address("known")
	gone := i.invited(i.other, i.otherRole, email, ownPassword)
	i.Login(email, ownPassword)
	i.must(i.other, removeUser, values{"id": gone.ID}, nil)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, ownPassword).Status)

	made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, typedPassword).Status)
	session := i.Login(email, ownPassword)
	require.Empty(i.t, session.Firms)
	claims := verify(i.t, i.App, session.Token)
	require.NotContains(i.t, claims, "FirmId")
	me := i.me(session.Token)
	require.Nil(i.t, me.Firm)
	require.Nil(i.t, me.Role)
	require.Equal(i.t, []string{}, me.Permissions)

	var listed []invitationAnswer
	i.must(session.Token, listInvitations, values{}, &listed)
	require.Len(i.t, listed, 1)
	require.Equal(i.t, []string{made.RelationID, i.firm, "Owner"}, []string{listed[0].ID, listed[0].FirmName, listed[0].RoleName})
	accept := func(password string) values { return values{"id": listed[0].ID, "password": password} }
	i.refused(fault.ValidationError, session.Token, acceptInvitation, accept(ownPassword), "password")
	i.refused(fault.NotFound, i.other, acceptInvitation, accept(typedPassword))
	i.refused(fault.Unauthorized, "", acceptInvitation, accept(typedPassword))
	var entry struct{ FirmID, RelationID, FirmName, SessionID string }
	i.must(session.Token, acceptInvitation, accept(typedPassword), &entry)
	require.Equal(i.t, []string{made.RelationID, i.firm}, []string{entry.RelationID, entry.FirmName})
	i.refused(fault.NotFound, session.Token, acceptInvitation, accept(typedPassword))

	var pair struct{ Token string }
	i.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", values{"refreshToken": session.RefreshToken}).Into(i.t, &pair)
	require.Equal(i.t, entry.FirmID, i.me(pair.Token).Firm.FirmID)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, typedPassword).Status, "the person keeps the password")
}

func (i *invitations) decline() {
	email := i.address("declines")
	i.invited(i.other, i.otherRole, email, ownPassword)
	session := i.Login(email, ownPassword)
	made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
	i.refused(fault.NotFound, i.other, declineInvitation, values{"id": made.RelationID})
	i.must(session.Token, declineInvitation, values{"id": made.RelationID}, nil)
	i.refused(fault.NotFound, i.owner, getUser, values{"id": made.ID})
	i.refused(fault.NotFound, session.Token, declineInvitation, values{"id": made.RelationID})
	require.Empty(i.t, i.me(session.Token).Invitations)
}

// squatter checks that somebody who invites an address and logs in with it gets no role of a firm
// that invites it later.
func (i *invitations) squatter() {
	email := i.address("victim")
	i.invited(i.other, i.otherRole, email, otherPassword)
	made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
	squatter := i.Login(email, otherPassword)
	require.Len(i.t, squatter.Firms, 1, "the squatter's own")
	require.Equal(i.t, i.otherFirm, squatter.Firms[0].FirmName)
	for _, guess := range []string{otherPassword, ownPassword} {
		i.refused(fault.ValidationError, squatter.Token, acceptInvitation, values{"id": made.RelationID, "password": guess}, "password")
	}
	require.Equal(i.t, "Invited", i.seen(i.owner, made.ID).Status)
	i.refused(fault.Conflict, i.owner, updateUser, values{"id": made.ID, "isActive": true})
	// The firm changes its own copy of the names; the account stays.
	i.must(i.other, updateUser, values{"id": squatter.User.ID, "email": i.address("taken-over"), "firstName": "Taken"}, nil)
	require.Equal(i.t, []string{email, "Typed"}, []string{i.me(squatter.Token).User.Email, i.me(squatter.Token).User.FirstName})
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(i.address("taken-over"), otherPassword).Status)
	// When the super-firm makes an invited address the owner of a new firm, older invitations no
	// longer open the account.
	owner := i.address("future-owner")
	i.invited(i.other, i.otherRole, owner, otherPassword)
	i.NewFirm("Future "+i.firm, owner)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(owner, otherPassword).Status)
}

// addressRevealsNothing checks that the responses are the same for an unknown address, one that is
// invited by another firm and one of a person who has logged in before.
func (i *invitations) addressRevealsNothing() {
	loggedIn, pending, unknown := i.address("logged-in"), i.address("pending"), i.address("unknown")
	elsewhere := i.invited(i.other, i.otherRole, loggedIn, ownPassword)
	session := i.Login(loggedIn, ownPassword)
	i.invited(i.other, i.otherRole, pending, otherPassword)
	ids := map[string]bool{elsewhere.ID: true}
	var answers []userAnswer
	for _, email := range []string{loggedIn, pending, unknown} {
		for range 2 { // again after the withdrawal
			made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
			require.False(i.t, ids[made.ID], "%s: an id is not shown twice", email)
			ids[made.ID] = true
			require.Equal(i.t, made, i.seen(i.owner, made.ID))
			i.refused(fault.Conflict, i.owner, createUser, values{
				"firstName": "A", "lastName": "B", "email": strings.ToUpper(email), "password": typedPassword, "roleId": i.ownerRole(),
			})
			i.must(i.owner, inviteUser, values{"id": made.ID, "password": otherPassword}, &made)
			answers = append(answers, made)
			i.must(i.owner, removeUser, values{"id": made.ID}, nil)
			i.refused(fault.NotFound, i.owner, getUser, values{"id": made.ID})
		}
	}
	for _, answer := range answers {
		answer.ID, answer.RelationID, answer.Email, answer.UserName = answers[0].ID, answers[0].RelationID, answers[0].Email, answers[0].UserName
		answer.CreatedAt, answer.UpdatedAt = answers[0].CreatedAt, answers[0].UpdatedAt
		require.Equal(i.t, answers[0], answer)
	}

	// The e-mail of a placeholder account can be changed to any address.
	dummy := i.invited(i.owner, i.ownerRole(), i.address("dummy"), typedPassword)
	for _, email := range []string{loggedIn, pending, unknown, firmhubtest.AdminEmail} {
		i.must(i.owner, updateUser, values{"id": dummy.ID, "email": email}, &dummy)
		i.must(i.owner, inviteUser, values{"id": dummy.ID, "password": typedPassword}, &dummy)
		require.Equal(i.t, []string{email, "Invited", "Typed"}, []string{dummy.Email, dummy.Status, dummy.FirstName})
	}
	i.must(i.owner, removeUser, values{"id": dummy.ID}, nil)

	// A firm does not see what its user does in other firms.
	mine := i.invited(i.owner, i.ownerRole(), loggedIn, typedPassword)
	i.must(session.Token, acceptInvitation, values{"id": mine.RelationID, "password": typedPassword}, nil)
	before := i.seen(i.owner, mine.ID)
	i.must(session.Token, changePassword, values{"currentPassword": ownPassword, "newPassword": otherPassword}, nil)
	i.must(session.Token, updateMe, values{
		"firstName": "Private", "email": i.address("private"), "currentPassword": otherPassword,
	}, nil)
	require.Equal(i.t, before, i.seen(i.owner, mine.ID))
	// A firm does not see that an invited person is in the firm already.
	again := i.invited(i.owner, i.ownerRole(), i.address("private"), typedPassword)
	require.Equal(i.t, "Invited", again.Status)
	require.NotEqual(i.t, before.ID, again.ID)
	i.refused(fault.Conflict, session.Token, acceptInvitation, values{"id": again.RelationID, "password": typedPassword})
}

func (i *invitations) sendAgain() {
	email := i.address("again")
	made := i.invited(i.owner, i.ownerRole(), email, typedPassword)
	i.must(i.owner, inviteByOldPath, values{"id": made.ID, "password": otherPassword}, nil)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, typedPassword).Status)
	i.must(i.owner, updateUser, values{"id": made.ID, "email": i.address("corrected")}, nil)
	for _, address := range []string{email, i.address("corrected")} {
		require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(address, otherPassword).Status)
	}
	i.must(i.owner, inviteUser, values{"id": made.ID, "password": typedPassword}, &made)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, typedPassword).Status)
	session := i.Login(i.address("corrected"), typedPassword)
	i.refused(fault.Conflict, i.owner, inviteUser, values{"id": made.ID, "password": typedPassword})
	i.refused(fault.NotFound, i.other, inviteUser, values{"id": made.ID, "password": typedPassword})
	i.refused(fault.Forbidden, i.manager, inviteUser, values{"id": made.ID, "password": typedPassword})
	i.refused(fault.ValidationError, i.owner, inviteUser, values{"id": made.ID, "password": "Weak-1x"}, "password")
	require.Equal(i.t, i.address("corrected"), session.User.Email)
}

func (i *invitations) ownAccount() {
	email := i.address("mine")
	i.invited(i.other, i.otherRole, email, ownPassword)
	session := i.Login(email, ownPassword)
	var user struct{ FirstName, LastName, UserName, Email string }
	i.must(session.Token, updateMe, values{"firstName": " Nora ", "userName": "nora"}, &user)
	require.Equal(i.t, []string{"Nora", "Name", "nora", email}, []string{user.FirstName, user.LastName, user.UserName, user.Email})
	i.refused(fault.ValidationError, session.Token, updateMe, values{"email": i.address("nora")}, "currentPassword")
	i.refused(fault.ValidationError, session.Token, updateMe, values{"email": i.address("nora"), "currentPassword": "Wr0ng-secret!"}, "currentPassword")
	i.refused(fault.ValidationError, session.Token, updateMe, values{"firstName": "", "email": "nobody"}, "firstName", "email")
	i.refused(fault.Conflict, session.Token, updateMe, values{"email": firmhubtest.AdminEmail, "currentPassword": ownPassword})
	i.refused(fault.Unauthorized, "", updateMe, values{"firstName": "X"})
	i.must(session.Token, updateMe, values{"email": i.address("nora"), "currentPassword": ownPassword}, &user)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(email, ownPassword).Status)
	i.Login(i.address("nora"), ownPassword)
}

// visit checks that me on a support visit has the visited firm; role and relation are null.
func (i *invitations) visit() {
	request, err := http.NewRequestWithContext(i.t.Context(), http.MethodGet, i.URL+"/api/v1/auth/me", http.NoBody)
	require.NoError(i.t, err)
	request.Header.Set("Authorization", "Bearer "+i.admin)
	request.Header.Set("X-Firm-Id", i.me(i.owner).Firm.FirmID)
	answer := i.Do(request)
	require.Equal(i.t, http.StatusOK, answer.Status, "%s", answer.Body)
	var me meAnswer
	answer.Into(i.t, &me)
	require.Equal(i.t, i.firm, me.Firm.FirmName)
	require.Nil(i.t, me.Firm.RelationID)
	require.Nil(i.t, me.Role)
	require.False(i.t, me.IsSuperFirm)
	require.Contains(i.t, string(answer.Data), `"relationId":null`)
	request.URL.Path = "/api/v1/auth/invitations"
	require.Equal(i.t, http.StatusForbidden, i.Do(request).Status)
}

// With FIRMHUB_REQUIRE_PASSWORD_CHANGE, users whose password somebody else chose can only change
// it.
func TestRequirePasswordChange(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) { c.RequirePasswordChange = "on" })
		owner := a.NewFirm("Torra", "olga@torra.example")
		me := func() (me meAnswer) {
			a.REST(http.MethodGet, "/api/v1/auth/me", owner.Token, nil).Into(t, &me)
			return me
		}
		require.True(t, me().MustChangePassword, "the super-firm typed it")
		for path, want := range map[string]int{
			"/api/v1/roles": http.StatusForbidden, "/api/v1/auth/sessions": http.StatusForbidden,
			"/api/v1/auth/invitations": http.StatusForbidden, "/api/v1/auth/me": http.StatusOK,
		} {
			require.Equal(t, want, a.REST(http.MethodGet, path, owner.Token, nil).Status, path)
		}
		require.Equal(t, fault.Forbidden, a.GraphQL(owner.Token, `{ roles { id } }`, nil).Code())
		changed := a.REST(http.MethodPost, "/api/v1/auth/changepassword", owner.Token,
			map[string]any{"currentPassword": firmhubtest.OwnerPassword, "newPassword": ownPassword})
		require.Equal(t, http.StatusOK, changed.Status, "%s", changed.Body)
		require.False(t, me().MustChangePassword)
		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/roles", owner.Token, nil).Status)
		admin := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/roles", admin.Token, nil).Status, "nobody else typed it")
	})
}

// sender checks that an invitation grants only what its sender could grant at the time when it is
// accepted.
func (i *invitations) sender() {
	clerks := i.newRole("Clerks "+i.address(""), "Users:View", "Users:Create", "Users:Delete")
	guests := i.newRole("Guests "+i.address(""), "Users:View")
	hired := i.invited(i.owner, clerks, i.address("clerk"), ownPassword)
	clerk := i.Login(i.address("clerk"), ownPassword).Token

	raised := i.invited(clerk, guests, i.address("raised"), typedPassword)
	i.must(i.owner, updateUser, values{"id": raised.ID, "roleId": i.ownerRole()}, nil)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(i.address("raised"), typedPassword).Status, "the clerk knows the password")
	i.must(i.owner, inviteUser, values{"id": raised.ID, "password": otherPassword}, nil)
	require.Len(i.t, i.Login(i.address("raised"), otherPassword).Firms, 1)

	// A rule grants a person what the clerk does not hold. The person leaves, and the clerk invites
	// the person again.
	person := i.invited(i.owner, guests, i.address("named"), ownPassword)
	account := i.Login(i.address("named"), ownPassword).User.ID
	i.invited(i.other, i.otherRole, i.address("named"), otherPassword)
	system := viewer.NewContext(i.t.Context(), &viewer.Viewer{Kind: viewer.System})
	_, err := policy.Create(system, i.DB, policy.CreateInput{Line: "p, user:" + account + ", *, Wallet, View, allow"})
	require.NoError(i.t, err)
	i.must(i.owner, removeUser, values{"id": person.ID}, nil)
	again := i.invited(clerk, guests, i.address("named"), typedPassword)
	session := i.Login(i.address("named"), ownPassword)
	i.refused(fault.Forbidden, session.Token, acceptInvitation, values{"id": again.RelationID, "password": typedPassword})
	i.must(i.owner, inviteUser, values{"id": again.ID, "password": otherPassword}, nil)
	i.must(session.Token, acceptInvitation, values{"id": again.RelationID, "password": otherPassword}, nil)

	left := i.invited(clerk, guests, i.address("left"), typedPassword)
	i.must(i.owner, removeUser, values{"id": hired.ID}, nil)
	require.Equal(i.t, http.StatusUnauthorized, i.tryLogin(i.address("left"), typedPassword).Status, "whoever sent it has left")
	i.must(i.owner, inviteUser, values{"id": left.ID, "password": otherPassword}, nil)
	require.Len(i.t, i.Login(i.address("left"), otherPassword).Firms, 1)
}

package people_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const userFields = "{ id firstName lastName email userName status isActive role { id name } relationId createdAt updatedAt }"

var (
	listUsers = byInput(http.MethodGet, "/api/v1/users", "userPage", "UserPageInput",
		"{ items "+userFields+" totalCount page pageSize }")
	getUser    = byArgument(http.MethodGet, "/api/v1/users/{id}", "user", "id", "ID", userFields)
	createUser = byInput(http.MethodPost, "/api/v1/users/create", "createUser", "CreateUserInput", userFields)
	updateUser = byInput(http.MethodPut, "/api/v1/users/update", "updateUser", "UpdateUserInput", userFields)
	removeUser = byArgument(http.MethodDelete, "/api/v1/users/delete/{id}", "removeUser", "id", "ID", "")
)

type userAnswer struct {
	ID, FirstName, LastName, Email, UserName, Status string
	IsActive                                         bool
	Role                                             struct{ ID, Name string }
	RelationID                                       string
	CreatedAt, UpdatedAt                             time.Time
}

type userPageAnswer struct {
	Items                      []userAnswer
	TotalCount, Page, PageSize int
}

// staffed is an api with a user of the role Staff, which has all permissions for users and
// Contact:View, and a role Clerk with Contact:View.
type staffed struct {
	*api

	staffRole, clerkRole, staff string
	staffID, ownerID            string
	// twice owns another firm, and joins and leaves this one.
	twice *firmhubtest.Session
}

func staff(f *api) *staffed {
	f.t.Helper()
	s := &staffed{api: f}
	s.staffRole = f.newRole("Staff", "Users:View", "Users:Create", "Users:Edit", "Users:Delete", "Contact:View")
	s.clerkRole = f.newRole("Clerk", "Contact:View")
	session := s.hire(f.t, "Sam", s.staffRole)
	s.staff, s.staffID = session.Token, session.User.ID
	var me struct{ User struct{ ID string } }
	f.REST(http.MethodGet, "/api/v1/auth/me", f.owner, nil).Into(f.t, &me)
	s.ownerID = me.User.ID
	return s
}

func (s *staffed) in(t *testing.T) *staffed {
	t.Helper()
	inner := *s
	inner.api = s.api.in(t)
	return &inner
}

// email returns an address that only this api uses.
func (s *staffed) email(name string) string {
	if s.graphQL {
		return strings.ToLower(name) + "@graphql.example"
	}
	return strings.ToLower(name) + "@rest.example"
}

func (s *staffed) person(name, role string) values {
	return values{
		"firstName": name, "lastName": "Smith", "email": s.email(name), "password": firmhubtest.OwnerPassword, "roleId": role,
	}
}

// hire invites a user and logs them in for the first time.
func (s *staffed) hire(t *testing.T, name, role string) *firmhubtest.Session {
	t.Helper()
	s.must(s.owner, createUser, s.person(name, role), nil)
	return s.Login(s.email(name), firmhubtest.OwnerPassword)
}

// list requests a page of users.
func (s *staffed) list(given values) (page userPageAnswer) {
	s.t.Helper()
	s.must(s.staff, s.listing(given), given, &page)
	return page
}

func (s *staffed) listing(given values) roleOperation {
	o, query := listUsers, url.Values{}
	for name, value := range given {
		text, err := json.Marshal(value)
		require.NoError(s.t, err)
		query.Set(name, strings.Trim(string(text), `"`))
	}
	o.path += "?" + query.Encode()
	return o
}

// The users of the contract, by REST and GraphQL.
func TestUsers(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		s := staff(f)
		s.twice = s.NewFirm("Elsewhere "+s.email("firm"), s.email("twice"))
		f.t.Run("Read", func(t *testing.T) { s.in(t).readUsers() })
		f.t.Run("Create", func(t *testing.T) { s.in(t).createUsers() })
		f.t.Run("Update", func(t *testing.T) { s.in(t).updateUsers() })
		f.t.Run("Deactivate", func(t *testing.T) { s.in(t).deactivate() })
		f.t.Run("Remove", func(t *testing.T) { s.in(t).removeUsers() })
		f.t.Run("Refused", func(t *testing.T) { s.in(t).refuseUsers() })
	})
}

func (s *staffed) readUsers() {
	page := s.list(values{})
	require.Equal(s.t, []string{"Max", "Olga", "Sam"}, firstNames(page))
	require.Equal(s.t, []int{3, 1, 20}, []int{page.TotalCount, page.Page, page.PageSize})
	page = s.list(values{"page": 2, "pageSize": 2})
	require.Equal(s.t, []string{"Sam"}, firstNames(page))
	require.Equal(s.t, 3, page.TotalCount)
	require.Equal(s.t, []string{"Sam"}, firstNames(s.list(values{"searchTerm": "sAM smi"})))
	require.Equal(s.t, []string{"Sam"}, firstNames(s.list(values{"roleId": s.staffRole})))
	require.Empty(s.t, firstNames(s.list(values{"isActive": false})))
	require.NotNil(s.t, s.list(values{"searchTerm": "nobody"}).Items, "an empty list is no null")

	sam := page.Items[0]
	require.Equal(s.t, s.staffID, sam.ID)
	require.Equal(s.t, s.email("sam"), sam.UserName)
	require.Equal(s.t, "Staff", sam.Role.Name)
	require.True(s.t, sam.IsActive)
	require.False(s.t, sam.CreatedAt.IsZero() || sam.UpdatedAt.IsZero())
	var got userAnswer
	s.must(s.staff, getUser, values{"id": s.staffID}, &got)
	require.Equal(s.t, sam, got)

	s.refused(fault.ValidationError, s.staff, s.listing(values{"page": 0, "pageSize": 101}),
		values{"page": 0, "pageSize": 101}, "page", "pageSize")
	s.refused(fault.ValidationError, s.staff, getUser, values{"id": "5"}, "id")
}

func firstNames(page userPageAnswer) (names []string) {
	for _, one := range page.Items {
		names = append(names, one.FirstName)
	}
	return names
}

func (s *staffed) createUsers() {
	var made userAnswer
	answer := s.ask(s.staff, createUser, s.person("Cleo", s.clerkRole))
	answer.Into(s.t, &made)
	if !s.graphQL {
		require.Equal(s.t, http.StatusCreated, answer.Status)
		require.Equal(s.t, "/api/v1/users/"+made.ID, answer.Header.Get("Location"))
	}
	require.Equal(s.t, "Clerk", made.Role.Name)
	var got userAnswer
	s.must(s.staff, getUser, values{"id": made.ID}, &got)
	require.Equal(s.t, made, got)

	require.Equal(s.t, []any{"Invited", false}, []any{made.Status, made.IsActive})

	known := s.person("twice", s.clerkRole)
	known["password"] = "An0ther-secret!"
	s.must(s.staff, createUser, known, &made)
	require.NotEqual(s.t, s.twice.User.ID, made.ID)
	require.Equal(s.t, []string{"twice", "Invited"}, []string{made.FirstName, made.Status})
	s.refused(fault.ValidationError, s.twice.Token, acceptInvitation, values{"id": made.RelationID, "password": firmhubtest.OwnerPassword})
	s.must(s.twice.Token, acceptInvitation, values{"id": made.RelationID, "password": "An0ther-secret!"}, nil)
	s.must(s.staff, getUser, values{"id": made.ID}, &got)
	require.Equal(s.t, []string{s.twice.User.ID, "twice", "Active"}, []string{got.ID, got.FirstName, got.Status})

	s.refused(fault.Conflict, s.staff, createUser, s.person("CLEO", s.clerkRole))
	s.refused(fault.Forbidden, s.staff, createUser, s.person("Boss", s.ownerRole()))
	s.refused(fault.ValidationError, s.staff, createUser, values{
		"firstName": " ", "lastName": strings.Repeat("x", 51), "email": "nobody", "password": "Passw0rdx", "roleId": s.foreign(),
	}, "firstName", "lastName", "email", "password", "roleId")
	s.refused(fault.ValidationError, s.staff, createUser, values{}, "firstName", "lastName", "email", "password", "roleId")
}

func (s *staffed) updateUsers() {
	cleo := s.list(values{"searchTerm": s.email("cleo")}).Items[0]
	var changed userAnswer
	s.must(s.staff, updateUser, values{"id": cleo.ID, "firstName": " Cleopatra ", "userName": "cleo", "roleId": s.staffRole}, &changed)
	require.True(s.t, changed.UpdatedAt.After(cleo.UpdatedAt))
	want := cleo
	want.FirstName, want.UserName, want.UpdatedAt = "Cleopatra", "cleo", changed.UpdatedAt
	want.Role.ID, want.Role.Name = s.staffRole, "Staff"
	require.Equal(s.t, want, changed)
	s.must(s.staff, updateUser, values{"id": cleo.ID, "roleId": s.clerkRole}, &changed)
	s.refused(fault.ValidationError, s.staff, updateUser, values{"id": cleo.ID, "lastName": nil, "isActive": nil}, "lastName", "isActive")
	s.must(s.staff, updateUser, values{"id": s.staffID, "lastName": "Own", "isActive": true, "roleId": s.staffRole}, nil)

	for _, given := range []values{
		{"id": cleo.ID, "roleId": s.ownerRole()},
		{"id": s.staffID, "roleId": s.clerkRole},
		{"id": s.staffID, "isActive": false},
		{"id": s.ownerID, "email": s.email("mine")},
		{"id": s.ownerID, "userName": "mine"},
	} {
		s.refused(fault.Forbidden, s.staff, updateUser, given)
	}
	for _, given := range []values{
		{"id": cleo.ID, "email": s.email("sam")},
		{"id": s.ownerID, "roleId": s.clerkRole},
		{"id": s.ownerID, "isActive": false},
	} {
		s.refused(fault.Conflict, s.staff, updateUser, given)
	}
	s.refused(fault.ValidationError, s.staff, updateUser, values{
		"id": cleo.ID, "firstName": "", "lastName": " ", "email": "nobody", "userName": "", "roleId": s.foreign(),
	}, "firstName", "lastName", "email", "userName", "roleId")
	s.refused(fault.ValidationError, s.staff, updateUser, values{"firstName": "X"}, "id")
}

// socket opens a WebSocket, which must be accepted.
func (s *staffed) socket(token string) *websocket.Conn {
	s.t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
	conn, response, err := dialer.DialContext(s.t.Context(), "ws"+strings.TrimPrefix(s.URL, "http")+"/graphql", nil)
	require.NoError(s.t, err)
	require.NoError(s.t, response.Body.Close())
	s.t.Cleanup(func() { _ = conn.Close() })
	require.NoError(s.t, conn.WriteJSON(values{"type": "connection_init", "payload": values{"Authorization": "Bearer " + token}}))
	require.Equal(s.t, "connection_ack", s.next(conn))
	return conn
}

// next returns the type of the next message.
func (s *staffed) next(conn *websocket.Conn) string {
	s.t.Helper()
	require.NoError(s.t, conn.SetReadDeadline(time.Now().Add(firmhubtest.Patience)))
	var message struct{ Type string }
	require.NoError(s.t, conn.ReadJSON(&message))
	return message.Type
}

// closed waits until the server closes the connection because its credential has ended.
func (s *staffed) closed(conn *websocket.Conn) {
	s.t.Helper()
	require.NoError(s.t, conn.SetReadDeadline(time.Now().Add(firmhubtest.Patience)))
	for {
		_, _, err := conn.ReadMessage()
		if err == nil {
			continue
		}
		end, ok := errors.AsType[*websocket.CloseError](err)
		require.True(s.t, ok, "%v", err)
		require.Equal(s.t, 4401, end.Code)
		return
	}
}

// stillOpen checks that the server responds on the connection.
func (s *staffed) stillOpen(conn *websocket.Conn) {
	s.t.Helper()
	require.NoError(s.t, conn.WriteJSON(values{"type": "ping"}))
	require.Equal(s.t, "pong", s.next(conn))
}

// over checks that a session has ended: its tokens are refused, from the next request on.
func (s *staffed) over(session *firmhubtest.Session) {
	s.t.Helper()
	require.Equal(s.t, http.StatusUnauthorized, s.REST(http.MethodGet, "/api/v1/auth/me", session.Token, nil).Status)
	require.Equal(s.t, fault.Unauthorized, s.GraphQL(session.Token, `{ me { isSuperFirm } }`, nil).Code())
	require.Equal(s.t, http.StatusUnauthorized, s.refresh(session).Status)
}

func (s *staffed) refresh(session *firmhubtest.Session) *firmhubtest.Answer {
	s.t.Helper()
	return s.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", values{"refreshToken": session.RefreshToken})
}

func (s *staffed) works(token string) {
	s.t.Helper()
	require.Equal(s.t, http.StatusOK, s.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Status)
}

func (s *staffed) deactivate() {
	session := s.hire(s.t, "Dora", s.clerkRole)
	conn := s.socket(session.Token)
	var changed userAnswer
	s.must(s.staff, updateUser, values{"id": session.User.ID, "isActive": false}, &changed)
	require.False(s.t, changed.IsActive)
	s.over(session)
	s.closed(conn)
	refused := s.REST(http.MethodPost, "/api/v1/auth/login", "",
		values{"email": s.email("dora"), "password": firmhubtest.OwnerPassword})
	require.Equal(s.t, http.StatusUnauthorized, refused.Status)
	require.Equal(s.t, []string{"Dora"}, firstNames(s.list(values{"status": "Inactive"})))
	require.Contains(s.t, firstNames(s.list(values{"isActive": false})), "Dora")
	require.NotContains(s.t, firstNames(s.list(values{"status": "Invited"})), "Dora")

	s.must(s.staff, updateUser, values{"id": session.User.ID, "isActive": true}, nil)
	s.over(session)
	s.works(s.Login(s.email("dora"), firmhubtest.OwnerPassword).Token)
}

func (s *staffed) removeUsers() {
	session := s.hire(s.t, "Rita", s.clerkRole)
	conn := s.socket(session.Token)
	answer := s.ask(s.staff, removeUser, values{"id": session.User.ID})
	if !s.graphQL {
		require.Equal(s.t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.JSONEq(s.t, `null`, string(answer.Data))
	}
	require.Empty(s.t, answer.Code())
	s.over(session)
	s.closed(conn)
	s.refused(fault.NotFound, s.staff, getUser, values{"id": session.User.ID})
	s.refused(fault.NotFound, s.staff, removeUser, values{"id": session.User.ID})
	var again userAnswer
	s.must(s.staff, createUser, s.person("Rita", s.clerkRole), &again)
	require.NotEqual(s.t, session.User.ID, again.ID, "who is created again gets a new id")
	require.Equal(s.t, "Invited", again.Status)
	s.over(session)
	s.must(s.staff, removeUser, values{"id": again.ID}, nil)

	s.refused(fault.Forbidden, s.staff, removeUser, values{"id": s.staffID})
	s.refused(fault.Conflict, s.staff, removeUser, values{"id": s.ownerID})
	s.removeFromOneOfTwo()
}

// removeFromOneOfTwo checks that a user of two firms who is removed from one keeps the same session
// in the other.
func (s *staffed) removeFromOneOfTwo() {
	const first, second = 0, 1
	moved, stays := s.Login(s.email("twice"), firmhubtest.OwnerPassword), s.Login(s.email("twice"), firmhubtest.OwnerPassword)
	require.Len(s.t, moved.Firms, 2)
	here, there := moved.Firms[first], moved.Firms[second]
	if strings.HasPrefix(here.FirmName, "Elsewhere") {
		here, there = there, here
	}
	goTo := func(session *firmhubtest.Session, relation string) (token string) {
		s.t.Helper()
		query := url.Values{
			"userId": {session.User.ID}, "relationId": {relation}, "sessionId": {session.Firms[0].SessionID},
		}
		var data struct{ Token string }
		s.REST(http.MethodGet, "/api/v1/auth/setfirm?"+query.Encode(), session.Token, nil).Into(s.t, &data)
		return data.Token
	}
	// The first session changes to the other firm, but still has a token and a connection of this
	// firm; the second one stays.
	before := goTo(moved, here.RelationID)
	old := s.socket(before)
	after := goTo(moved, there.RelationID)
	fresh := s.socket(after)
	token := goTo(stays, here.RelationID)
	s.works(before)
	s.works(token)

	s.must(s.staff, removeUser, values{"id": moved.User.ID}, nil)
	for _, refused := range []string{before, token} {
		require.Equal(s.t, http.StatusUnauthorized, s.REST(http.MethodGet, "/api/v1/auth/me", refused, nil).Status)
	}
	s.closed(old)
	s.works(after)
	s.stillOpen(fresh)
	require.Equal(s.t, http.StatusUnauthorized, s.refresh(stays).Status)
	require.Equal(s.t, http.StatusOK, s.refresh(moved).Status)
}

func (s *staffed) refuseUsers() {
	clerk := s.hire(s.t, "Carl", s.clerkRole)
	foreigner := s.twice // who has left by now
	for _, c := range []struct {
		operation roleOperation
		of        func(id string) values
	}{
		{listUsers, func(string) values { return values{} }},
		{getUser, func(id string) values { return values{"id": id} }},
		{createUser, func(string) values { return s.person("Never", s.clerkRole) }},
		{updateUser, func(id string) values { return values{"id": id, "firstName": "Never"} }},
		{removeUser, func(id string) values { return values{"id": id} }},
	} {
		given := c.of(s.staffID)
		s.refused(fault.Unauthorized, "", c.operation, given)
		s.refused(fault.Unauthorized, "no.such.token", c.operation, given)
		s.refused(fault.Forbidden, clerk.Token, c.operation, given)
		if _, byID := given["id"]; !byID {
			continue
		}
		for _, id := range []string{foreigner.User.ID, foreigner.Firms[0].RelationID, uuid.NewString()} {
			s.refused(fault.NotFound, s.staff, c.operation, c.of(id))
		}
		s.refused(fault.NotFound, foreigner.Token, c.operation, given)
	}
	s.works(foreigner.Token)
	require.Empty(s.t, s.list(values{"searchTerm": "never"}).Items)
}

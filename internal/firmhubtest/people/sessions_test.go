package people_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

var (
	listSessions = roleOperation{
		method: http.MethodGet, path: "/api/v1/auth/sessions", root: "sessions",
		selection: "{ id device userAgent address firmName isCurrent createdAt lastUsedAt }",
	}
	endSession       = byArgument(http.MethodDelete, "/api/v1/auth/sessions/{id}", "endSession", "id", "ID", "")
	endOtherSessions = roleOperation{method: http.MethodDelete, path: "/api/v1/auth/sessions", root: "endOtherSessions"}
)

type sessionAnswer struct {
	ID, Device, UserAgent, Address, FirmName string
	IsCurrent                                bool
	CreatedAt, LastUsedAt                    time.Time
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0"

// loginFrom logs in with the User-Agent of a browser.
func (s *staffed) loginFrom(agent, email string) *firmhubtest.Session {
	s.t.Helper()
	body, err := json.Marshal(values{"email": email, "password": firmhubtest.OwnerPassword})
	require.NoError(s.t, err)
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.URL+"/api/v1/auth/login", bytes.NewReader(body))
	require.NoError(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", agent)
	session := &firmhubtest.Session{}
	s.Do(request).Into(s.t, session)
	return session
}

// Users list and end their own sessions, by REST and GraphQL.
func TestOwnSessions(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		s := staff(f)
		here := s.hire(f.t, "Una", s.clerkRole)
		id := here.Firms[0].SessionID
		there := s.loginFrom(firefox, s.email("una"))
		sessions := func() (all []sessionAnswer) {
			s.must(here.Token, listSessions, nil, &all)
			return all
		}
		all := sessions()
		require.Len(f.t, all, 2)
		require.Equal(f.t, there.Firms[0].SessionID, all[0].ID, "the last used first")
		require.Equal(f.t, id, all[1].ID)
		require.Equal(f.t, []bool{false, true}, []bool{all[0].IsCurrent, all[1].IsCurrent})
		require.Equal(f.t, "Firefox on Linux", all[0].Device)
		require.Equal(f.t, firefox, all[0].UserAgent)
		require.Equal(f.t, "Go-http-client", all[1].Device)
		require.Equal(f.t, "127.0.0.1", all[0].Address)
		require.Equal(f.t, here.Firms[0].FirmName, all[0].FirmName)
		require.False(f.t, all[0].LastUsedAt.IsZero() || all[0].CreatedAt.IsZero())

		others := s.Login(s.email("sam"), firmhubtest.OwnerPassword)
		for _, foreign := range []string{others.Firms[0].SessionID, uuid.NewString(), here.User.ID} {
			s.refused(fault.NotFound, here.Token, endSession, values{"id": foreign})
		}
		s.refused(fault.ValidationError, here.Token, endSession, values{"id": "5"}, "id")
		for _, o := range []roleOperation{listSessions, endSession, endOtherSessions} {
			given := values{}
			if o.variables != "" {
				given["id"] = id
			}
			s.refused(fault.Unauthorized, "", o, given)
			s.refused(fault.Unauthorized, "no.such.token", o, given)
		}

		conn := s.socket(there.Token)
		s.must(here.Token, endSession, values{"id": there.Firms[0].SessionID}, nil)
		s.over(there)
		s.closed(conn)
		s.refused(fault.NotFound, here.Token, endSession, values{"id": there.Firms[0].SessionID})

		there, third := s.loginFrom(firefox, s.email("una")), s.Login(s.email("una"), firmhubtest.OwnerPassword)
		conn, own := s.socket(there.Token), s.socket(here.Token)
		for _, want := range []int{2, 0} {
			var ended int
			s.must(here.Token, endOtherSessions, nil, &ended)
			require.Equal(f.t, want, ended)
		}
		s.over(there)
		s.over(third)
		s.closed(conn)
		s.stillOpen(own)
		require.Len(f.t, sessions(), 1)
		s.works(others.Token)

		answer := s.ask(here.Token, endSession, values{"id": id})
		require.Empty(f.t, answer.Code(), "%s", answer.Body)
		s.over(here)
		s.closed(own)
		s.refused(fault.Unauthorized, here.Token, listSessions, nil)
	})
}

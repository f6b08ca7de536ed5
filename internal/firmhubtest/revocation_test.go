package firmhubtest_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// revocations is the number of revocations of TestRevocations on each database.
//
//	go test ./internal/firmhubtest -run Revocations -timeout 60m -args -revocations=10000
var revocations = flag.Int("revocations", 40, "how many TestRevocations makes on each database")

// lanes is the number of lanes that revoke concurrently in one firm.
const lanes = 4

// TestRevocations revokes a key, a session, a permission of the role or the membership of a caller
// who sends requests all the time. No request that starts after the response to the revocation is
// allowed, on the same instance and, on PostgreSQL, on another one.
func TestRevocations(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		database := dbtest.URL(t, dialect)
		on := func(c *app.Config) { c.DatabaseURL = database }
		first := firmhubtest.New(t, dialect, on)
		urls := []string{first.URL}
		if dialect == db.Postgres {
			urls = append(urls, firmhubtest.New(t, dialect, on).URL)
		}
		m := newMatrix(t, first)
		target := "/api/V1/Contact/get/" + m.newContact()

		var wait sync.WaitGroup
		var let atomic.Int64
		for lane := range lanes {
			l := newLane(m, urls, target)
			wait.Go(func() {
				for i := lane; i < *revocations; i += lanes {
					// Hashing passwords is slow, so keys and permissions are revoked four times as
					// often.
					switch step := i / lanes % 10; {
					case step < 4:
						let.Add(l.revokeKey(i))
					case step < 8:
						let.Add(l.revokePermission())
					case step == 8:
						let.Add(l.endSession())
					default:
						let.Add(l.removeUser())
					}
					if t.Failed() {
						return
					}
				}
			})
		}
		wait.Wait()
		t.Logf("%s: %d revocations on %d instances, %d requests let in before them, none after", dialect, *revocations, len(urls), let.Load())
	})
}

// lane is a caller with a role of its own. It sends its own requests, since matrix is for one
// goroutine.
type lane struct {
	*matrix

	urls   []string
	target string
	role   string
	email  string
	// session is reused while it is active, since a log-in hashes a password.
	session *firmhubtest.Session
	since   time.Time
}

// signedIn returns a session of the lane's user that does not expire soon.
func (l *lane) signedIn() *firmhubtest.Session {
	const tokenUse = 5 * time.Minute
	if l.session == nil || time.Since(l.since) > tokenUse {
		l.session, l.since = l.Login(l.email, memberPassword), time.Now()
	}
	return l.session
}

func newLane(m *matrix, urls []string, target string) *lane {
	l := &lane{matrix: m, urls: urls, target: target, role: m.newRole()}
	l.email = m.newUser(l.role).email
	return l
}

func (l *lane) grant(names ...string) {
	ids := []string{}
	for _, name := range names {
		ids = append(ids, l.permissions[name])
	}
	l.must(l.owner, http.MethodPut, "/api/v1/roles/"+l.role+"/permissions", map[string]any{"propertyIds": ids})
}

func (l *lane) revokeKey(i int) int64 {
	var made struct{ ID, APIKey string }
	l.must(l.owner, http.MethodPost, "/api/v1/ApiClient", map[string]any{"name": fmt.Sprint("Key ", i)}).Into(l.t, &made)
	end := []string{"revoke", "regenerate"}[i/lanes%2]
	let := l.during("X-Api-Key", made.APIKey, http.StatusUnauthorized, func() {
		l.must(l.owner, http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/"+end, nil)
	})
	l.must(l.owner, http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/revoke", nil) // a firm has 1,000 active ones at most
	return let
}

func (l *lane) revokePermission() int64 {
	l.grant("Contact:View")
	return l.during("Authorization", "Bearer "+l.signedIn().Token, http.StatusForbidden, func() { l.grant() })
}

func (l *lane) endSession() int64 {
	l.grant("Contact:View")
	session := l.Login(l.email, memberPassword)
	other := &caller{token: l.signedIn().Token}
	return l.during("Authorization", "Bearer "+session.Token, http.StatusUnauthorized, func() {
		l.must(other, http.MethodDelete, "/api/v1/auth/sessions/"+session.Firms[0].SessionID, nil)
	})
}

func (l *lane) removeUser() int64 {
	l.grant("Contact:View")
	session := l.signedIn()
	l.session = nil
	let := l.during("Authorization", "Bearer "+session.Token, http.StatusUnauthorized, func() {
		l.must(l.owner, http.MethodDelete, "/api/v1/users/delete/"+session.User.ID, nil)
	})
	l.must(l.owner, http.MethodPost, "/api/v1/users/create", map[string]any{
		"firstName": "Pat", "lastName": "Person", "email": l.email, "password": memberPassword, "roleId": l.role,
	})
	return let
}

// during sends requests to every instance with a credential, before and after it is revoked. It
// returns the number of requests that were allowed before.
func (l *lane) during(header, credential string, after int, revoke func()) int64 {
	var (
		revoked         atomic.Bool
		let             atomic.Int64
		working, wait   sync.WaitGroup
		atWork, refused = make(chan struct{}), make(chan struct{})
	)
	working.Add(len(l.urls))
	for _, url := range l.urls {
		wait.Go(func() {
			for begun, outside := false, 0; outside < 3; {
				late := revoked.Load() // before the request starts
				status := l.get(url, header, credential)
				switch {
				case late && status != after:
					l.t.Errorf("a request that started after the answer was answered %d, not %d", status, after)
					return
				case late:
					outside++
				case status == http.StatusOK:
					let.Add(1)
				case status != after && status != http.StatusForbidden: // a key can lose its permissions during a request
					l.t.Errorf("a request before the revocation was answered %d", status)
				}
				if !begun {
					begun = true
					working.Done()
				}
			}
		})
	}
	go func() { working.Wait(); close(atWork) }()
	l.within(atWork)
	revoke()
	revoked.Store(true)
	go func() { wait.Wait(); close(refused) }()
	l.within(refused)
	return let.Load()
}

func (l *lane) within(signal <-chan struct{}) {
	select {
	case <-signal:
	case <-time.After(firmhubtest.Patience):
		l.t.Error("no end of it")
	}
}

func (l *lane) get(url, header, credential string) int {
	request, err := http.NewRequestWithContext(l.t.Context(), http.MethodGet, url+l.target, nil)
	if err != nil {
		l.t.Error(err)
		return 0
	}
	request.Header.Set(header, credential)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		if !strings.Contains(err.Error(), "context canceled") {
			l.t.Error(err)
		}
		return 0
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// TestStalledBody ends the session while the body of a request arrives: the credential is checked
// when the whole request has been read.
func TestStalledBody(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		session := a.NewFirm("Stalled", "olga@stalled.example")
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(a.URL, "http://"))
		require.NoError(t, err)
		defer func() { _ = conn.Close() }()
		const body = `{"name":"Backdoor"}`
		_, err = fmt.Fprintf(conn, "POST /api/v1/ApiClient HTTP/1.1\r\nHost: firmhub\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n%s", session.Token, len(body), body[:1])
		require.NoError(t, err)
		answers := bufio.NewReader(conn)
		going, err := http.ReadResponse(answers, nil)
		require.NoError(t, err)
		require.NoError(t, going.Body.Close())
		require.Equal(t, http.StatusContinue, going.StatusCode, "the server waits for the body")
		out := a.REST(http.MethodPost, "/api/v1/auth/logout", session.Token, nil)
		require.Equal(t, http.StatusOK, out.Status)
		_, err = io.WriteString(conn, body[1:])
		require.NoError(t, err)
		answer, err := http.ReadResponse(answers, nil)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusUnauthorized, answer.StatusCode)
	})
}

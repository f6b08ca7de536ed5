package firmhubtest_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestMatrix calls every operation of the contract with every kind of credential, by REST and
// GraphQL, on both databases. The expected results are from docs/contract.md, the operations from
// the table of routes and the GraphQL schema: the test fails for a new operation until it has an
// entry in examples. On partitions, where the test is that each statement names its firm, each
// operation is called by one API, and by the callers for whom it reads or changes records.
func TestMatrix(t *testing.T) {
	t.Parallel()
	all := operations(t)
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		m := newMatrix(t, firmhubtest.New(t, dialect, func(c *app.Config) { c.KeepMails = true }))
		onPartitions := os.Getenv(dbtest.PartitionedEnv) != ""
		asked := 0
		for _, o := range all {
			request, known := examples[o.name]
			require.True(t, known, "say in examples how to ask for %s", o.name)
			apis := []string{"REST", "GraphQL"}
			if o.path == "" {
				apis = []string{"GraphQL"}
			}
			if onPartitions {
				apis = apis[:1]
			}
			for _, api := range apis {
				m.permit(t, o)
				var values map[string]any
				for _, kind := range m.kinds() {
					c, want := kind.caller, kind.want(o, request)
					if onPartitions && (want == http.StatusUnauthorized || want == http.StatusForbidden) {
						continue
					}
					// What a caller could not change, the next one can: a refusal changes nothing.
					if values == nil || request.ofCaller {
						values = request.values(m, c)
					}
					answer := m.ask(api, o, c, values)
					asked++
					require.Equal(t, want, status(answer, o), "%s over %s by %s: %s", o.name, api, kind.name, answer.Body)
					if want < http.StatusBadRequest {
						values = nil
						if request.after != nil && c.email != "" {
							request.after(m, c)
						}
					}
				}
			}
		}
		t.Logf("%d operations, %d requests", len(all), asked)
	})
}

// kind is a kind of credential with the expected results.
type kind struct {
	name   string
	caller *caller
	want   func(operation, request) int
}

func (m *matrix) kinds() []kind {
	// The status of the contract for a caller with the permission. For one in another firm the
	// request has the status.
	success := func(o operation, _ request) int { return o.success }
	elsewhere := func(o operation, r request) int {
		if r.elsewhere != 0 {
			return r.elsewhere
		}
		return o.success
	}
	by := func(none, anyUser, superFirm, permission, key func(operation, request) int) func(operation, request) int {
		return func(o operation, r request) int {
			switch {
			case o.who == "none":
				return none(o, r)
			case o.who == "any key":
				switch {
				case key(o, r) != http.StatusUnauthorized && anyUser(o, r) == http.StatusUnauthorized:
					return o.success
				case anyUser(o, r) == http.StatusUnauthorized:
					return http.StatusUnauthorized
				}
				return http.StatusForbidden
			case o.who == "any user":
				return anyUser(o, r)
			case o.who == "super-firm":
				return superFirm(o, r)
			case o.who == "any user"+orKey && key(o, r) != http.StatusUnauthorized:
				return o.success
			case o.takesKeys():
				return key(o, r)
			}
			return permission(o, r)
		}
	}
	is := func(status int) func(operation, request) int { return func(operation, request) int { return status } }
	unauthorized, forbidden := is(http.StatusUnauthorized), is(http.StatusForbidden)
	stale := &caller{token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln", key: m.keyWith.key} // a bearer token has precedence
	refresh := &caller{token: m.owner.RefreshToken}
	return []kind{
		{"nobody", &caller{}, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"a token that is none, beside a good key", stale, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"a refresh token", refresh, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"the owner", m.owner, by(success, success, forbidden, success, success)},
		{"another firm", m.stranger, by(success, elsewhere, forbidden, elsewhere, elsewhere)},
		{"a role without", m.without, by(success, success, forbidden, forbidden, forbidden)},
		{"a role with", m.with, by(success, success, forbidden, success, success)},
		{"a key without", m.keyWithout, by(success, unauthorized, unauthorized, unauthorized, forbidden)},
		{"a key with", m.keyWith, by(success, unauthorized, unauthorized, unauthorized, success)},
		{"the super-firm", m.super, by(success, elsewhere, success, elsewhere, elsewhere)},
	}
}

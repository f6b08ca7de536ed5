package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

type slowRecord struct{ Level, Msg, Operation, Fields, Request, Statement string }

// slowRecords are those with the id of a request.
func slowRecords(t *testing.T, request string) (found []slowRecord) {
	t.Helper()
	journal.mu.Lock()
	defer journal.mu.Unlock()
	for line := range strings.Lines(journal.text.String()) {
		var one slowRecord
		require.NoError(t, json.Unmarshal([]byte(line), &one))
		if one.Request == request && strings.HasPrefix(one.Msg, "slow ") {
			found = append(found, one)
		}
	}
	return found
}

func TestSlow(t *testing.T) {
	t.Parallel()

	t.Run("Logged", func(t *testing.T) {
		t.Parallel()
		dbtest.EachDialect(t, func(t *testing.T, dialect string) {
			a := firmhubtest.New(t, dialect, func(c *app.Config) { c.Slow = time.Nanosecond })
			owner := a.NewFirm("Slow", "owner@slow.example")
			answer := a.GraphQL(owner.Token, `mutation slowly { createContact(input: {firstName: "Ada", lastName: "Unlogged"}) { id } }`, nil)
			require.Empty(t, answer.Code(), "%s", answer.Body)
			id := answer.Header.Get("X-Request-Id")
			operations, statements := 0, 0
			for _, one := range slowRecords(t, id) {
				require.Equal(t, "WARN", one.Level)
				if one.Msg == "slow operation" {
					operations++
					require.Equal(t, slowRecord{"WARN", "slow operation", "slowly", "createContact", id, ""}, one)
					continue
				}
				statements++
				require.NotEmpty(t, one.Statement)
				require.NotContains(t, one.Statement, "Unlogged")
			}
			require.Equal(t, 1, operations)
			require.Positive(t, statements)
		})
	})

	t.Run("OffByDefault", func(t *testing.T) {
		t.Parallel()
		dbtest.EachDialect(t, func(t *testing.T, dialect string) {
			a := firmhubtest.New(t, dialect)
			owner := a.NewFirm("Quick", "owner@quick.example")
			answer := a.GraphQL(owner.Token, `{ me { user { id } } }`, nil)
			require.Empty(t, slowRecords(t, answer.Header.Get("X-Request-Id")))
		})
	})
}

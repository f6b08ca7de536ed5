package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestClients runs the clients that front-ends use, from npm, against the stream transports.
func TestClients(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	login := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)

	for _, protocol := range []string{"graphql-transport-ws", "graphql-ws", "sse"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()

			t.Run("OK", func(t *testing.T) {
				t.Parallel()
				line, err := client(t, protocol, a.URL, login.Token, `{ me { user { email } } }`)
				require.NoError(t, err)
				require.JSONEq(t, `{"me": {"user": {"email": "`+firmhubtest.AdminEmail+`"}}}`, string(line.Result.Data))
			})
			t.Run("Mutation", func(t *testing.T) {
				t.Parallel()
				line, err := client(t, protocol, a.URL, login.Token,
					`mutation { createContact(input: {firstName: "Ada", lastName: "Lovelace"}) { firstName } }`)
				require.NoError(t, err)
				require.JSONEq(t, `{"createContact": {"firstName": "Ada"}}`, string(line.Result.Data))
			})
			t.Run("ErrUnauthorized", func(t *testing.T) {
				t.Parallel()
				line, err := client(t, protocol, a.URL, "", `{ me { user { email } } }`)
				require.Error(t, err)
				require.Len(t, line.Result.Errors, 1)
				require.Equal(t, "Unauthorized", line.Result.Errors[0].Extensions.Code)
			})
			t.Run("ErrTwoStreams", func(t *testing.T) {
				t.Parallel()
				line, err := client(t, protocol, a.URL, login.Token, `subscription { a: unreadCountChanged b: unreadCountChanged }`)
				require.Error(t, err)
				require.Len(t, line.Result.Errors, 1)
				require.Equal(t, "ValidationError", line.Result.Errors[0].Extensions.Code)
			})
		})
	}

	t.Run("upload", func(t *testing.T) {
		t.Parallel()
		line, err := client(t, "upload", a.URL, login.Token, `mutation($file: Upload!) { uploadFile(file: $file) { name contentType size } }`,
			`{"file": {"name": "Grüße.csv", "text": "first,last\nAda,Lovelace\n"}}`)
		require.NoError(t, err)
		require.JSONEq(t, `{"uploadFile": {"name": "Grüße.csv", "contentType": "text/plain; charset=utf-8", "size": 24}}`, string(line.Result.Data))
	})

	for _, protocol := range []string{"graphql-transport-ws"} {
		t.Run(protocol+"/ErrBadToken", func(t *testing.T) {
			t.Parallel()
			line, err := client(t, protocol, a.URL, "no.such.token", `{ me { user { email } } }`)
			require.Error(t, err)
			require.Equal(t, 4403, line.Closed.Code)
		})
	}
}

type clientLine struct {
	Result struct {
		Data   json.RawMessage
		Errors []struct{ Extensions struct{ Code string } }
	}
	Closed struct {
		Code   int
		Reason string
	}
	Error string
}

// client returns the first line that the npm client prints.
func client(t *testing.T, protocol, url, token, query string, variables ...string) (line clientLine, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", append([]string{"../test/clients/graphql.js", protocol, url + "/graphql", query}, variables...)...)
	node.Env = append(os.Environ(), "FIRMHUB_TOKEN="+token)
	node.Stderr = os.Stderr
	out, err := node.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, node.Start(), "the npm clients need Node: make test installs it")
	require.NoError(t, json.NewDecoder(out).Decode(&line))
	return line, node.Wait()
}

// runNode runs a program of test/clients and returns what it prints, without what Node warns of.
func runNode(t *testing.T, program, token string, arguments ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "node", append([]string{"../test/clients/" + program}, arguments...)...)
	command.Env = append(os.Environ(), "FIRMHUB_TOKEN="+token)
	var said, faults bytes.Buffer
	command.Stdout, command.Stderr = &said, &faults
	require.NoError(t, command.Run(), "%s\n%s", &said, &faults)
	return said.String()
}

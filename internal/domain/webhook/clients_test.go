package webhook_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// TestClients checks deliveries with the libraries of Standard Webhooks for Go and JavaScript, also
// while two secrets sign.
func TestClients(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	b := newBundle(t, d)
	to := newReceiver(t, status(http.StatusNoContent))
	made := b.create(to, nil)
	b.deliver()
	verify := func(c call, secret string) {
		wh, err := standardwebhooks.NewWebhook(secret)
		require.NoError(t, err)
		require.NoError(t, wh.Verify(c.body, c.header))
		require.Error(t, wh.Verify(append(c.body, ' '), c.header))

		said, err := javaScript(t, secret, c.header, c.body)
		require.NoError(t, err, said)
		require.Equal(t, "contact.deleted\n", said)
		said, err = javaScript(t, secret, c.header, append(c.body, ' '))
		require.Error(t, err)
		require.Contains(t, said, "No matching signature found")
	}
	b.raise(1)
	verify(to.next(t), made.Secret)

	rotated, err := b.Rotate(b.ctx, made.ID)
	require.NoError(t, err)
	b.raise(1)
	c := to.next(t)
	verify(c, made.Secret)
	verify(c, rotated.Secret)
}

// javaScript checks a delivery with the library for JavaScript, and returns what it prints.
func javaScript(t *testing.T, secret string, header http.Header, body []byte) (said string, err error) {
	t.Helper()
	headers := map[string]string{}
	for name := range header {
		headers[strings.ToLower(name)] = header.Get(name)
	}
	in, err := json.Marshal(map[string]any{"secret": secret, "headers": headers, "body": string(body)})
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), "node", "../../../test/clients/webhook.js")
	command.Stdin = bytes.NewReader(in)
	out, err := command.CombinedOutput()
	return string(out), err
}

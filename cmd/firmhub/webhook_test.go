package main

import (
	"bufio"
	"bytes"
	"net/http"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// TestWebhookListen delivers to firmhub webhook listen.
func TestWebhookListen(t *testing.T) {
	t.Parallel()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" //nolint:gosec // the example of Standard Webhooks
	l := listen(t, secret, "--answer", "503")
	body := `{"type":"contact.deleted"}`

	require.Equal(t, http.StatusServiceUnavailable, l.deliver(t, secret, time.Now(), body))
	require.Contains(t, l.next(t, l.said), `POST /hooks, "0198": its signature is right; answered by 503`)
	require.Equal(t, body, l.next(t, l.printed))

	require.Equal(t, http.StatusUnauthorized, l.deliver(t, "whsec_b3RoZXI=", time.Now(), body))
	require.Contains(t, l.next(t, l.said), "no matching signature found; answered by 401")
	require.Equal(t, http.StatusUnauthorized, l.deliver(t, secret, time.Now().Add(-time.Hour), body))
	require.Contains(t, l.next(t, l.said), "message timestamp too old; answered by 401")

	l = listen(t, "")
	require.Equal(t, http.StatusNoContent, l.deliver(t, secret, time.Now(), body))
	require.Contains(t, l.next(t, l.said), "its signature is not checked; answered by 204")
	require.Equal(t, body, l.next(t, l.printed))

	_, wrong := output(t, firmhub(t, t.TempDir(), "webhook", "listen", "--answer", "99"), exitUsage)
	require.Contains(t, wrong, "a status from 200 to 599")
	command := firmhub(t, t.TempDir(), "webhook", "listen")
	command.Env = append(command.Env, webhookSecretVariable+"=no secret")
	_, wrong = output(t, command, exitFailure)
	require.Contains(t, wrong, webhookSecretVariable+" must be the secret of a webhook")
}

// listener is a process that receives deliveries.
type listener struct {
	url           string
	printed, said *bufio.Scanner
}

func listen(t *testing.T, secret string, args ...string) *listener {
	t.Helper()
	command := firmhub(t, t.TempDir(), append([]string{"webhook", "listen", "--addr", "127.0.0.1:0"}, args...)...)
	command.Env = append(command.Env, webhookSecretVariable+"="+secret)
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	stderr, err := command.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		require.NoError(t, command.Process.Kill())
		require.ErrorAs(t, command.Wait(), new(*exec.ExitError))
	})
	l := &listener{printed: bufio.NewScanner(stdout), said: bufio.NewScanner(stderr)}
	l.url = regexp.MustCompile(`http://\S+`).FindString(l.next(t, l.said))
	return l
}

// next returns the next line of an output.
func (l *listener) next(t *testing.T, from *bufio.Scanner) string {
	t.Helper()
	require.True(t, from.Scan(), from.Err())
	return from.Text()
}

// deliver makes a delivery, and returns the status of the answer.
func (l *listener) deliver(t *testing.T, secret string, at time.Time, body string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.url+"/hooks", bytes.NewReader([]byte(body)))
	require.NoError(t, err)
	require.NoError(t, webhook.Sign(request.Header, []string{secret}, "0198", at, []byte(body)))
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode
}

package faults_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	password = "Try-firmhub-1" //nolint:gosec // It is of the demo.
	admin    = "admin@firmhub.local"
	owner    = "helena@belavista.example"
)

// expected matches lines of the log about a database that is away.
var expected = regexp.MustCompile(`"error":"[^"]*Unavailable: |SQLSTATE (57P|25006)|connection refused|can't be served`)

// maxShown is how many lines of the log a failed test prints.
const maxShown = 40

// server is a running firmhub serve.
type server struct {
	url      string
	command  *exec.Cmd
	settings []string
	log      string // the file
	// enter is a command that runs another one where the server runs, unless that is here.
	enter []string
}

// settings returns the environment of a server with a data folder of its own and some settings.
func settings(t *testing.T, more ...string) []string {
	t.Helper()
	return append(append(os.Environ(), "FIRMHUB_DATA_DIR="+t.TempDir(), "FIRMHUB_LOG=warn", "FIRMHUB_RATE_LIMIT=off",
		"FIRMHUB_ADMIN_PASSWORD="+password), more...)
}

// serve starts a server with the demo. A wrapper is a command that runs the program.
func serve(t *testing.T, settings []string, wrapper ...string) *server {
	t.Helper()
	words := append(wrapper, program(t), "serve", "--demo", "--addr=127.0.0.1:0") //nolint:gocritic // the wrapper is not used again
	s := &server{
		command:  exec.CommandContext(t.Context(), words[0], words[1:]...),
		settings: settings, log: filepath.Join(t.TempDir(), "log"),
	}
	log, err := os.Create(s.log)
	require.NoError(t, err)
	s.command.Env, s.command.Stderr, s.command.SysProcAttr = settings, log, child()
	out, err := s.command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, s.command.Start())
	t.Cleanup(func() {
		_ = s.command.Process.Kill()
		_ = log.Close()
		if printed, err := os.ReadFile(s.log); err == nil && (t.Failed() || bytes.Contains(printed, []byte("panic"))) {
			var shown []string
			for line := range strings.Lines(string(printed)) {
				if !expected.MatchString(line) {
					shown = append(shown, line)
				}
			}
			t.Logf("the server's log, without what is expected:\n%s", strings.Join(shown[max(0, len(shown)-maxShown):], ""))
			t.Fail()
		}
	})
	for lines := bufio.NewScanner(out); s.url == "" && lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "firmhub serves on "); ok {
			s.url, _, _ = strings.Cut(rest, " ")
		}
	}
	require.NotEmpty(t, s.url, "it does not serve")
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return s
}

// stop checks what the load has left, and stops the server as an operator does.
func (s *server) stop(t *testing.T) {
	t.Helper()
	s.verify(t)
	s.end(t)
}

// end stops the server.
func (s *server) end(t *testing.T) {
	t.Helper()
	require.NoError(t, s.command.Process.Signal(syscall.SIGTERM))
	require.NoError(t, s.command.Wait())
}

// verify checks the ledgers.
func (s *server) verify(t *testing.T) {
	t.Helper()
	for _, what := range []string{"wallet", "consent", "analytics"} {
		require.Contains(t, s.run(t, program(t), what, "verify"), " 0 faults")
	}
}

// run runs a command where the server runs, and returns what it printed.
func (s *server) run(t *testing.T, words ...string) string {
	t.Helper()
	words = append(s.enter[:len(s.enter):len(s.enter)], words...)
	command := exec.CommandContext(t.Context(), words[0], words[1:]...)
	command.Env = s.settings
	printed, err := command.CombinedOutput()
	require.NoError(t, err, "%s: %s", words, printed)
	return string(printed)
}

// ready returns the status of /readyz and its content.
func (s *server) ready(t *testing.T) (status int, content string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/readyz", http.NoBody)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer.StatusCode, string(body)
}

// logIn returns a caller of the API.
func (s *server) logIn(t *testing.T, email string) *caller {
	t.Helper()
	c := newCaller(s.url)
	c.email = email
	require.NoError(t, c.logIn(t.Context()))
	return c
}

// encoded returns a body of a request.
func encoded(body any) io.Reader {
	if body == nil {
		return http.NoBody
	}
	if reader, ok := body.(io.Reader); ok {
		return reader
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // All bodies are of the tests.
	}
	return bytes.NewReader(text)
}

package main

import (
	"bufio"
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

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// readme returns the commands of a section of README.md, for the server at a URL.
func readme(t *testing.T, section, url string) (commands []string) {
	t.Helper()
	return documented(t, "../../README.md", section, url)
}

// documented returns the commands of a section of a document, for the server at a URL.
func documented(t *testing.T, path, section, url string) (commands []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	_, text1, found := strings.Cut(string(text), "\n## "+section+"\n")
	require.True(t, found)
	of, _, _ := strings.Cut(text1, "\n## ")
	for _, block := range shellBlock.FindAllStringSubmatch(of, -1) {
		commands = append(commands, strings.ReplaceAll(block[1], "localhost:8080", url))
	}
	return commands
}

// demoServer is a server with the demo, and terminals in which somebody has logged in.
type demoServer struct {
	server          *exec.Cmd
	dir, url, logIn string
}

func newDemo(t *testing.T) *demoServer {
	t.Helper()
	d := &demoServer{dir: t.TempDir()}
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(d.dir, "curl")))
	d.server = firmhub(t, d.dir, "serve", "--demo", "--addr=127.0.0.1:0", "--log=error")
	out, err := d.server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, d.server.Start())
	for scanner := bufio.NewScanner(out); d.url == "" && scanner.Scan(); {
		if rest, ok := strings.CutPrefix(scanner.Text(), "firmhub serves on "); ok {
			d.url, _, _ = strings.Cut(rest, " ")
		}
	}
	d.logIn, _, _ = strings.Cut(readme(t, "Try it", d.url)[0], "\n\n")
	return d
}

// stop ends the server, before the context of the test does.
func (d *demoServer) stop(t *testing.T) {
	t.Helper()
	require.NoError(t, d.server.Process.Signal(syscall.SIGTERM))
	require.NoError(t, d.server.Wait())
}

// terminal returns a shell that logs in and runs commands.
func (d *demoServer) terminal(t *testing.T, commands string) *exec.Cmd {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "sh", "-eu", "-c", d.logIn+"\n"+commands)
	shell.Env = append(os.Environ(), "PATH="+d.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return shell
}

// TestReadme_Try pastes what the README says to try first, and about messages, money and charts.
func TestReadme_Try(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	said, wrong := output(t, d.terminal(t, readme(t, "Try it", d.url)[0]), 0)
	for _, want := range []string{`"message":"Contact created."`, `"totalCount":1`, `"message":"Contacts listed."`} {
		require.Contains(t, said, want, wrong)
	}
	commands := readme(t, "Report messages, see the money and the charts", d.url)
	require.Len(t, commands, 1)
	said, wrong = output(t, d.terminal(t, commands[0]), 0)
	for _, want := range []string{
		`"accepted":1,"duplicates":0`, `"accepted":1,"unchanged":0`, `"currency":"BRL"`, `"reason":"1 message"`, `"reference":"Autumn"`,
		`"trackingLimits":`, ",try-1,Outbound,Ada Lovelace,",
	} {
		require.Contains(t, said, want, wrong)
	}
	d.stop(t)
}

// TestReadme_Notifications pastes what the README says about watching notifications, into two terminals.
func TestReadme_Notifications(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	commands := readme(t, "Watch notifications", d.url)
	require.Len(t, commands, 2)
	watching := d.terminal(t, "exec "+strings.TrimSpace(commands[0]))
	events, err := watching.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, watching.Start())
	received := make(chan string)
	go func() {
		defer close(received)
		for scanner := bufio.NewScanner(events); scanner.Scan(); {
			if strings.Contains(scanner.Text(), `"title":"Hello"`) {
				received <- scanner.Text()
				return
			}
		}
	}()
	// Nothing says when the subscription has begun; somebody who tries it sees nothing, and raises another one.
	for line := ""; line == ""; {
		said, wrong := output(t, d.terminal(t, commands[1]), 0)
		require.Contains(t, said, `"isSuccess":true`, wrong)
		select {
		case line = <-received:
			require.Contains(t, line, "Said in a shell.")
		default:
		}
	}
	require.NoError(t, watching.Process.Kill())
	_ = watching.Wait()
	d.stop(t)
}

// TestServe_Origins asks as browsers do before pages of another origin may call: those of front-ends on this machine may.
func TestServe_Origins(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	for origin, want := range map[string]string{
		"http://localhost:5173":      "http://localhost:5173",
		"http://127.0.0.1:3000":      "http://127.0.0.1:3000",
		"http://localhost:22":        "",
		"https://localhost:5173":     "",
		"http://localhost.evil:5173": "",
	} {
		asked, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, d.url+"/api/v1/auth/login", http.NoBody)
		require.NoError(t, err)
		asked.Header.Set("Origin", origin)
		asked.Header.Set("Access-Control-Request-Method", http.MethodPost)
		answer, err := http.DefaultClient.Do(asked)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, want, answer.Header.Get("Access-Control-Allow-Origin"), origin)
	}
	d.stop(t)
}

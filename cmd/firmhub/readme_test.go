package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
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

// filled are the data of a server with the demo. They are made once, since that takes longer than
// most tests.
var filled struct {
	once sync.Once
	dir  string // that TestMain removes
}

func newDemo(t *testing.T) *demoServer {
	t.Helper()
	filled.once.Do(func() {
		first := &demoServer{dir: filled.dir}
		first.start(t)
		first.stop(t)
	})
	d := &demoServer{dir: t.TempDir()}
	output(t, exec.CommandContext(t.Context(), "cp", "-Rp", filepath.Join(filled.dir, "data"), d.dir), exitOK)
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(d.dir, "curl")))
	d.start(t)
	d.logIn, _, _ = strings.Cut(readme(t, "Try it", d.url)[0], "\n\n")
	return d
}

// start starts the server, and returns when it serves.
func (d *demoServer) start(t *testing.T) {
	t.Helper()
	d.server = firmhub(t, d.dir, "serve", "--demo", "--addr=127.0.0.1:0", "--log=error")
	out, err := d.server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, d.server.Start())
	d.listen(out)
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
	return d.shell(t, d.logIn+"\n"+commands)
}

// TestReadme pastes the commands of the README, section by section, into a shell in which somebody
// has logged in.
func TestReadme(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	for _, section := range []struct {
		name   string
		blocks [][]string // what each prints
	}{
		{"Try it", [][]string{
			{`"message":"Contact created."`, `"totalCount":1`},
			{" is logged in at ", `"firstName":"Ada"`, `"totalCount":`},
		}},
		{"Give a program a key", [][]string{{`"permissions":["Contact:View"]`, `"message":"Contacts listed."`}}},
		{"Import contacts", [][]string{{`"status":"Completed"`, ",phone,is not a phone number of +55,", `"undo":"`}}},
		{"Send messages, see the money and the charts", [][]string{{
			`"available":`, `"reference":"order-4711"`,
			`"accepted":1,"duplicates":0`, `"accepted":1,"unchanged":0`, `"currency":"BRL"`, `"reason":"1 message"`, `"reference":"Autumn"`,
			`"trackingLimits":`, ",try-1,Outbound,Ada Lovelace,",
		}}},
		{"Check the ledgers and the charts", [][]string{{" entries: 0 faults", " messages: 0 faults", "id,createdAt,date,type,"}}},
		{"Who may do what", [][]string{{`"name":"Owner"`, `"moduleName":"Contact"`}, {"Allowed: ", "p, role:", "Every policy rule is valid"}}},
	} {
		commands := readme(t, section.name, d.url)
		require.Len(t, commands, len(section.blocks), section.name)
		for i, block := range commands {
			// Somebody reads the answer before the next command; a job has ended then.
			block = strings.Replace(block, "# How far it is", `until curl -s "`+d.url+`$JOB" -H "Authorization: Bearer $TOKEN" | grep -q Completed; do :; done
# How far it is`, 1)
			said, wrong := output(t, d.terminal(t, block), exitOK)
			for _, want := range section.blocks[i] {
				require.Contains(t, said+wrong, want, "%s\n%s", section.name, wrong)
			}
		}
	}
	d.stop(t)
}

// TestReadme_Run asks make for the targets that the README names.
func TestReadme_Run(t *testing.T) {
	t.Parallel()
	targets := 0
	for line := range strings.SplitSeq(strings.Join(readme(t, "Run it", ""), "\n"), "\n") {
		target, _, _ := strings.Cut(line, "#")
		if !strings.HasPrefix(target, "make ") {
			continue // a release that is downloaded, which package deploy tests
		}
		command := exec.CommandContext(t.Context(), "sh", "-c", strings.TrimSpace(target)+" --dry-run")
		command.Dir = "../.."
		said, _ := output(t, command, exitOK)
		require.NotEmpty(t, said, target)
		targets++
	}
	require.Equal(t, 4, targets, "make run, make test, make test-console and make test-fast")
}

// TestReadme_Notifications pastes the README's commands for watching notifications into two
// terminals.
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
	// There is no sign that the subscription has begun. A user who sees nothing raises another
	// notification.
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

// TestServe_Origins asks as browsers do before pages of another origin may call. Pages of
// front-ends on this machine may.
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

// TestReadme_Production starts a server as the README describes, on an empty PostgreSQL.
func TestReadme_Production(t *testing.T) {
	t.Parallel()
	d := &demoServer{dir: t.TempDir()}
	commands := strings.NewReplacer(
		"postgres://firmhub:password@db.example.com/firmhub", dbtest.Empty(t, db.Postgres),
		"\nfirmhub serve", "\nexec firmhub serve --addr=127.0.0.1:0 --log=error",
	).Replace(readme(t, "Run it in production", "")[0])
	d.server = d.shell(t, commands)
	out, err := d.server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, d.server.Start())
	said := d.listen(out)
	require.Regexp(t, `(?m)^ok +database +PostgreSQL`, said)
	require.NotContains(t, said, "failure")
	logIn := strings.NewReplacer("helena@belavista.example", "you@example.com", "Try-firmhub-1", "change-Me-1", "localhost:8080", d.url)
	d.logIn, _, _ = strings.Cut(logIn.Replace(readme(t, "Try it", d.url)[0]), "\n\n")
	who, _ := output(t, d.terminal(t, "curl -s "+d.url+`/api/v1/auth/me -H "Authorization: Bearer $TOKEN"`), exitOK)
	require.Contains(t, who, `"isSuperFirm":true`)
	d.stop(t)
}

// listen reads the output of a server until it contains its URL, and returns the URL.
func (d *demoServer) listen(out io.Reader) string {
	var said strings.Builder
	for scanner := bufio.NewScanner(out); d.url == "" && scanner.Scan(); {
		said.WriteString(scanner.Text() + "\n")
		if rest, ok := strings.CutPrefix(scanner.Text(), "firmhub serves on "); ok {
			d.url, _, _ = strings.Cut(rest, " ")
		}
	}
	return said.String()
}

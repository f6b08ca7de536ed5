package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// shell returns a bash that finds firmhub, and the settings of a user of its own.
func (d *demoServer) shell(t *testing.T, commands string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	if err := os.Symlink(self, filepath.Join(d.dir, "firmhub")); err != nil {
		require.ErrorIs(t, err, os.ErrExist)
	}
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	if err := os.Symlink(examples, filepath.Join(d.dir, "examples")); err != nil {
		require.ErrorIs(t, err, os.ErrExist)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-eu", "-c", commands)
	shell.Dir = d.dir
	shell.Env = append(os.Environ(), asFirmhub+"=1", "FIRMHUB_ADDR="+strings.TrimPrefix(d.url, "http://"), "HOME="+d.dir, "XDG_CONFIG_HOME="+filepath.Join(d.dir, "settings"),
		"PATH="+d.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return shell
}

// TestCommandsDoc pastes the commands of docs/commands.md, and calls the same server in ways that
// fail.
func TestCommandsDoc(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	paste := func(section string) string {
		said, wrong := output(t, d.shell(t, documented(t, "../../docs/commands.md", section, d.url)[0]), exitOK)
		return said + wrong
	}
	fails := func(commands string) string {
		t.Helper()
		said, wrong := output(t, d.shell(t, commands), exitFailure)
		require.NotContains(t, said+wrong, "Try-firmhub-1")
		return said + wrong
	}
	require.Regexp(t, `(?m)^ok +server +One runs at `, paste("doctor"))
	require.Contains(t, fails("firmhub call GET /api/v1/auth/me --server "+d.url), "Log in with firmhub login")
	require.Contains(t, fails("FIRMHUB_PASSWORD=Wrong-pass-1 firmhub login "+d.url+" --email helena@belavista.example"), "401 Unauthorized")
	require.Contains(t, fails("FIRMHUB_PASSWORD=mistyped firmhub login --server "+d.url+" --email helena@belavista.example"),
		"firmhub: E-mail or password is wrong.\n")
	require.Contains(t, fails("FIRMHUB_API_KEY=fh_key firmhub call GET /api/v1/auth/me"), "Unset it to use a login")
	require.Contains(t, fails("firmhub login "+d.url), "use --email")
	require.Contains(t, fails("firmhub login ftp://x"), "scheme and a host")
	require.Contains(t, fails("echo Try-firmhub-1 | firmhub login "+d.url+" --email priya@raman.example --password-stdin --firm Nope"),
		"Weitblick Reisen")

	said := paste("login and logout")
	require.Contains(t, said, "in the firm Torrefação Bela Vista.")
	require.Contains(t, said, "* "+d.url)
	info, err := os.Stat(filepath.Join(d.dir, "settings", "firmhub", "logins.json"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())

	// A key goes to this machine, not to the server of the last login; --local does so in any case.
	require.Contains(t, fails("FIRMHUB_ADDR=127.0.0.1:1 FIRMHUB_API_KEY=fh_key firmhub call GET /healthz"), "127.0.0.1:1 does not answer")
	require.Contains(t, fails("FIRMHUB_ADDR=127.0.0.1:1 FIRMHUB_SERVER="+d.url+" firmhub call GET /healthz --local"), "127.0.0.1:1 does not answer")

	said = paste("call")
	for _, want := range []string{`"email":"helena@belavista.example"`, `"message":"Contact created."`, `"pageSize":2`, `"fileName":"contacts.csv"`} {
		require.Contains(t, said, want)
	}
	exported, err := os.ReadFile(filepath.Join(d.dir, "contacts.csv"))
	require.NoError(t, err)
	require.Contains(t, string(exported), "Grace,Hopper")
	require.Contains(t, fails("firmhub call get /api/v1/nope"), "404 Not Found")
	require.Contains(t, fails("firmhub call POST /api/V1/Contact/create '{}'"), `"code":"ValidationError"`)
	require.Contains(t, fails("firmhub call GET nope"), "begin with a slash")
	require.Contains(t, fails("firmhub call GET /x @missing.json"), "missing.json")
	require.Contains(t, fails("firmhub call POST /x -F file=@missing.csv"), "missing.csv")
	require.Contains(t, fails("firmhub call POST /x -F file"), "name=@file")
	require.Contains(t, fails("firmhub call POST /x '{}' -F a=b"), "not both")
	require.Contains(t, fails("firmhub call GET /x -H nope"), "Name: value")
	require.Contains(t, fails("firmhub call GET /healthz --firm Nope"), `no firm named "Nope"`)
	require.Contains(t, fails("firmhub call GET /docs/ --server "+strings.Replace(d.url, "http:", "https:", 1)), "does not answer")

	require.Contains(t, paste("gql"), `"totalCount":1201`)
	require.Contains(t, fails("firmhub gql '{ nope }'"), `Cannot query field \"nope\"`)
	require.Contains(t, fails("firmhub gql @missing.graphql"), "missing.graphql")
	require.Contains(t, fails("firmhub gql '{ me }' -v nope"), "name=value")
	require.Contains(t, fails("firmhub gql '{ me }' --variables 5"), "JSON object")
	d.subscribe(t)
	paste("completion")

	said, _ = output(t, d.shell(t, `KEY=$(firmhub call POST /api/v1/ApiClient '{"name":"Shop","permissions":["Contact:View"]}' |
		sed 's/.*"apiKey":"\([^"]*\)".*/\1/') && firmhub logout && firmhub logout && firmhub login --list &&
		FIRMHUB_API_KEY=$KEY firmhub call POST /api/V1/Contact/getall`), exitOK)
	require.Contains(t, said, "Logged out at "+d.url)
	require.Contains(t, said, "There is no login.")
	require.Contains(t, said, `"message":"Contacts listed."`)
	d.stop(t)
}

// subscribe follows notifications by the command in docs/commands.md, until Ctrl-C.
func (d *demoServer) subscribe(t *testing.T) {
	t.Helper()
	watching := d.shell(t, "exec "+strings.TrimSpace(documented(t, "../../docs/commands.md", "gql", d.url)[1]))
	events, err := watching.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, watching.Start())
	received := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(events).ReadString('\n')
		received <- line
		_, _ = io.Copy(io.Discard, events)
	}()
	// There is no sign that the subscription has begun. A user who sees nothing raises another
	// notification.
	for line := ""; line == ""; {
		output(t, d.shell(t, `firmhub call POST /api/v1/notification '{"title":"Hello","message":"In a shell.","module":"System"}'`), exitOK)
		select {
		case line = <-received:
			require.JSONEq(t, `{"data":{"notificationReceived":{"title":"Hello","message":"In a shell."}}}`, line)
		default:
		}
	}
	require.NoError(t, watching.Process.Signal(syscall.SIGINT))
	require.NoError(t, watching.Wait())
}

// TestCompletion completes in bash, and looks at what the scripts of the other shells ask for.
func TestCompletion(t *testing.T) {
	t.Parallel()
	d := &demoServer{dir: t.TempDir()}
	complete := func(words string) []string {
		said, wrong := output(t, d.shell(t, "firmhub complete -- "+words), exitOK)
		require.Empty(t, wrong)
		var found []string
		for line := range strings.Lines(said) {
			text, _, _ := strings.Cut(line, "\t")
			found = append(found, text)
		}
		return found
	}
	said, _ := output(t, d.shell(t, `source <(firmhub completion bash)
		COMP_WORDS=(firmhub wallet ""); COMP_CWORD=2; _firmhub firmhub; echo "${COMPREPLY[*]}"`), exitOK)
	require.Equal(t, "verify statement\n", said)
	require.Equal(t, []string{"login", "logout"}, complete("lo"))
	require.NotContains(t, complete("''"), "complete", "it is for the scripts alone")
	require.Contains(t, complete("serve --"), "--demo")
	require.Equal(t, []string{"zsh"}, complete("completion z"))
	require.Empty(t, complete("call --firm ''"), "the name of a firm")
	require.Equal(t, []string{"--firm"}, complete("call --server=x GET -q a=b --fi"))
	for _, shell := range []string{"zsh", "fish"} {
		said, _ := output(t, d.shell(t, "firmhub completion "+shell), exitOK)
		require.Contains(t, said, " complete -- ")
		require.Contains(t, said, "firmhub completion "+shell)
	}
	output(t, d.shell(t, "firmhub completion tcsh"), exitUsage)
}

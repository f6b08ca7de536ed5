package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/stretchr/testify/require"
)

// This test binary is firmhub too, when it is started so, and the curl of the lines that firmhub
// prints, so that the tests need neither a build nor a curl.
const asFirmhub = "FIRMHUB_TEST_AS"

func TestMain(m *testing.M) {
	switch {
	case filepath.Base(os.Args[0]) == "curl":
		curl(os.Args[1:])
	case os.Getenv(asFirmhub) != "":
		main()
	}
	dir, err := os.MkdirTemp("", "firmhub-demo")
	must(err)
	filled.dir = dir
	code := m.Run()
	must(os.RemoveAll(dir))
	os.Exit(code)
}

// curl understands -s, -sN, -X, -H, -d, -F with a file, -D - and -o, and copies what comes at once.
func curl(args []string) {
	var body io.Reader = http.NoBody
	url, method, header, heads := "", http.MethodGet, http.Header{}, false
	var to io.Writer = os.Stdout
	for i := 0; i < len(args); i++ {
		option := args[i]
		if !strings.HasPrefix(option, "-") {
			url = option
			continue
		}
		if strings.HasPrefix(option, "-s") {
			continue
		}
		i++
		switch value := args[i]; option {
		case "-H":
			name, text, _ := strings.Cut(value, ": ")
			header.Set(name, text)
		case "-X":
			method = value
		case "-d":
			method, body = http.MethodPost, strings.NewReader(value)
		case "-F":
			form, content := form(value)
			method, body = http.MethodPost, form
			header.Set("Content-Type", content)
		case "-D":
			heads = true
		case "-o":
			file, err := os.Create(value)
			must(err)
			to = file
		default:
			panic("curl: " + option)
		}
	}
	request, err := http.NewRequest(method, url, body) //nolint:noctx // a process of its own
	must(err)
	request.Header = header
	answer, err := http.DefaultClient.Do(request)
	must(err)
	if heads {
		must(answer.Header.Write(os.Stdout))
	}
	_, err = io.Copy(to, answer.Body)
	must(err)
	must(answer.Body.Close())
	os.Exit(0)
}

// form returns the body of a form with a file, such as file=@people.csv, and its content type.
func form(field string) (body io.Reader, content string) {
	name, path, _ := strings.Cut(field, "=@")
	var encoded bytes.Buffer
	w := multipart.NewWriter(&encoded)
	part, err := w.CreateFormFile(name, filepath.Base(path))
	must(err)
	file, err := os.ReadFile(path)
	must(err)
	_, err = part.Write(file)
	must(err)
	must(w.Close())
	return &encoded, w.FormDataContentType()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// firmhub returns the command with these arguments, in a folder that contains only the data of
// earlier commands.
func firmhub(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), self, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), asFirmhub+"=1")
	return command
}

// output runs a command to its end and returns what it printed.
func output(t *testing.T, command *exec.Cmd, exit int) (stdout, stderr string) {
	t.Helper()
	var out, faults bytes.Buffer
	command.Stdout, command.Stderr = &out, &faults
	if err := command.Run(); err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError))
	}
	require.Equal(t, exit, command.ProcessState.ExitCode(), "%s\n%s", out.String(), faults.String())
	return out.String(), faults.String()
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"":                     "Start with: firmhub serve --demo",
		"serve":                "$FIRMHUB_TRUSTED_PROXIES",
		"migrate":              "up",
		"migrate status":       "$FIRMHUB_DATABASE_URL",
		"admin":                "reset-password",
		"admin create-user":    "--password-stdin",
		"admin create-firm":    "--currency",
		"admin reset-password": "--email",
		"policy add":           "p, SUBJECT, FIRM, MODULE, ACTION, allow",
		"policy remove":        "as list and check name it",
		"policy export":        "--dir",
		"policy explain":       "The exit code is 0 whether it is allowed or refused",
		"wallet verify":        "hashes, sums and balances",
		"wallet statement":     "YYYY-MM",
		"demo":                 "$FIRMHUB_DATA_DIR",
		"doctor":               "and 0 when all are ok or warnings",
		"login":                "which nobody else can read",
		"logout":               "--all",
		"call":                 "$FIRMHUB_SERVER",
		"gql":                  "until Ctrl-C",
		"completion":           "~/.config/fish/completions",
		"schema":               "Print the GraphQL schema",
		"version":              "Print the version",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			out, _ := output(t, firmhub(t, t.TempDir(), append(strings.Fields(command), "--help")...), exitOK)
			require.Contains(t, out, want)
			require.NotContains(t, out, "admin-password", "it would be in the process list")
		})
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args, env []string
		want      string
	}{
		"NoCommand":      {nil, nil, "firmhub: expected one of"},
		"UnknownCommand": {[]string{"srve"}, nil, `did you mean "serve"?`},
		"UnknownFlag":    {[]string{"serve", "--port=1"}, nil, "unknown flag --port"},
		"MissingFlag":    {[]string{"admin", "create-firm"}, nil, "missing flags: --currency"},
		"BadFlag":        {[]string{"serve", "--addr=x"}, nil, "firmhub: FIRMHUB_ADDR must be host:port"},
		"BadVariable":    {[]string{"serve"}, []string{"FIRMHUB_LOG=loud"}, "firmhub: FIRMHUB_LOG must be debug"},
		"ZeroVariable":   {[]string{"serve"}, []string{"FIRMHUB_BODY_RETENTION=0"}, "firmhub: FIRMHUB_BODY_RETENTION must not be 0."},
		"BadPassword":    {[]string{"serve"}, []string{"FIRMHUB_ADMIN_PASSWORD=pw"}, "firmhub: FIRMHUB_ADMIN_PASSWORD must have"},
		"BadDatabase":    {[]string{"demo"}, []string{"FIRMHUB_DATABASE_URL=mysql://u:topsecret@h/x"}, "firmhub: FIRMHUB_DATABASE_URL must be"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := firmhub(t, dir, test.args...)
			command.Env = append(command.Env, test.env...)
			_, faults := output(t, command, exitUsage)
			require.Contains(t, faults, test.want)
			require.NotContains(t, faults, "goroutine")
			require.NotContains(t, faults, "topsecret")
			require.LessOrEqual(t, strings.Count(faults, "\n"), 2)
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Empty(t, left, "nothing was created")
		})
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	do := func(exit int, args ...string) string {
		t.Helper()
		command := firmhub(t, dir, args...)
		command.Stdin = strings.NewReader("Giv3n-secret!\n")
		out, faults := output(t, command, exit)
		return out + faults
	}
	require.Regexp(t, `^firmhub .+, go1\.`, do(exitOK, "version"))
	require.Equal(t, do(exitOK, "version"), do(exitOK, "--version"))
	require.Contains(t, do(exitOK, "schema"), "type Query {")
	require.Regexp(t, `VERSION +NAME +APPLIED\n0001 +\w+ +no\n`, do(exitOK, "migrate", "status"))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left, "status changes nothing")
	require.Regexp(t, `ok +database +data/firmhub.db does not exist yet`, do(exitOK, "doctor"))
	require.Contains(t, do(exitOK, "migrate", "up"), "applied 0001")
	require.Regexp(t, `ok +migrations +All \d+ are applied\.`, do(exitOK, "doctor"))
	require.Regexp(t, `failure +configuration +FIRMHUB_LOG must be .*\n +Do: `, do(exitFailure, "doctor", "--log=loud"))
	var health struct {
		OK     bool
		Checks []struct{ Name, Status, Found, Do string }
	}
	out, _ := output(t, firmhub(t, dir, "doctor", "--json", "--files-url=file:///dev/null/files"), exitFailure)
	require.NoError(t, json.Unmarshal([]byte(out), &health))
	require.False(t, health.OK)
	require.Contains(t, out, `"name": "files",`)
	require.Contains(t, do(exitOK, "migrate", "up"), "up to date")
	require.Regexp(t, `0001 +\w+ +20\d\d-`, do(exitOK, "migrate", "status"))

	person := []string{"--email=ada@acme.example", "--first-name=Ada", "--last-name=Lovelace", "--password-stdin"}
	require.Contains(t, do(exitOK, append([]string{"admin", "create-firm", "--name=Acme", "--currency=EUR"}, person...)...),
		"The firm Acme is created; its owner is ada@acme.example.")
	require.Contains(t, do(exitFailure, append([]string{"admin", "create-firm", "--name=ACME", "--currency=EUR"}, person...)...),
		`firmhub: There is a firm named "ACME" already.`)
	person[0] = "--email=ben@acme.example"
	require.Contains(t, do(exitOK, append([]string{"admin", "create-user", "--firm=acme", "--role=Owner"}, person...)...),
		"<ben@acme.example> is in the firm")
	require.Contains(t, do(exitFailure, append([]string{"admin", "create-user", "--firm=nope", "--role=Owner"}, person...)...),
		`firmhub: There is no firm "nope".`)
	require.Contains(t, do(exitFailure, "admin", "reset-password", "--email=ben@acme.example"), "use --password-stdin")

	require.Equal(t, 1, strings.Count(do(exitOK, "jobs", "list"), "\n"), "the header alone")
	require.Contains(t, do(exitFailure, "jobs", "list", "--limit=10001"), "The limit must be from 1 to 10000.")
	require.Contains(t, do(exitFailure, "jobs", "list", "--state=lost"), `A job is never "lost"`)
	require.Contains(t, do(exitFailure, "jobs", "retry", "1"), "firmhub: ")
	require.Contains(t, do(exitFailure, "jobs", "cancel", "1"), "firmhub: ")
	require.Contains(t, do(exitOK, "admin", "reset-password", "--email=ben@acme.example", "--password-stdin"),
		"ben@acme.example has a new password")
	require.Contains(t, do(exitOK, "jobs", "list"), "mail.send", "the notice, for a server with a mail server")
	require.Contains(t, do(exitFailure, "policy", "list", "--firm=nope"), `There is no firm "nope".`)
	require.Contains(t, do(exitFailure, "policy", "explain", "--firm=Acme", "nobody@acme.example", "Contact:View"),
		`There is no user with the e-mail "nobody@acme.example".`)
	require.Contains(t, do(exitFailure, "policy", "explain", "--firm=Acme", "ben@acme.example", "View"), "named Module:Action")

	require.Contains(t, do(exitOK, "policy", "list", "--firm=Acme"), `Contact, View, allow  # role "Owner"`)
	require.Contains(t, do(exitOK, "policy", "check"), "Every policy rule is valid")
	require.Contains(t, do(exitOK, "policy", "explain", "--firm=Acme", "ben@acme.example", "Contact:View"), "Allowed: ")
	require.Contains(t, do(exitOK, "policy", "explain", "--firm=Acme", "ben@acme.example", "Contact:Fly"), "Refused: ")

	added := do(exitOK, "policy", "add", "--note=No exports.", "p, role:audit, *, Contact, Delete, deny")
	require.Regexp(t, `^The policy rule [0-9a-f-]{36} is added\.\n$`, added)
	rule := strings.Fields(added)[3]
	owner := regexp.MustCompile(`role:[0-9a-f-]{36}`).FindString(do(exitOK, "policy", "list", "--firm=Acme"))
	given := strings.Fields(do(exitOK, "policy", "add", "g, "+owner+", role:audit, *"))[3]
	require.Contains(t, do(exitOK, "policy", "list", "--firm=Acme"),
		"p, role:audit, *, Contact, Delete, deny  # policy rule "+rule+`: "No exports."`)
	require.Contains(t, do(exitOK, "policy", "explain", "--firm=Acme", "ben@acme.example", "Contact:Delete"),
		"Refused: policy rule "+rule+" of the super-firm denies Contact:Delete to the role audit in every firm")
	require.Contains(t, do(exitFailure, "policy", "add", "p, role:audit, *, Contact, Delete, deny"), "already")
	require.Contains(t, do(exitFailure, "policy", "add", "p, role:audit, *, Contact, Fly, deny"), "no permission is named Contact:Fly")
	require.Contains(t, do(exitFailure, "policy", "add", "p, audit, *, Contact, View, deny"), `the subject "audit" is not`)
	require.Contains(t, do(exitFailure, "policy", "explain", "--firm=Acme", "ben", "Contact:View"), `the subject "ben" is not`)
	require.Contains(t, do(exitOK, "policy", "explain", "--firm=Acme", "apiclient:"+rule, "Contact:View"),
		"Refused: the firm has no such API client.")

	printed := do(exitOK, "policy", "export", "--firm=acme")
	require.Contains(t, printed, "\ng, "+owner+", role:audit, ")
	require.Contains(t, printed, "--model prints the model.conf")
	require.Contains(t, do(exitOK, "policy", "export", "--model"), "[matchers]")
	require.Contains(t, do(exitOK, "policy", "export", "--firm=acme", "--dir=a/b"), "policy.csv are written.")
	plain, err := casbin.NewEnforcer(filepath.Join(dir, "a", "b", "model.conf"), filepath.Join(dir, "a", "b", "policy.csv"))
	require.NoError(t, err)
	acme := regexp.MustCompile(`g, ` + owner + `, role:audit, (\S+)`).FindStringSubmatch(printed)[1]
	for action, want := range map[string]bool{"View": true, "Delete": false, "Fly": false} {
		allowed, err := plain.Enforce(owner, acme, "Contact", action)
		require.NoError(t, err)
		require.Equal(t, want, allowed, action)
	}
	require.Contains(t, do(exitFailure, "policy", "export", "--firm=nope"), `There is no firm "nope".`)
	require.Contains(t, do(exitUsage, "policy", "export", "--firm=acme", "--model"), "can't be used together")
	require.Contains(t, do(exitUsage, "policy", "export"), "--firm")

	require.Contains(t, do(exitOK, "policy", "remove", rule), "is removed")
	require.Contains(t, do(exitFailure, "policy", "remove", rule), "There is no such policy rule.")
	require.Contains(t, do(exitUsage, "policy", "remove", "first"), "invalid UUID")
	require.Contains(t, do(exitOK, "policy", "remove", given), "is removed")
	require.NotContains(t, do(exitOK, "policy", "list", "--firm=Acme"), "role:audit")
}

// TestServePortTaken finds the port taken: nothing is created, and no password printed.
func TestServePortTaken(t *testing.T) {
	t.Parallel()
	var listen net.ListenConfig
	taken, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	dir := t.TempDir()
	out, faults := output(t, firmhub(t, dir, "serve", "--addr="+taken.Addr().String()), exitFailure)
	require.Empty(t, out)
	require.Contains(t, faults, "FIRMHUB_ADDR "+taken.Addr().String())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestLimitMemory changes settings of the process: it is not parallel.
func TestLimitMemory(t *testing.T) { //nolint:paralleltest // see above
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	t.Cleanup(func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	})
	set := func(name string) string { return map[string]string{"GOGC": "100", "GOMEMLIMIT": "1GiB"}[name] }
	limitMemory(t.Context(), set)
	require.Equal(t, limit, debug.SetMemoryLimit(-1), "what the variables say stays")
	limitMemory(t.Context(), func(string) string { return "" })
	require.Less(t, debug.SetMemoryLimit(-1), int64(math.MaxInt64))
	require.Greater(t, debug.SetMemoryLimit(-1), int64(100<<20))
}

// Where there is no database, commands that work on one create none.
func TestNoDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, command := range [][]string{
		{"wallet", "verify"}, {"policy", "check"}, {"analytics", "verify"}, {"import", "contacts.csv", "--firm=A"},
	} {
		if command[0] == "import" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "contacts.csv"), []byte("firstName\nAda\n"), 0o600))
		}
		_, wrong := output(t, firmhub(t, dir, command...), 1)
		require.Contains(t, wrong, "there is no database at "+filepath.Join("data", "firmhub.db"), command)
		require.NoDirExists(t, filepath.Join(dir, "data"))
	}
}

// TestServe starts the program as a user does, pastes the lines that it prints, stops it as an
// operator does, and repeats that on the same data.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "curl")))

	// Under nohup a child inherits that hangups are ignored. It does not inherit that they are
	// caught.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })

	ends := []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP}
	for start, want := range []string{"The demo is created", "The demo exists already"} {
		server := firmhub(t, dir, "serve", "--demo", "--addr=127.0.0.1:0", "--log=json")
		server.Env = append(server.Environ(), fmt.Sprintf("GOGC=%d", 50+start), fmt.Sprintf("GOMEMLIMIT=%dMiB", 300+start))
		faults, err := os.Create(filepath.Join(dir, fmt.Sprintf("log-%d", start)))
		require.NoError(t, err)
		server.Stderr = faults
		out, err := server.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, server.Start())

		var printed, lines strings.Builder
		scanner := bufio.NewScanner(out)
		for scanner.Scan() && !strings.HasPrefix(scanner.Text(), "firmhub serves on ") {
			fmt.Fprintln(&printed, scanner.Text())
			if strings.Contains(scanner.Text(), "curl -s ") {
				fmt.Fprintln(&lines, scanner.Text())
			}
		}
		require.Contains(t, printed.String(), want, "see %s", faults.Name())
		require.Equal(t, start == 0, strings.Contains(printed.String(), "The super-admin is "), "only once")

		try := exec.CommandContext(t.Context(), "sh", "-eu", "-c", lines.String())
		try.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		answers, wrong := output(t, try, 0)
		require.Equal(t, 3, strings.Count(lines.String(), "\n"))
		require.Contains(t, answers, `"message":"Contact created."`, wrong)
		require.Contains(t, answers, `"message":"Contacts listed."`, wrong)
		require.Contains(t, answers, `"phone":"20 7946 0958"`)
		require.NotContains(t, answers, `"isSuccess":false`)

		require.NoError(t, server.Process.Signal(ends[start]))
		require.NoError(t, server.Wait())
		require.NoError(t, faults.Close())
		log, err := os.ReadFile(faults.Name())
		require.NoError(t, err)
		require.Contains(t, string(log), `"msg":"serving"`)
		require.Contains(t, string(log), fmt.Sprintf(`"GOMEMLIMIT":"%dMiB","GOGC":%d`, 300+start, 50+start))
		require.Contains(t, string(log), `"msg":"stopping: waiting for the requests under way","cause":"`+ends[start].String()+` signal received"`)
		require.Contains(t, string(log), `"path":"/api/V1/Contact/getall","status":200`)
		require.NotContains(t, string(log), "Try-firmhub-1")
	}
}

package deploy_test

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the folder of the repository.
const root = "../.."

// folder is removed after all tests.
var folder string //nolint:gochecknoglobals // set once, by TestMain

// TestMain runs nothing for make test-fast. Otherwise the program would be compiled a second time
// after each edit, as it is released.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		os.Exit(0)
	}
	var err error
	if folder, err = os.MkdirTemp("", "firmhub-deploy-*"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// stage is what the first stage of the Dockerfile leaves in its working directory. It is built once
// for all tests.
var stage = sync.OnceValues(func() (string, error) { //nolint:gochecknoglobals // a cache
	dir := filepath.Join(folder, "src")
	return dir, build(dir)
})

// program is the path of the program, built as in the image.
func program(t *testing.T) string {
	t.Helper()
	dir, err := stage()
	require.NoError(t, err)
	return filepath.Join(dir, "out", "firmhub")
}

// run runs a command in a folder to its end, and returns what it printed.
func run(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	require.NoError(t, command.Run(), "%s\n%s", command, &out)
	return out.String()
}

// server starts a server, and returns its URL and how it is stopped.
func server(t *testing.T, command *exec.Cmd) (url string, stop func()) {
	t.Helper()
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	for scanner := bufio.NewScanner(out); url == "" && scanner.Scan(); {
		if rest, ok := strings.CutPrefix(scanner.Text(), "firmhub serves on "); ok {
			url, _, _ = strings.Cut(rest, " ")
		}
	}
	require.NotEmpty(t, url)
	return url, func() {
		require.NoError(t, command.Process.Signal(syscall.SIGTERM))
		require.NoError(t, command.Wait())
	}
}

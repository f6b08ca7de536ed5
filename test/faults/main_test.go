package faults_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// folder is removed after all tests.
var folder string //nolint:gochecknoglobals // set once, by TestMain

// TestMain runs nothing for make test-fast, which would compile the program a second time after
// each edit.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		os.Exit(0)
	}
	var err error
	if folder, err = os.MkdirTemp("", "firmhub-faults-*"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// program returns the path of the present program, with the flags of the image.
func program(t *testing.T) string {
	t.Helper()
	path, err := compiled()
	require.NoError(t, err)
	return path
}

var compiled = sync.OnceValues(func() (string, error) { //nolint:gochecknoglobals // a cache
	path := filepath.Join(folder, "firmhub")
	command := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "./cmd/firmhub")
	command.Dir, command.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	return path, command.Run()
})

package main

import (
	"bufio"
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
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, text1, found := strings.Cut(string(text), "\n## "+section+"\n")
	require.True(t, found)
	of, _, _ := strings.Cut(text1, "\n## ")
	for _, block := range shellBlock.FindAllStringSubmatch(of, -1) {
		commands = append(commands, strings.ReplaceAll(block[1], "localhost:8080", url))
	}
	return commands
}

// TestReadme_Notifications pastes what the README says about watching notifications, into two terminals.
func TestReadme_Notifications(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "curl")))
	server := firmhub(t, dir, "serve", "--demo", "--addr=127.0.0.1:0", "--log=error")
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	url := ""
	for scanner := bufio.NewScanner(out); url == "" && scanner.Scan(); {
		if rest, ok := strings.CutPrefix(scanner.Text(), "firmhub serves on "); ok {
			url, _, _ = strings.Cut(rest, " ")
		}
	}
	logIn, _, _ := strings.Cut(readme(t, "Try it", url)[0], "\n\n")
	commands := readme(t, "Watch notifications", url)
	require.Len(t, commands, 2)
	terminal := func(command string) *exec.Cmd {
		shell := exec.CommandContext(t.Context(), "sh", "-eu", "-c", logIn+"\n"+command)
		shell.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		return shell
	}
	watching := terminal("exec " + strings.TrimSpace(commands[0]))
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
		said, wrong := output(t, terminal(commands[1]), 0)
		require.Contains(t, said, `"isSuccess":true`, wrong)
		select {
		case line = <-received:
			require.Contains(t, line, "Said in a shell.")
		default:
		}
	}
	require.NoError(t, watching.Process.Kill())
	_ = watching.Wait()
	require.NoError(t, server.Process.Signal(syscall.SIGTERM))
	require.NoError(t, server.Wait())
}

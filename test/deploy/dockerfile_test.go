package deploy_test

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/test/port"
)

// instruction is one of a Dockerfile.
type instruction struct{ name, rest string }

// instructions returns the stages of the Dockerfile.
func instructions() (stages [][]instruction, err error) {
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
		line = strings.TrimSpace(line)
		name, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case name == "FROM":
			stages = append(stages, nil)
			fallthrough
		default:
			stages[len(stages)-1] = append(stages[len(stages)-1], instruction{name, rest})
		}
	}
	return stages, nil
}

// build runs the steps of the first stage in a folder, which stands for its working directory.
func build(dir string) error {
	stages, err := instructions()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, step := range stages[0] {
		switch step.name {
		case "FROM", "WORKDIR", "ARG":
		case "COPY":
			err = copyContext(dir, strings.Fields(step.rest))
		case "RUN":
			command := exec.Command("sh", "-eu", "-c", step.rest) //nolint:noctx // All tests wait for it.
			command.Dir = dir
			command.Env = append(os.Environ(), "VERSION="+version.Semantic(), "TARGETOS="+runtime.GOOS, "TARGETARCH="+runtime.GOARCH)
			var out []byte
			if out, err = command.CombinedOutput(); err != nil {
				err = fmt.Errorf("RUN %s: %w: %s", step.rest, err, out)
			}
		default:
			err = fmt.Errorf("the test does not know %s", step.name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyContext copies files of the repository to the working directory, less what .dockerignore
// names.
func copyContext(dir string, args []string) error {
	sources, target := args[:len(args)-1], args[len(args)-1]
	if target != "./" && target != "." {
		return fmt.Errorf("the test copies to the working directory, not to %s", target)
	}
	list := append([]string{"ls-files", "-z", "-co", "--exclude-standard", "--"}, sources...)
	command := exec.Command("git", list...) //nolint:noctx // as above
	command.Dir = root
	listed, err := command.Output()
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(listed), "\x00"), "\x00") {
		if isIgnored(string(ignored), name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			return err
		}
		copied := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// isIgnored reports whether a file or a folder above it matches a pattern of .dockerignore, as far
// as ours go.
func isIgnored(patterns, name string) bool {
	for pattern := range strings.Lines(patterns) {
		pattern = strings.TrimPrefix(strings.TrimSpace(pattern), "/")
		anywhere, found := strings.CutPrefix(pattern, "**/")
		for part := name; part != "." && pattern != "" && pattern[0] != '#'; part = path.Dir(part) {
			if matched, _ := path.Match(pattern, part); matched || found && path.Base(part) == anywhere {
				return true
			}
		}
	}
	return false
}

// testClean checks that the build gets all files that git has: Go marks a program as changed
// otherwise, and so its version.
func testClean(t *testing.T) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z")
	list.Dir = root
	ignored, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	require.NoError(t, err)
	for name := range strings.SplitSeq(strings.TrimRight(run(t, list), "\x00"), "\x00") {
		require.False(t, isIgnored(string(ignored), name), name)
	}
}

// TestDockerfile runs the steps that build the program, and then the program as the image does:
// with its variables, its command, its health check and the signal that stops it.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	dir, err := stage()
	require.NoError(t, err)
	stages, err := instructions()
	require.NoError(t, err)
	require.Len(t, stages, 2)
	image := map[string][]string{}
	for _, step := range stages[1] {
		image[step.name] = append(image[step.name], step.rest)
	}
	require.Equal(t, []string{
		"--from=build /src/out/firmhub /usr/local/bin/firmhub", "--from=build --chown=nonroot:nonroot /src/out/data /data",
	}, image["COPY"])
	require.Contains(t, image["FROM"][0], ":nonroot")
	require.Contains(t, stages[0], instruction{"WORKDIR", "/src"})
	require.Contains(t, stages[0], instruction{"ARG", "VERSION TARGETOS TARGETARCH"})
	said := run(t, exec.CommandContext(t.Context(), program(t), "version"))
	require.True(t, strings.HasPrefix(said, "firmhub "+version.Semantic()+", "), said)
	testClean(t)

	// The image has neither a loader nor libraries, and its data are those of one account.
	if runtime.GOOS == "linux" {
		binary, err := elf.Open(program(t))
		require.NoError(t, err)
		require.False(t, slices.ContainsFunc(binary.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }), "it is static")
		require.NoError(t, binary.Close())
	}
	info, err := os.Stat(filepath.Join(dir, "out", "data"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())

	// What is said of ports and folders agrees. Here they are others.
	at := port.Keep(t)
	env := strings.Fields(image["ENV"][0])
	require.Equal(t, []string{"FIRMHUB_ADDR=:" + image["EXPOSE"][0], "FIRMHUB_DATA_DIR=" + image["VOLUME"][0]}, env)
	env = append(os.Environ(), "FIRMHUB_ADDR=127.0.0.1:"+at, "FIRMHUB_DATA_DIR="+filepath.Join(dir, "out", "data"),
		"HOME="+t.TempDir(), "XDG_CONFIG_HOME=")

	words := func(text string) (words []string) {
		require.NoError(t, json.Unmarshal([]byte(text), &words))
		return words
	}
	require.Equal(t, []string{"firmhub"}, words(image["ENTRYPOINT"][0]))
	serving := exec.CommandContext(t.Context(), program(t), words(image["CMD"][0])...)
	serving.Env = env
	url, stop := server(t, serving)
	require.Equal(t, "http://127.0.0.1:"+at, url)
	_, check, found := strings.Cut(image["HEALTHCHECK"][0], " CMD ")
	require.True(t, found)
	asked := words(check)
	require.Equal(t, "firmhub", asked[0])
	healthy := exec.CommandContext(t.Context(), program(t), asked[1:]...)
	healthy.Env = env
	require.Contains(t, run(t, healthy), `"status":"ready"`)
	stop()
	ill := exec.CommandContext(t.Context(), program(t), asked[1:]...)
	ill.Env = env
	require.Error(t, ill.Run(), "nothing serves any more")
}

package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// front returns the folder of a front-end, and a shell in it that has logged in. There npm installs
// what test/clients has installed already, and nothing else.
func (d *demoServer) front(t *testing.T) (folder string, shell func(commands string) *exec.Cmd) {
	t.Helper()
	clients, err := filepath.Abs("../../test/clients")
	require.NoError(t, err)
	folder = filepath.Join(d.dir, "front")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "src"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(clients, "node_modules"), filepath.Join(folder, "node_modules")))
	npm := "#!/bin/sh\nfor name in \"$@\"; do case $name in install | --*) ;; *) grep -q \"\\\"$name\\\":\" '" + clients + "/package.json' ;; esac || exit 1; done\n"
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, "npm"), []byte(npm), 0o700)) //nolint:gosec // a program
	return folder, func(commands string) *exec.Cmd { return d.terminal(t, "cd front\nexport TOKEN\n"+commands) }
}

// blocks returns the blocks of a section of README.md in a language.
func blocks(t *testing.T, section, language, url string) (all []string) {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), "\n## "+section+"\n")
	require.True(t, found)
	of, _, _ := strings.Cut(rest, "\n## ")
	for _, block := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(of, -1) {
		all = append(all, strings.ReplaceAll(block[1], "http://localhost:8080", url))
	}
	return all
}

// TestReadme_GraphQL makes the typed client of the README, compiles what uses it, and runs that.
func TestReadme_GraphQL(t *testing.T) {
	t.Parallel()
	const section = "Generate a typed client for GraphQL"
	d := newDemo(t)
	folder, shell := d.front(t)
	commands, sources := blocks(t, section, "sh", d.url), blocks(t, section, "ts", d.url)
	require.Len(t, commands, 2)
	require.Len(t, sources, 2)
	write := func(block string) {
		name, content, found := strings.Cut(strings.TrimPrefix(block, "// "), "\n")
		require.True(t, found)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	output(t, shell(commands[0]), exitOK)
	write(sources[0])
	output(t, shell(commands[1]), exitOK)
	write(sources[1])
	require.NoError(t, os.WriteFile(filepath.Join(folder, "src", "use.ts"), []byte(`import { find } from './main';
declare const process: { env: Record<string, string | undefined> };
const found: Promise<string[] | undefined> = find(process.env.TOKEN ?? '', 'a');
void found.then((names) => console.log(JSON.stringify(names)));
// @ts-expect-error: The term is a text.
export const wrong = () => find('', 5);
`), 0o600))
	said, _ := output(t, shell(`npx tsc --strict --skipLibCheck --target es2022 --module commonjs --moduleResolution node10 --outDir out src/use.ts
node out/use.js`), exitOK)
	var names []string
	require.NoError(t, json.Unmarshal([]byte(said), &names), said)
	require.NotEmpty(t, names)
	d.stop(t)
}

// TestReadme_Browser runs the lines that call from a page.
func TestReadme_Browser(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	lines := blocks(t, "Call it from a browser", "js", d.url)[0]
	node := exec.CommandContext(t.Context(), "node", "--input-type=module", "--eval", lines)
	said, _ := output(t, node, exitOK)
	require.Contains(t, said, "helena@belavista.example Torrefação Bela Vista")
	d.stop(t)
}

// TestReadme_REST generates the clients of the README. test/openapi compiles and runs the same
// clients. The Go tool is that of test/clients/go.
func TestReadme_REST(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	folder, shell := d.front(t)
	tools, err := filepath.Abs("../../test/clients/go")
	require.NoError(t, err)
	goTool, err := exec.LookPath("go")
	require.NoError(t, err)
	find := exec.CommandContext(t.Context(), goTool, "tool", "-n", "oapi-codegen")
	find.Dir = tools
	generator, _ := output(t, find, exitOK)
	folders, _ := output(t, exec.CommandContext(t.Context(), goTool, "env", "-json", "GOPATH", "GOCACHE", "GOMODCACHE"), exitOK)
	var env map[string]string
	require.NoError(t, json.Unmarshal([]byte(folders), &env))
	stub := fmt.Sprintf("#!/bin/sh\nset -e\n[ \"$1\" = run ] || exec %s \"$@\"\ngrep -q \"oapi-codegen/v2 ${2##*@} \" %s/go.mod\nshift 2\nexec %s \"$@\"\n",
		goTool, tools, strings.TrimSpace(generator))
	require.NoError(t, os.WriteFile(filepath.Join(d.dir, "go"), []byte(stub), 0o700)) //nolint:gosec // a program
	making := shell(blocks(t, "Generate a client for REST", "sh", d.url)[0])
	for name, value := range env {
		making.Env = append(making.Env, name+"="+value)
	}
	output(t, making, exitOK)
	types, err := os.ReadFile(filepath.Join(folder, "firmhub.d.ts"))
	require.NoError(t, err)
	require.Contains(t, string(types), "/api/V1/Contact/getall")
	client, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, "firmhub.gen.go"), nil, 0)
	require.NoError(t, err)
	require.Equal(t, "firmhub", client.Name.Name)
	d.stop(t)
}

// TestReadme_Paths looks for the paths that the README names in the OpenAPI document.
func TestReadme_Paths(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	document, _ := output(t, d.shell(t, "curl -s "+d.url+"/openapi.json"), exitOK)
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	paths := regexp.MustCompile(`/api/[vV]1/[A-Za-z/-]+`).FindAllString(string(text), -1)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		require.Contains(t, document, `"`+path+`"`, path)
	}
	d.stop(t)
}

package deploy_test

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// machine is shell that stands for the programs of a machine: systemd, which runs the server as
// its account and in its folder, and Docker, whose volumes are folders here.
const machine = `
sudo() { "$@"; }
systemctl() { :; }
firmhub_as_server() { (cd "$FIRMHUB_DATA_DIR" && firmhub "$@"); }
docker() {
  local all="$*"
  local volume=${all#*--volume }
  case "$1 $2" in
  "exec firmhub") shift 2 && "$@" ;;
  "run --rm") FIRMHUB_DATA_DIR=$PWD/${volume%%:*} firmhub ${all##* firmhub } ;;
  esac
}
`

// TestRestore backs up installations of each kind and restores them, by the commands of
// docs/operations.md.
func TestRestore(t *testing.T) {
	t.Parallel()

	t.Run("systemd", func(t *testing.T) {
		t.Parallel()
		i := install(t)
		i.testBackUp(t, func() { i.operate(t, "", block(t, "firmhub_as_server backup")) }, func() {
			// The key is put into the folder before the restore.
			const restore = "firmhub_as_server restore"
			key := block(t, "secrets.key /var")
			said := i.operate(t, "", strings.Replace(block(t, restore), restore, key+restore, 1))
			require.Contains(t, said, " campaigns: 0 faults\n")
			require.NotContains(t, said, "not checked")
			require.FileExists(t, filepath.Join(i.data+".before", "firmhub.db"))
		})
		i.drill(t, "sqlite:///tmp/drill/data/firmhub.db")
	})

	t.Run("systemd with PostgreSQL", func(t *testing.T) {
		t.Parallel()
		i := install(t)
		create := i.usePostgres(t)
		create(blocks(t, installDoc, "sql")[0])
		i.testBackUp(t, func() { i.operate(t, "", block(t, "firmhub_as_server backup")) }, func() {
			create(blocks(t, installDoc, "sql")[1])
			require.Contains(t, i.operate(t, "", block(t, "firmhub_as_server restore")), " campaigns: 0 faults\n")
		})
		other := install(t)
		create = other.usePostgres(t)
		create(blocks(t, installDoc, "sql")[0])
		_, address, _ := strings.Cut(other.settings[len(other.settings)-1], "=")
		i.drill(t, address)
	})

	t.Run("container", func(t *testing.T) {
		t.Parallel()
		i := install(t)
		i.testBackUp(t, func() { i.operate(t, "", block(t, "docker exec")) }, func() {
			require.Contains(t, i.operate(t, "", block(t, "docker run", "restore", "docker rm firmhub")), " campaigns: 0 faults\n")
			i.settings = append(i.settings, "FIRMHUB_DATA_DIR="+filepath.Join(i.dir, "firmhub-restored"))
		})
	})
}

// TestMove moves an installation of systemd to PostgreSQL, by the commands of docs/operations.md.
func TestMove(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.firmhub(t, "demo")
	want := i.contacts(t)
	key, err := os.ReadFile(filepath.Join(i.data, "secrets.key"))
	require.NoError(t, err)

	before := slices.Clone(i.settings)
	i.usePostgres(t)(blocks(t, installDoc, "sql")[0])
	_, text, _ := strings.Cut(i.settings[len(i.settings)-1], "=")
	address, err := url.Parse(text)
	require.NoError(t, err)
	password, _ := address.User.Password()
	name, settings := address.User.Username(), filepath.Join(i.dir, "firmhub.env")
	i.settings = slices.Concat(before, []string{"PGPASSFILE=" + filepath.Join(i.data, ".pgpass")})
	script := strings.NewReplacer("127.0.0.1:5432:firmhub:firmhub:", strings.Join([]string{address.Hostname(), address.Port(), name, name, ""}, ":"),
		"postgres://firmhub@", "postgres://"+name+"@", "postgres://firmhub:", "postgres://"+name+":",
		"127.0.0.1:5432/firmhub", address.Host+"/"+name+"?sslmode=disable", "/etc/firmhub/firmhub.env", settings,
	).Replace(block(t, "firmhub_as_server copy") + block(t, "paste"))
	require.Contains(t, i.operate(t, password+"\n", script), ": 0 faults\n")
	require.NoFileExists(t, filepath.Join(i.data, ".pgpass"))

	set, err := os.ReadFile(settings)
	require.NoError(t, err)
	i.settings = slices.Concat(before, strings.Split(strings.TrimSpace(string(set)), "\n"))
	require.Contains(t, i.settings, "FIRMHUB_SECRETS_KEY="+strings.TrimSpace(string(key)))
	require.Contains(t, string(set), "FIRMHUB_DATABASE_URL="+text)
	require.NoError(t, os.Remove(filepath.Join(i.data, "firmhub.db")))
	require.Equal(t, want, i.contacts(t))
}

// TestRestore_pod checks the pod that restores into the volume of the chart.
func TestRestore_pod(t *testing.T) {
	t.Parallel()
	overrides := regexp.MustCompile("(?s)--overrides='(.*)' <").FindStringSubmatch(block(t, "kubectl", "restore"))
	require.NotNil(t, overrides)
	pod := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(overrides[1], `'"$IMAGE"'`, "firmhub")), &pod))
	pod["apiVersion"], pod["kind"], pod["metadata"] = "v1", "Pod", map[string]any{"name": "restore"}
	text, err := json.Marshal(pod)
	require.NoError(t, err)
	check := tool(t, "kubeconform", "-strict", "-summary", "-schema-location",
		"test/deploy/kubernetes/schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json")
	check.Stdin = strings.NewReader(string(text))
	require.Contains(t, run(t, check), "Valid: 1, Invalid: 0, Errors: 0, Skipped: 0")
}

// block returns the one block of docs/operations.md that contains all the words.
func block(t *testing.T, words ...string) string {
	t.Helper()
	var found []string
	for _, block := range blocks(t, operationsDoc, "sh") {
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(block, word) }) {
			found = append(found, block)
		}
	}
	require.Len(t, found, 1, words)
	return found[0]
}

// operate runs commands of docs/operations.md, with the folder of the test and with its account.
func (i *installation) operate(t *testing.T, stdin, script string) string {
	t.Helper()
	script = strings.NewReplacer("/var/lib/firmhub", i.data, " -o firmhub -g firmhub", "").Replace(script)
	command := i.command(t, "bash", "-eu", "-o", "pipefail", "-c", machine+script)
	command.Env = append(command.Env, "PATH="+filepath.Dir(program(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	command.Stdin = strings.NewReader(stdin)
	return run(t, command)
}

// drill restores the backup once more, into another database.
func (i *installation) drill(t *testing.T, address string) {
	t.Helper()
	script := block(t, "FIRMHUB_DATA_DIR=/tmp/drill/data", strings.SplitAfter(address, ":")[0])
	script = strings.NewReplacer("postgres://firmhub:password@127.0.0.1:5432/firmhub", "'"+address+"'", "/tmp/drill", t.TempDir()).Replace(script)
	said := i.operate(t, "", script)
	require.Contains(t, said, " campaigns: 0 faults\n")
	require.Equal(t, 2, strings.Count(said, " 0 faults\n"), said)
}

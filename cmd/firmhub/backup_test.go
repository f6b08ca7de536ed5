package main

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

func TestBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	do := func(exit int, args ...string) (stdout, stderr string) {
		t.Helper()
		return output(t, firmhub(t, dir, args...), exit)
	}
	_, faults := do(exitFailure, "backup", "--to=firmhub.tar.gz")
	require.Contains(t, faults, "there is no database")
	do(exitOK, "migrate", "up")
	out, said := do(exitOK, "backup", "--to=firmhub.tar.gz")
	require.Empty(t, out)
	require.Contains(t, said, "The backup has the database and 0 uploaded files.")
	require.Contains(t, said, "does not have the key")
	_, faults = do(exitFailure, "backup", "--to=firmhub.tar.gz")
	require.Contains(t, faults, "exists")

	out, _ = do(exitOK, "restore", "--from=firmhub.tar.gz", "--data-dir=restored")
	require.Contains(t, out, "0 faults")
	require.FileExists(t, filepath.Join(dir, "restored", "firmhub.db"))
	_, faults = do(exitFailure, "restore", "--from=firmhub.tar.gz", "--data-dir=restored")
	require.Contains(t, faults, "there is a database at restored/firmhub.db: a backup is restored into an empty installation")

	streamed, _ := do(exitOK, "backup", "--to=-")
	require.NotEmpty(t, streamed)
	restore := firmhub(t, dir, "restore", "--from=-", "--data-dir=streamed")
	restore.Stdin = strings.NewReader(streamed)
	out, _ = output(t, restore, exitOK)
	require.Contains(t, out, "0 faults")
	left, err := filepath.Glob(filepath.Join(dir, ".firmhub-backup-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// A reader that ends early, such as an ssh whose connection is lost, leaves no copy of the database
// behind.
func TestBackup_closedPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	backup := firmhub(t, dir, "backup", "--to=-")
	var faults strings.Builder
	backup.Stdout, backup.Stderr = writer, &faults
	var ended *exec.ExitError
	require.ErrorAs(t, backup.Run(), &ended)
	require.NoError(t, writer.Close())
	require.Equal(t, exitFailure, ended.ExitCode())
	require.Contains(t, faults.String(), "broken pipe")
	left, err := filepath.Glob(filepath.Join(dir, "data", ".firmhub-backup-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// What a backup that was killed has left goes at the next one. That of one that runs stays.
func TestBackup_killed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	// More than a pipe takes, so that the backup waits for its reader.
	upload := make([]byte, 1<<20)
	_, _ = rand.Read(upload)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "data", "files"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "files", "upload"), upload, 0o600))
	left := func() []string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(dir, "data", ".firmhub-backup-*", "database"))
		require.NoError(t, err)
		return found
	}
	running := firmhub(t, dir, "backup", "--to=-")
	archive, err := running.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, running.Start())
	_, err = archive.Read(make([]byte, 1))
	require.NoError(t, err)
	before := left()
	require.Len(t, before, 1)
	_, said := output(t, firmhub(t, dir, "backup", "--to=data/first.tar.gz"), exitOK)
	require.NotContains(t, said, "killed")
	require.Equal(t, before, left())

	require.NoError(t, running.Process.Kill())
	require.Error(t, running.Wait())
	require.Equal(t, before, left())
	_, said = output(t, firmhub(t, dir, "backup", "--to=data/second.tar.gz"), exitOK)
	require.Contains(t, said, "removed what a backup that was killed had left")
	require.NoDirExists(t, filepath.Dir(before[0]))
}

func TestBackup_keys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "secrets.key"), []byte("key"), 0o600))
	_, said := output(t, firmhub(t, dir, "backup", "--to=file.tar.gz", "--with-keys"), exitOK)
	require.Contains(t, said, "It has the key for secrets: keep it as safe as the server.")
	set := firmhub(t, dir, "backup", "--to=set.tar.gz", "--with-keys")
	set.Env = append(set.Env, "FIRMHUB_SECRETS_KEY="+base64.StdEncoding.EncodeToString(make([]byte, 32)))
	_, said = output(t, set, exitOK)
	require.NotContains(t, said, "It has the key for secrets")
	require.Contains(t, said, "the key in use is that in FIRMHUB_SECRETS_KEY, which it does not have: keep a copy of that")
}

// A key in the data folder that is not the one in use is named, and after a restore what to do with
// the right one.
func TestBackup_otherKey(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		dir, from, to := t.TempDir(), dbtest.URL(t, dialect), dbtest.Empty(t, dialect)
		text := func(letter string) []byte {
			return []byte(base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, secret.KeySize))))
		}
		opened, err := db.Open(t.Context(), from)
		require.NoError(t, err)
		used, err := secret.ParseKey(string(text("u")))
		require.NoError(t, err)
		require.NoError(t, keyring.Keep(t.Context(), opened, used))
		require.NoError(t, opened.Close())
		require.NoError(t, os.Mkdir(filepath.Join(dir, "data"), 0o700))
		do := func(address string, args ...string) (all string) {
			t.Helper()
			run := firmhub(t, dir, args...)
			run.Env = append(run.Env, "FIRMHUB_DATABASE_URL="+address)
			out, said := output(t, run, exitOK)
			return out + said
		}
		for name, content := range map[string][]byte{"other": text("o"), "none": []byte("nonsense")} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "secrets.key"), content, 0o600))
			said := do(from, "backup", "--to="+name+".tar.gz", "--with-keys")
			require.Contains(t, said, "but another key has sealed the secrets in the database: keep a copy of that in FIRMHUB_SECRETS_KEY")
			require.NotContains(t, said, "It has the key")
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "secrets.key"), text("u"), 0o600))
		require.Contains(t, do(from, "backup", "--to=used.tar.gz", "--with-keys"), "It has the key for secrets: keep it as safe as the server.")
		said := do(to, "restore", "--from=used.tar.gz", "--data-dir=restored")
		if dialect == db.SQLite {
			require.NotContains(t, said, "FIRMHUB_SECRETS_KEY")
			return
		}
		require.Contains(t, said, "Set FIRMHUB_SECRETS_KEY to the text of restored/secrets.key before the first start")
		require.Contains(t, do(from, "backup", "--to=without.tar.gz"), "It does not have the key for secrets: keep a copy of FIRMHUB_SECRETS_KEY.")
		said = do(dbtest.Empty(t, dialect), "restore", "--from=without.tar.gz", "--data-dir=without")
		require.Contains(t, said, "The backup has no key for secrets: set FIRMHUB_SECRETS_KEY before the first start.")
	})
}

// A key that the check of the ledgers could not use is refused before something is restored. One
// that is in the backup is restored with the rest.
func TestRestore_damagedKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	output(t, firmhub(t, dir, "backup", "--to=file.tar.gz"), exitOK)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "secrets.key"), []byte("nonsense"), 0o600))
	output(t, firmhub(t, dir, "backup", "--to=keys.tar.gz", "--with-keys"), exitOK)

	mistyped := firmhub(t, dir, "restore", "--from=file.tar.gz", "--data-dir=restored")
	mistyped.Env = append(mistyped.Env, "FIRMHUB_SECRETS_KEY=nonsense")
	_, faults := output(t, mistyped, exitFailure)
	require.Contains(t, faults, "FIRMHUB_SECRETS_KEY: secret: a key is base64 of 32 bytes")
	require.NoDirExists(t, filepath.Join(dir, "restored"))

	require.NoError(t, os.Mkdir(filepath.Join(dir, "restored"), 0o700))
	path := filepath.Join(dir, "restored", "secrets.key")
	require.NoError(t, os.WriteFile(path, []byte("nonsense"), 0o600))
	_, faults = output(t, firmhub(t, dir, "restore", "--from=file.tar.gz", "--data-dir=restored"), exitFailure)
	require.Contains(t, faults, "restored/secrets.key: secret: a key is base64 of 32 bytes")
	require.NoFileExists(t, filepath.Join(dir, "restored", "firmhub.db"))

	require.NoError(t, os.Remove(path))
	out, faults := output(t, firmhub(t, dir, "restore", "--from=keys.tar.gz", "--data-dir=restored"), exitFailure)
	require.Contains(t, out, "Restored the backup of")
	require.Contains(t, faults, "the data is restored, and was not checked: restored/secrets.key")
}

// A backup without files that the database names is made, and names them.
func TestBackup_lost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	require.NoError(t, os.MkdirAll(filepath.Join(data, "files"), 0o700))
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	opened, err := db.Open(t.Context(), "sqlite://"+filepath.Join(data, "firmhub.db"))
	require.NoError(t, err)
	firm, ctx := dbtest.Firm(t, opened, "Firm")
	require.NoError(t, opened.Client.File.Create().SetID(uuid.New()).SetFirmID(firm.ID).SetName("n").SetContentType("text/plain").
		SetSize(1).SetBlobKey("lost").SetUploaderKind(file.UploaderKindUser).SetUploaderID(uuid.New()).Exec(ctx))
	require.NoError(t, opened.Close())
	_, said := output(t, firmhub(t, dir, "backup", "--to=firmhub.tar.gz"), exitOK)
	require.Contains(t, said, "It does not have 1 uploaded files that the database names, since they are not in file://data/files: lost\n")
	require.FileExists(t, filepath.Join(dir, "firmhub.tar.gz"))
}

// A restore that finds faults names each command that lists some of them.
func TestRestore_faults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	opened, err := db.Open(t.Context(), "sqlite://"+filepath.Join(dir, "data", "firmhub.db"))
	require.NoError(t, err)
	dbtest.Firm(t, opened, "Without a wallet")
	require.NoError(t, opened.Close())
	output(t, firmhub(t, dir, "backup", "--to=firmhub.tar.gz"), exitOK)
	out, faults := output(t, firmhub(t, dir, "restore", "--from=firmhub.tar.gz", "--data-dir=restored"), exitFailure)
	require.Contains(t, out, "Restored the backup of ")
	require.Contains(t, out, "0 campaigns: 1 faults")
	require.FileExists(t, filepath.Join(dir, "restored", "firmhub.db"))
	for _, of := range []string{"wallet", "consent", "campaign"} {
		require.Contains(t, faults, "firmhub "+of+" verify")
	}
}

// Without a pg_dump that fits the server, the command says what to install.
func TestBackup_tool(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		if dialect == db.SQLite {
			return
		}
		url := dbtest.URL(t, dialect)
		dir := t.TempDir()
		path := filepath.Join(dir, "bin")
		require.NoError(t, os.Mkdir(path, 0o700))
		backup := func() string {
			t.Helper()
			command := firmhub(t, dir, "backup", "--to=firmhub.tar.gz")
			command.Env = append(command.Env, "FIRMHUB_DATABASE_URL="+url, "PATH="+path)
			_, faults := output(t, command, exitFailure)
			return faults
		}
		require.Contains(t, backup(), "pg_dump is not in the PATH: install the client of PostgreSQL")
		script := "#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n"
		require.NoError(t, os.WriteFile(filepath.Join(path, "pg_dump"), []byte(script), 0o700)) //nolint:gosec // a program
		require.Contains(t, backup(), "pg_dump is of PostgreSQL 9, which is older than the server: install")
		require.NoFileExists(t, filepath.Join(dir, "firmhub.tar.gz"))
	})
}

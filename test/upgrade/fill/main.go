// Fill fills a database of each kind through the program of a release, and writes both into a
// folder. scripts/upgrade-data.sh runs it.
package main

import (
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/test/upgrade"
)

func main() {
	program, folder := flag.String("program", "", "the program of the release"), flag.String("folder", "", "where to write the files")
	flag.Parse()
	if err := run(context.Background(), *program, *folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program, folder string) (err error) {
	scratch, err := os.MkdirTemp("", "firmhub-upgrade")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	if err := sqlite(ctx, program, folder, scratch); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	if err := postgres(ctx, program, folder, scratch); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

func sqlite(ctx context.Context, program, folder, scratch string) error {
	path := filepath.Join(scratch, "firmhub.db")
	if err := fill(ctx, program, scratch, "sqlite://"+path, filepath.Join(folder, upgrade.SQLiteFacts)); err != nil {
		return err
	}
	content, err := os.ReadFile(path) //nolint:gosec // it is ours
	if err != nil {
		return err
	}
	return compress(filepath.Join(folder, upgrade.SQLiteFile), content)
}

func postgres(ctx context.Context, program, folder, scratch string) (err error) {
	address, err := url.Parse(os.Getenv("FIRMHUB_TEST_POSTGRES"))
	if err != nil {
		return err
	}
	server, err := pgx.Connect(ctx, address.String())
	if err != nil {
		return err
	}
	name := "firmhub_upgrade_" + strings.ToLower(rand.Text())
	if _, err := server.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return err
	}
	defer func() {
		_, dropped := server.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
		err = errors.Join(err, dropped, server.Close(ctx))
	}()
	address.Path = "/" + name
	if err := fill(ctx, program, scratch, address.String(), filepath.Join(folder, upgrade.PostgresFacts)); err != nil {
		return err
	}
	dump := exec.CommandContext(ctx, "pg_dump", "--no-owner", "--no-privileges", address.String()) //nolint:gosec // the database of the script
	dump.Stderr = os.Stderr
	content, err := dump.Output()
	if err != nil {
		return err
	}
	var text strings.Builder
	for line := range strings.Lines(string(content)) {
		// These commands are unknown to psql before its last patch releases.
		if !strings.HasPrefix(line, `\restrict `) && !strings.HasPrefix(line, `\unrestrict `) {
			text.WriteString(line)
		}
	}
	return compress(filepath.Join(folder, upgrade.PostgresFile), []byte(text.String()))
}

// fill fills a database, and writes what the API says about it.
func fill(ctx context.Context, program, scratch, databaseURL, facts string) error {
	settings := append(os.Environ(), "FIRMHUB_DATABASE_URL="+databaseURL, "FIRMHUB_DATA_DIR="+scratch, "FIRMHUB_LOG=warn", upgrade.SecretsKey,
		"FIRMHUB_ADMIN_PASSWORD="+upgrade.Password)
	server, err := upgrade.Serve(ctx, program, settings)
	if err != nil {
		return err
	}
	filled, err := upgrade.Fill(ctx, server)
	if err := errors.Join(err, server.Stop(), addHistory(ctx, databaseURL)); err != nil {
		return err
	}
	if server, err = upgrade.Serve(ctx, program, settings); err != nil {
		return err
	}
	filled.Facts, err = upgrade.Observe(ctx, server, filled.Key, filled.RevokedKey)
	if err := errors.Join(err, server.Stop()); err != nil {
		return err
	}
	encoded, err := json.MarshalIndent(filled, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(facts, append(encoded, '\n'), 0o600)
}

// addHistory adds transactions of past days to a wallet, and closes these days. No API can do that.
func addHistory(ctx context.Context, databaseURL string) (err error) {
	d, err := db.Open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System})
	found, err := firm.Find(ctx, d, upgrade.HistoryFirm)
	if err != nil {
		return err
	}
	now := time.Now()
	var past []wallet.Past
	for day := range 5 {
		at, bankRef, reference := now.AddDate(0, 0, day-40), fmt.Sprint("R-", day), "Spring"
		past = append(past,
			wallet.Past{At: at, Type: walletentry.TypeCredit, Amount: 50 * money.Unit, Reason: "Bank transfer", BankRef: &bankRef},
			wallet.Past{At: at.Add(time.Hour), Type: walletentry.TypeDebit, Amount: -12 * money.Unit, Reason: "120 messages", Reference: &reference})
	}
	if err := wallet.AddHistory(ctx, d, found.ID, past); err != nil {
		return err
	}
	for more := true; more; {
		if more, err = wallet.CloseDay(ctx, d, now); err != nil {
			return err
		}
	}
	return nil
}

func compress(path string, content []byte) error {
	file, err := os.Create(path) //nolint:gosec // the script names it
	if err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	_, err = packed.Write(content)
	return errors.Join(err, packed.Close(), file.Close())
}

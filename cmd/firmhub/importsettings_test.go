package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/realtime/broker"
)

// The jobs that run during an import have the settings of the server: notifications stay for as
// long as they have to, and mails are sent.
func TestImport_settings(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		dir, mails := t.TempDir(), make(chan double.Mail, 10)
		smtp := mailServer(t, mails)
		url := dbtest.Empty(t, dialect)
		do := func(code int, environment []string, args ...string) string {
			t.Helper()
			command := firmhub(t, dir, args...)
			command.Env = append(append(command.Env, "FIRMHUB_DATABASE_URL="+url), environment...)
			command.Stdin = strings.NewReader("Another-secret-1\n")
			out, said := output(t, command, code)
			return out + said
		}
		do(exitOK, nil, "demo")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "people.csv"), []byte("firstName,email\nAda,ada@a.example\n"), 0o600))
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		addOld(t, d)

		ben := demo.Logins()[0].Email
		do(exitOK, nil, "admin", "reset-password", "--email="+ben, "--password-stdin")
		server := []string{"FIRMHUB_NOTIFICATION_DAYS=365", "FIRMHUB_SMTP_URL=" + smtp, "FIRMHUB_PUBLIC_URL=https://hub.example.com"}
		const kept = "river_job WHERE kind = 'notification.delete_old' AND state = 'completed'"
		for range 30 { // As soon as its import has ended, the command ends.
			do(exitOK, server, "import", "people.csv", "--firm=Weitblick Reisen")
			if dbtest.Count(t, d, kept) > 0 && len(mails) > 0 {
				break
			}
		}
		require.NotZero(t, dbtest.Count(t, d, kept))
		require.Zero(t, dbtest.Count(t, d, "notification_sequences WHERE expired > 0"))
		require.Equal(t, 1, dbtest.Count(t, d, "notifications WHERE title = 'Old'"))
		require.Len(t, mails, 1)
		require.Equal(t, ben, (<-mails).To)

		// A command that runs no jobs needs none of these settings.
		wrong := []string{"FIRMHUB_NOTIFICATION_DAYS=5000"}
		require.Contains(t, do(exitUsage, wrong, "import", "people.csv", "--firm=Weitblick Reisen"), "FIRMHUB_NOTIFICATION_DAYS must be from 1 to 3650")
		do(exitOK, wrong, "admin", "reset-password", "--email="+ben, "--password-stdin")
	})
}

// addOld adds a notification of 100 days ago to a firm of the demo.
func addOld(t *testing.T, d *db.DB) {
	t.Helper()
	firms, err := db.All[uuid.UUID](dbtest.SQL(t.Context(), d), "SELECT id FROM firms WHERE name = 'Weitblick Reisen'")
	require.NoError(t, err)
	center := notification.NewCenter(d, broker.NewMemory())
	defer center.Close()
	_, err = center.Create(asSystem(t.Context(), firms[0]), notification.Input{Title: "Old", Message: "Old", Module: entnotification.ModuleSystem})
	require.NoError(t, err)
	_, err = dbtest.SQL(t.Context(), d).Exec("UPDATE notifications SET created_at = $1 WHERE title = 'Old'", time.Now().UTC().AddDate(0, 0, -100))
	require.NoError(t, err)
}

// mailServer serves a double of a mail server, and returns its URL.
func mailServer(t *testing.T, mails chan<- double.Mail) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := double.New(double.Options{Choose: func(double.Call) double.Behaviour { return double.Take }}).
		SMTP(nil, func(mail double.Mail) { mails <- mail })
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-served)
	})
	return fmt.Sprintf("smtp://%s?tls=off&from=hub@firmhub.example", listener.Addr())
}

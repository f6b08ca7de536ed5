package app_test

import (
	"context"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The jobs of a worker have the settings of the server: notifications stay for as long as they have
// to, and mails are sent.
func TestWorker_While(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		mails := make(chan double.Mail, 10)
		basics := app.Basics{DatabaseURL: dbtest.URL(t, dialect), DataDir: t.TempDir()}
		ben := demo.Logins()[0].Email
		addOld(t, basics, ben)

		worker, err := app.OpenWorker(t.Context(), app.Config{
			Basics: basics, NotificationDays: 365, SMTPURL: mailServer(t, mails), PublicURL: "https://hub.example.com",
		})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, worker.Close()) })
		require.NoError(t, worker.While(t.Context(), func() error {
			require.Equal(t, ben, (<-mails).To)
			require.Eventually(t, func() bool {
				return dbtest.Count(t, worker.DB, "river_job WHERE kind = 'notification.delete_old' AND state = 'completed'") > 0
			}, 2*time.Minute, 10*time.Millisecond)
			return nil
		}))
		require.Empty(t, mails)
		require.Zero(t, dbtest.Count(t, worker.DB, "notification_sequences WHERE expired > 0"))
		require.Equal(t, 1, dbtest.Count(t, worker.DB, "notifications WHERE title = 'Old'"))
	})
}

// addOld adds the firms of the demo, with a notification of 100 days ago and a notice of a new
// password of the user, by a process that knows no mail server.
func addOld(t *testing.T, basics app.Basics, email string) {
	t.Helper()
	core, err := app.Open(t.Context(), basics)
	require.NoError(t, err)
	defer func() { require.NoError(t, core.Close()) }()
	_, err = demo.Firms(t.Context(), core.DB, core.Passwords.Hash)
	require.NoError(t, err)
	firms, err := db.All[uuid.UUID](dbtest.SQL(t.Context(), core.DB), "SELECT id FROM firms WHERE name = 'Weitblick Reisen'")
	require.NoError(t, err)
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firms[0]})
	old := notification.Input{Title: "Old", Message: "Old", Module: entnotification.ModuleSystem}
	_, err = core.Notifications.Create(ctx, old)
	require.NoError(t, err)
	past := time.Now().UTC().AddDate(0, 0, -100)
	_, err = dbtest.SQL(t.Context(), core.DB).Exec("UPDATE notifications SET created_at = $1 WHERE title = 'Old'", past)
	require.NoError(t, err)
	in := session.ResetPasswordInput{Email: email, NewPassword: "Another-secret-1"}
	require.NoError(t, core.Sessions.ResetPassword(t.Context(), in))
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

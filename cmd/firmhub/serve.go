package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/tracing"
)

type serveCommand struct {
	app.Config `embed:""`

	Demo bool `help:"Fill the database with the demo first, and print how to try it."`
}

// Help is the long form of the command's help.
func (*serveCommand) Help() string {
	return `On an empty database the first start creates the super-firm and its admin. FIRMHUB_ADMIN_PASSWORD sets the admin's
password; without it one is generated and printed once.

FIRMHUB_SECRETS_KEY is the key that encrypts the secrets of channels: base64 of 32 bytes. On SQLite a key is made in the data
folder if there is none, unless the database has secrets that another key has sealed.

The server stops on SIGTERM, SIGHUP or Ctrl-C. /readyz says so at once. After FIRMHUB_STOP_DELAY the server takes no new requests,
lets those under way end (20 seconds at most), and closes the connections. A second Ctrl-C ends it at once.`
}

// adminPasswordVariable has no flag: flags can be read in the process list.
const adminPasswordVariable = "FIRMHUB_ADMIN_PASSWORD" //nolint:gosec // the name of one

// Run serves until ctx is done.
func (s *serveCommand) Run(ctx context.Context, c *console) (err error) {
	c.log(s.Basics)
	limitMemory(ctx, c.getenv)
	s.AdminPassword = c.getenv(adminPasswordVariable)
	s.SecretsKey = c.getenv(config.SecretsKey)
	s.ShowDemo, s.KeepMails = s.Demo, s.Demo
	if s.Demo && len(s.CORSOrigins) == 0 {
		s.CORSOrigins = demo.Origins()
	}
	tracer, err := traced(ctx, c.getenv)
	if err != nil {
		return err
	}
	defer tracer.Close()
	s.Tracer = tracer
	listeners, err := s.Config.Listen(ctx)
	if err != nil {
		return err
	}
	defer listeners.Close()
	if strings.HasSuffix(s.Addr, ":0") { // the default of PublicURL is the address that was taken
		s.Addr = listeners.API.Addr().String()
	}
	server, err := app.New(ctx, s.Config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()

	if admin := server.FirstAdmin(); admin.Password != "" {
		fmt.Fprintf(c.stdout, "The super-admin is %s with the password %s\nIt is shown only this once.\n\n",
			admin.Email, admin.Password)
	}
	if s.Demo {
		if err := fillDemo(ctx, server.Worker, c.stdout); err != nil {
			return err
		}
	}
	return server.Run(ctx, listeners, func(url string) {
		if s.Demo {
			fmt.Fprintf(c.stdout, tryIt, url, demo.Logins()[0].Email, demo.Password)
		}
		fmt.Fprintf(c.stdout, "\nfirmhub serves on %[1]s (docs: %[1]s/docs, GraphQL: %[1]s/graphql/playground, "+
			"notifications: %[1]s/notifications-demo)\n", url)
	})
}

// traced returns the tracer that the environment describes, or nil.
func traced(ctx context.Context, getenv func(string) string) (*tracing.Tracer, error) {
	settings, warnings, err := config.Tracing(getenv)
	if err != nil {
		return nil, err
	}
	for _, warning := range warnings {
		slog.WarnContext(ctx, "a setting of tracing has another effect", "warning", warning)
	}
	return tracing.New(settings), nil
}

// tryIt contains three lines to paste. A test runs them as they are printed.
//
//go:embed try.txt
var tryIt string

// Command firmhub is the server and its tools. Each command is a struct of flags in its own file.
// Its method Run calls the domains.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/logger"
	"github.com/firmhub/firmhub/internal/fault"
)

// The exit codes.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

type commands struct {
	Serve     serveCommand     `cmd:"" help:"Serve the API. Brings the database up to date first."`
	Migrate   migrateCommand   `cmd:"" help:"Bring the database up to date, or see what is missing."`
	Backup    backupCommand    `cmd:"" help:"Write a backup of the database and the uploaded files, while servers run."`
	Restore   restoreCommand   `cmd:"" help:"Restore a backup into an empty installation, and check it."`
	Copy      copyCommand      `cmd:"" help:"Copy an installation from SQLite to PostgreSQL or back, and check the copy."`
	Admin     adminCommand     `cmd:"" help:"Create users and firms, reset passwords."`
	Policy    policyCommand    `cmd:"" help:"See who may do what, and why."`
	Secrets   secretsCommand   `cmd:"" help:"Replace the key for secrets."`
	Jobs      jobsCommand      `cmd:"" help:"See the jobs in the background, try failed ones again, cancel some."`
	Import    importCommand    `cmd:"" help:"Import contacts from a CSV file into a firm."`
	Wallet    walletCommand    `cmd:"" help:"Check the wallets of firms, and print statements."`
	Campaign  campaignCommand  `cmd:"" help:"Check campaigns."`
	Consent   consentCommand   `cmd:"" help:"Check what people have consented to, and prove it."`
	Analytics analyticsCommand `cmd:"" help:"Check the charts of firms."`
	Demo      demoCommand      `cmd:"" help:"Fill the database with two firms to try things on."`
	Doctor    doctorCommand    `cmd:"" help:"Check settings, database, clock, files and broker, and say what to do."`
	Login     loginCommand     `cmd:"" help:"Log in at a running server, for call and gql."`
	Logout    logoutCommand    `cmd:"" help:"Log out at a server."`
	Call      callCommand      `cmd:"" help:"Call the REST API of a running server."`
	GQL       gqlCommand       `cmd:"" name:"gql" help:"Run a GraphQL operation on a running server, subscriptions too."`
	Schema    schemaCommand    `cmd:"" help:"Print the GraphQL schema."`
	Provider  providerCommand  `cmd:"" help:"Serve doubles of WhatsApp, Twilio and a mail server, for developers."`
	Webhook   webhookCommand   `cmd:"" help:"Receive deliveries of webhooks, for developers."`
	Version   versionCommand   `cmd:"" help:"Print the version."`

	Completion completionCommand `cmd:"" help:"Print the completion script of a shell."`
	Complete   completeCommand   `cmd:"" hidden:"" passthrough:""`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

const description = `A multi-tenant backend for business messaging: one API, as REST and as GraphQL.

Every flag can also be set by the environment variable that its help names. Start with: firmhub serve --demo`

// console is the input and output of a command.
type console struct {
	stdin          *os.File
	stdout, stderr io.Writer
	getenv         func(string) string
	environ        func() []string
	// unknown are the environment variables that look like settings and are none.
	unknown []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, func() {
		// A closed terminal may send several signals, and the first one is enough.
		signal.Ignore(syscall.SIGHUP)
		// A second signal of another kind ends the process at once.
		stop()
	})
	code := run(ctx, os.Args[1:], &console{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, environ: os.Environ})
	stop()
	os.Exit(code)
}

// endings returns the signals that end the program in an orderly way. Signals that are ignored
// because of nohup stay ignored.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// run is the whole program. It returns the exit code.
func run(ctx context.Context, args []string, c *console) int {
	helped := false
	parser, err := kong.New(&commands{},
		kong.Name("firmhub"),
		kong.Description(description),
		kong.Vars{"version": versionLine()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ExplicitGroups([]kong.Group{
			{Key: "server", Title: "Server:"},
			{Key: "data", Title: "Data and log:"},
			{Key: "first", Title: "First start, on an empty database:"},
		}),
		kong.Writers(c.stdout, c.stderr),
		// kong would end the process after --help and --version; here it continues, and its error
		// then does not matter.
		kong.Exit(func(int) { helped = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(c),
	)
	if err != nil {
		return c.fail(err)
	}
	c.unknown = unknownVariables(parser.Model, c.environ())
	parsed, err := parser.Parse(args)
	switch {
	case helped:
		return exitOK
	case err != nil && !errors.As(err, new(*config.Error)):
		fmt.Fprintf(c.stderr, "firmhub: %v\nRun firmhub --help to see how it is used.\n", err)
		return exitUsage
	case err != nil:
		return c.fail(err)
	}
	if err := zeroSetting(parsed); err != nil {
		return c.fail(err)
	}
	return c.fail(parsed.Run())
}

// zeroSetting returns the error of the first number or duration that has a default and was set to
// zero, which the configuration would take for the default.
func zeroSetting(parsed *kong.Context) error {
	for _, flag := range parsed.Flags() {
		if flag.HasDefault && len(flag.Envs) > 0 && flag.Target.CanInt() && flag.Target.IsZero() {
			return config.Refuse(flag.Envs[0], "must not be 0. Leave it out for the default, %s.", flag.Default)
		}
	}
	return nil
}

// log sets the logger of the process, and warns of unknown settings. If a setting is invalid, it
// uses the defaults; the command will refuse the setting.
func (c *console) log(basics app.Basics) {
	settings, _ := logger.Parse(basics.Log)
	slog.SetDefault(logger.New(settings, c.stderr))
	if len(c.unknown) > 0 {
		slog.Warn("unknown settings in the environment", "names", c.unknown)
	}
}

// fail prints why a command failed, in one line, and returns the exit code.
func (c *console) fail(err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(c.stderr, "firmhub: %s\n", explain(err))
	if errors.As(err, new(*config.Error)) {
		return exitUsage
	}
	return exitFailure
}

// explain returns an error as one line: the valid values for a setting, the message of a refusal,
// and the whole chain of any other error.
func explain(err error) string {
	if wrong, ok := errors.AsType[*config.Error](err); ok {
		return wrong.Error()
	}
	if refusal, ok := errors.AsType[*fault.Error](err); ok && refusal.Code != fault.InternalError {
		return refusal.Message
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}

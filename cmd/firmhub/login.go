package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"github.com/firmhub/firmhub/internal/client"
)

type loginCommand struct {
	Server string `arg:"" optional:"" env:"FIRMHUB_SERVER" help:"URL of the server. Default: http://127.0.0.1:8080." placeholder:"URL"`
	Named  string `name:"server" help:"The same as the argument, as other commands write it." placeholder:"URL"`
	Email  string `help:"E-mail address; asked for when it is missing." placeholder:"ada@example.com"`
	Firm   string `help:"Name or id of the firm to act in. Default: the one last used, or asked for where there is a terminal." placeholder:"NAME"`
	Code   string `help:"Code of the authenticator, for an account that has one; asked for when it is missing." placeholder:"123456"`
	List   bool   `help:"List the logins instead; the one marked is used when no server is named."`

	passwordFlags `embed:""`
}

// Help is the long form of the command's help.
func (*loginCommand) Help() string {
	return `The password is asked for, unless it comes from standard input or from FIRMHUB_PASSWORD. The tokens are kept in the folder of your
settings, in firmhub/logins.json, which nobody else can read, and renewed when they expire. There can be a login at each of
several servers; commands use the last one unless --server names another.`
}

// Run logs in and stores the login.
func (l *loginCommand) Run(ctx context.Context, c *console) error {
	logins, err := client.NewLogins()
	if err != nil {
		return err
	}
	if l.List {
		return listLogins(c, logins)
	}
	server, err := client.ParseServer(cmp.Or(l.Named, l.Server, c.localServer()))
	if err != nil {
		return err
	}
	c.warnExposed(server, "the password")
	in := bufio.NewReader(c.stdin)
	if l.Email == "" {
		if l.Email, err = c.ask(in, "E-mail: "); err != nil {
			return err
		}
	}
	password, err := l.readOnce(c)
	if err != nil {
		return err
	}
	remote := client.New(server, "", logins)
	login, err := remote.LogIn(ctx, l.Email, password)
	const badRequest = 400
	if refused, ok := errors.AsType[*client.RefusalError](err); ok && refused.Status == badRequest {
		return errors.New("E-mail or password is wrong.") //nolint:staticcheck,revive // The server lists the rules for new ones instead.
	}
	if waiting, ok := errors.AsType[*client.MFARequiredError](err); ok {
		if l.Code == "" {
			if l.Code, err = c.ask(in, "Code of your authenticator: "); err != nil {
				return err
			}
		}
		login, err = remote.LogInMFA(ctx, l.Email, waiting, l.Code)
	}
	if err != nil {
		return err
	}
	firm, err := l.choose(c, in, login)
	if err != nil {
		return errors.Join(err, remote.Drop(ctx, login))
	}
	if err := remote.Keep(ctx, login, firm); err != nil {
		return err
	}
	if firm.ID == "" {
		_, err = fmt.Fprintf(c.stdout, "%s is logged in at %s, and in no firm yet.\n", login.Email, server)
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s is logged in at %s, in the firm %s.\n", login.Email, server, firm.Name)
	return err
}

// choose returns the firm named by the flag or the user. It returns the zero value for a user
// without a firm.
func (l *loginCommand) choose(c *console, in *bufio.Reader, login *client.Login) (client.Firm, error) {
	current, _ := login.Find(login.FirmID)
	switch {
	case l.Firm != "":
		firm, found := login.Find(l.Firm)
		if !found {
			return firm, fmt.Errorf("%s is in no firm %q, but in: %s", login.Email, l.Firm, strings.Join(names(login.Firms), ", "))
		}
		return firm, nil
	case len(login.Firms) < 2 || !term.IsTerminal(int(c.stdin.Fd())):
		return current, nil
	}
	for i, firm := range login.Firms {
		fmt.Fprintf(c.stderr, "%3d  %s\n", i+1, firm.Name)
	}
	for {
		answer, err := c.ask(in, fmt.Sprintf("Firm (number or name; empty for %s): ", current.Name))
		if err != nil || answer == "" {
			return current, err
		}
		if number, err := strconv.Atoi(answer); err == nil && 1 <= number && number <= len(login.Firms) {
			return login.Firms[number-1], nil
		}
		if firm, found := login.Find(answer); found {
			return firm, nil
		}
	}
}

func names(firms []client.Firm) (names []string) {
	for _, firm := range firms {
		names = append(names, firm.Name)
	}
	return names
}

// ask asks a question on the terminal and returns the line that the user types.
func (c *console) ask(in *bufio.Reader, question string) (string, error) {
	if !term.IsTerminal(int(c.stdin.Fd())) {
		return "", errors.New("there is no terminal to ask for the e-mail or the code: use --email and --code")
	}
	fmt.Fprint(c.stderr, question)
	line, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	return strings.TrimSpace(line), nil
}

func listLogins(c *console, logins *client.Logins) error {
	all, current, err := logins.All()
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  SERVER\tE-MAIL\tFIRM")
	servers := make([]string, 0, len(all))
	for server := range all {
		servers = append(servers, server)
	}
	slices.Sort(servers)
	for _, server := range servers {
		mark := " "
		if server == current {
			mark = "*"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", mark, server, all[server].Email, all[server].FirmName())
	}
	return table.Flush()
}

type logoutCommand struct {
	Server string `arg:"" optional:"" env:"FIRMHUB_SERVER" help:"URL of the server. Default: that of the last firmhub login." placeholder:"URL"`
	Named  string `name:"server" help:"The same as the argument, as other commands write it." placeholder:"URL"`
	All    bool   `help:"Log out at all servers."`
}

// Run ends the sessions and deletes the logins.
func (l *logoutCommand) Run(ctx context.Context, c *console) error {
	logins, err := client.NewLogins()
	if err != nil {
		return err
	}
	all, current, err := logins.All()
	if err != nil {
		return err
	}
	servers := []string{current}
	switch {
	case l.All:
		servers = servers[:0]
		for server := range all {
			servers = append(servers, server)
		}
	case cmp.Or(l.Named, l.Server) != "":
		if servers[0], err = client.ParseServer(cmp.Or(l.Named, l.Server)); err != nil {
			return err
		}
	}
	ended := 0
	for _, server := range servers {
		found, failed := client.New(server, "", logins).LogOut(ctx)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("the login is forgotten, but its session may go on: %w", failed))
		}
		if found {
			ended++
			fmt.Fprintf(c.stdout, "Logged out at %s.\n", server)
		}
	}
	if ended == 0 && err == nil {
		fmt.Fprintln(c.stdout, "There is no login.")
	}
	return err
}

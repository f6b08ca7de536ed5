package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/client"
)

// remoteFlags are the flags of commands that call a running server.
type remoteFlags struct {
	Server string `env:"FIRMHUB_SERVER" help:"URL of the server. Default: that of the last firmhub login, else, and with FIRMHUB_API_KEY, the one at FIRMHUB_ADDR, http://127.0.0.1:8080." placeholder:"https://api.example.com"`
	Local  bool   `help:"Call the server at FIRMHUB_ADDR on this machine, whatever FIRMHUB_SERVER and the last login are."`
	Firm   string `help:"Name or id of the firm to act in. Default: that of the login or of the key." placeholder:"NAME"`
}

// keyVariable has no flag: flags can be read in the process list.
const keyVariable = "FIRMHUB_API_KEY"

// localServer returns the URL of a server on this machine with the settings of this process.
func (c *console) localServer() string { return app.Config{Addr: c.getenv("FIRMHUB_ADDR")}.LocalURL() }

// client returns a client of the server in the flags.
func (f remoteFlags) client(c *console) (*client.Client, error) {
	logins, err := client.NewLogins()
	if err != nil {
		logins = nil // An account without a folder for settings has no logins.
	}
	key := c.getenv(keyVariable)
	server, err := f.server(c, key, logins)
	if err != nil {
		return nil, err
	}
	if key != "" {
		c.warnExposed(server, "the key")
	}
	return client.New(server, key, logins), nil
}

// warnExposed warns before a secret is sent unencrypted.
func (c *console) warnExposed(server, what string) {
	if client.IsExposed(server) {
		fmt.Fprintf(c.stderr, "Warning: %s is not encrypted; everybody on the way can read %s. Use https://.\n", server, what)
	}
}

// server returns the URL of the server. A key is never sent to the server of the last login, since
// that would disclose it.
func (f remoteFlags) server(c *console, key string, logins *client.Logins) (string, error) {
	if f.Local {
		return c.localServer(), nil
	}
	if f.Server != "" {
		return client.ParseServer(f.Server)
	}
	if key == "" && logins != nil {
		if _, current, err := logins.All(); err != nil || current != "" {
			return current, err
		}
	}
	return c.localServer(), nil
}

// content returns the content of an argument: the text itself, the file after @, or standard input
// for -.
func (c *console) content(argument string) ([]byte, error) {
	path, isFile := strings.CutPrefix(argument, "@")
	switch {
	case argument == "-":
		text, err := io.ReadAll(c.stdin)
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		return text, nil
	case isFile:
		return os.ReadFile(path) //nolint:wrapcheck,gosec // It names the file, which the user chose.
	}
	return []byte(argument), nil
}

// printJSON prints JSON. On a terminal it is indented, elsewhere it is unchanged.
func (c *console) printJSON(text []byte) error {
	var indented bytes.Buffer
	if file, ok := c.stdout.(*os.File); ok && term.IsTerminal(int(file.Fd())) && json.Indent(&indented, text, "", "  ") == nil {
		text = indented.Bytes()
	}
	_, err := fmt.Fprintf(c.stdout, "%s\n", bytes.TrimSpace(text))
	return err
}

// loggedOut adds advice to a refusal of a request without a valid credential.
func (c *console) loggedOut(err error) error {
	const unauthorized = 401
	if refused, ok := errors.AsType[*client.RefusalError](err); ok && refused.Status == unauthorized {
		if c.getenv(keyVariable) != "" {
			return fmt.Errorf("%w The key in %s was sent. Unset it to use a login of firmhub login, or set another key", err, keyVariable)
		}
		return fmt.Errorf("%w Log in with firmhub login, or set %s", err, keyVariable)
	}
	return err
}

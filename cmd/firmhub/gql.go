package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/client"
)

type gqlCommand struct {
	Query string `arg:"" help:"The document, @ and the path of a file with it, or - for standard input."`

	Var       []string `short:"v" sep:"none" help:"Variable; a value that is JSON is sent as that, another as text. May be repeated." placeholder:"NAME=VALUE"`
	Variables string   `help:"All variables as a JSON object, @ and the path of a file with it, or - for standard input." placeholder:"JSON"`
	Operation string   `help:"Name of the operation to run, when the document has several." placeholder:"NAME"`

	remoteFlags `embed:""`
}

// Help is the long form of the command's help.
func (*gqlCommand) Help() string {
	return `It uses the login of firmhub login, or the API key in FIRMHUB_API_KEY. The answer is printed as JSON, which is indented on a
terminal. A subscription prints each event when it comes, until Ctrl-C; when it breaks off it begins again. The exit code is 1
when the answer has errors.

  firmhub gql '{ me { user { email } } }'
  firmhub gql 'query ($id: ID!) { contact(id: $id) { firstName } }' -v id=01a2…
  firmhub gql 'subscription { notificationReceived { title message } }'`
}

// Run runs the operation and prints each response.
func (g *gqlCommand) Run(ctx context.Context, c *console) error {
	remote, err := g.client(c)
	if err != nil {
		return err
	}
	query, err := c.content(g.Query)
	if err != nil {
		return err
	}
	variables, err := g.variables(c)
	if err != nil {
		return err
	}
	remote.Retrying = func(reason error, wait time.Duration) {
		fmt.Fprintf(c.stderr, "firmhub: %v; again in %s, and events until then may be missing\n", reason, wait)
	}
	operation := client.Operation{Query: string(query), Name: g.Operation, Variables: variables}
	err = remote.GraphQL(ctx, operation, g.Firm, c.printJSON)
	if ctx.Err() != nil {
		return nil //nolint:nilerr // Ctrl-C is how a subscription ends.
	}
	return c.loggedOut(err)
}

func (g *gqlCommand) variables(c *console) (variables map[string]any, err error) {
	if g.Variables != "" {
		text, err := c.content(g.Variables)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &variables); err != nil {
			return nil, fmt.Errorf("--variables must be a JSON object: %w", err)
		}
	}
	for _, assignment := range g.Var {
		name, value, found := strings.Cut(assignment, "=")
		if !found || name == "" {
			return nil, errors.New("a variable is written name=value, such as -v first=5")
		}
		if variables == nil {
			variables = map[string]any{}
		}
		variables[name] = value
		if json.Valid([]byte(value)) {
			variables[name] = json.RawMessage(value)
		}
	}
	return variables, nil
}

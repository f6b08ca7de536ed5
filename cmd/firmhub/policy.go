package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
)

type policyCommand struct {
	List    policyListCommand    `cmd:"" help:"Print the policy of a firm, line by line, and where each line comes from."`
	Check   policyCheckCommand   `cmd:"" help:"Look for policy rules that do not do what they seem to; exit code 1 when there are any."`
	Explain policyExplainCommand `cmd:"" help:"Say which role or rule allows or refuses something."`
}

type policyListCommand struct {
	app.Basics `embed:""`

	Firm string `required:"" help:"Name or id of the firm." placeholder:"NAME"`
}

// Run prints the lines in casbin's form, with their origin as a comment.
func (p *policyListCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		lines, err := core.Policy(ctx, p.Firm)
		if err != nil {
			return err
		}
		for _, line := range lines {
			fmt.Fprintf(c.stdout, "%s  # %s", line, line.Origin)
			if line.Problem != "" {
				fmt.Fprintf(c.stdout, ": INVALID, %s", line.Problem)
			}
			fmt.Fprintln(c.stdout)
		}
		return nil
	})
}

type policyCheckCommand struct {
	app.Basics `embed:""`
}

var errPolicyProblems = errors.New("the policy has problems, listed above")

// Run prints the problems.
func (p *policyCheckCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		problems, err := core.CheckPolicy(ctx)
		if err != nil {
			return err
		}
		if len(problems) == 0 {
			fmt.Fprintln(c.stdout, "Every policy rule is valid and has an effect.")
			return nil
		}
		for _, problem := range problems {
			kind := "no effect"
			if problem.Invalid {
				kind = "invalid"
			}
			fmt.Fprintf(c.stdout, "%s: %s (%s)\n  %s\n", problem.RuleID, problem.Message, kind, problem.Line)
		}
		return errPolicyProblems
	})
}

type policyExplainCommand struct {
	app.Basics `embed:""`

	Firm       string `required:"" help:"Name or id of the firm." placeholder:"NAME"`
	Subject    string `arg:"" help:"E-mail of a user, or user:<id>, apiclient:<id>, role:<id>."`
	Permission string `arg:"" help:"The permission, such as Contact:View."`
}

// Help is the long form of the command's help.
func (*policyExplainCommand) Help() string {
	return "The exit code is 0 whether it is allowed or refused: the first word of the answer says which."
}

// Run prints the decision and its reason.
func (p *policyExplainCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		explanation, err := core.ExplainPolicy(ctx, p.Firm, p.Subject, p.Permission)
		if err != nil {
			return err
		}
		decision := "Refused"
		if explanation.Allowed {
			decision = "Allowed"
		}
		fmt.Fprintf(c.stdout, "%s: %s.\n", decision, explanation.Because)
		if len(explanation.Line.Values) > 0 {
			fmt.Fprintf(c.stdout, "  %s\n", explanation.Line)
		}
		return nil
	})
}

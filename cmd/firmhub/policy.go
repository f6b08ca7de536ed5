package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

type policyCommand struct {
	List    policyListCommand    `cmd:"" help:"Print the policy of a firm, line by line, and where each line comes from."`
	Add     policyAddCommand     `cmd:"" help:"Add a policy rule: a grant or a denial beside what the roles say."`
	Remove  policyRemoveCommand  `cmd:"" help:"Remove a policy rule."`
	Check   policyCheckCommand   `cmd:"" help:"Look for policy rules that do not do what they seem to; exit code 1 when there are any."`
	Explain policyExplainCommand `cmd:"" help:"Say which role or rule allows or refuses something."`
	Export  policyExportCommand  `cmd:"" help:"Write the policy of a firm as a model.conf and policy.csv of casbin."`
}

type policyListCommand struct {
	app.Basics `embed:""`

	Firm string `required:"" help:"Name or id of the firm." placeholder:"NAME"`
}

// Run prints the lines in casbin's form, with their origin as a comment.
func (p *policyListCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		owner, err := firm.Find(ctx, core.DB, p.Firm)
		if err != nil {
			return err
		}
		lines, err := authz.List(ctx, core.DB.Client, owner.ID)
		if err != nil {
			return err
		}
		for _, line := range lines {
			fmt.Fprintf(c.stdout, "%s  # %s", line, line.Comment())
			if line.Problem != "" {
				fmt.Fprintf(c.stdout, ": INVALID, %s", line.Problem)
			}
			fmt.Fprintln(c.stdout)
		}
		return nil
	})
}

type policyAddCommand struct {
	app.Basics `embed:""`

	Line string `arg:"" help:"The rule, as casbin writes it."`
	Note string `help:"Why the rule exists." placeholder:"TEXT"`
}

// Help is the long form of the command's help.
func (*policyAddCommand) Help() string {
	return `A rule is one of

  p, SUBJECT, FIRM, MODULE, ACTION, allow    and deny, which wins over every allow
  g, SUBJECT, ROLE, FIRM                     the subject holds the role

SUBJECT is user:<id>, apiclient:<id>, role:<id> or role:<a name of your own>; FIRM is an id, or * for every firm; MODULE and
ACTION may be *. Quote it for the shell:

  firmhub policy add --note='Support reads along.' 'p, role:support, *, *, View, allow'

The rule counts from the next request on. One that names what does not exist is refused.`
}

// Run adds the rule.
func (p *policyAddCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		added, err := policy.Create(asSystem(ctx, uuid.Nil), core.DB, policy.CreateInput{Line: p.Line, Note: p.Note})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The policy rule %s is added.\n", added.ID)
		return nil
	})
}

type policyRemoveCommand struct {
	app.Basics `embed:""`

	ID uuid.UUID `arg:"" help:"The rule, as list and check name it."`
}

// Run removes the rule.
func (p *policyRemoveCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, p.Basics, func(core *app.Core) error {
		if err := policy.Delete(asSystem(ctx, uuid.Nil), core.DB, p.ID); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "The policy rule %s is removed.\n", p.ID)
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
		problems, err := authz.Check(ctx, core.DB.Client)
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
		explanation, err := p.explain(ctx, core)
		if err != nil {
			return err
		}
		decision := "Refused"
		if explanation.Allowed {
			decision = "Allowed"
		}
		fmt.Fprintf(c.stdout, "%s: %s.\n", decision, explanation.Because)
		if len(explanation.Line.Values) > 0 {
			fmt.Fprintf(c.stdout, "  %s  # %s\n", explanation.Line, explanation.Line.Comment())
		}
		return nil
	})
}

func (p *policyExplainCommand) explain(ctx context.Context, core *app.Core) (*authz.Explanation, error) {
	owner, err := firm.Find(ctx, core.DB, p.Firm)
	if err != nil {
		return nil, err
	}
	module, action, ok := strings.Cut(p.Permission, ":")
	if !ok {
		return nil, fault.New(fault.ValidationError,
			"A permission is named Module:Action, such as Contact:View, not %q.", fault.Shown(p.Permission))
	}
	subject := p.Subject
	if strings.Contains(subject, "@") {
		if subject, err = subjectOf(ctx, core, subject); err != nil {
			return nil, err
		}
	}
	return authz.Explain(ctx, core.DB.Client, owner.ID, subject, module, action)
}

// subjectOf returns the policy's subject for the user with an e-mail address.
func subjectOf(ctx context.Context, core *app.Core, address string) (string, error) {
	ctx = rule.AcrossFirms(ctx, "explain a decision about a user")
	found, err := core.DB.Client.User.Query().Where(user.EmailKey(email.Key(address))).Only(ctx)
	if ent.IsNotFound(err) {
		return "", fault.New(fault.NotFound, "There is no user with the e-mail %q.", fault.Shown(address)).Because(err)
	}
	if err != nil {
		return "", fmt.Errorf("find the user: %w", err)
	}
	return "user:" + found.ID.String(), nil
}

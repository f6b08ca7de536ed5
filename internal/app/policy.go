package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/email"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firm"
	"github.com/firmhub/firmhub/internal/policy"
)

// Policy gives the lines of a firm's policy as it stands; see [authz.List].
func (c *Core) Policy(ctx context.Context, firmName string) ([]authz.Line, error) {
	owner, err := firm.Find(ctx, c.db, firmName)
	if err != nil {
		return nil, err
	}
	return authz.List(ctx, c.db.Client, owner.ID)
}

// CheckPolicy gives the policy rules, of all firms, that do not do what their author meant; see [authz.Check].
func (c *Core) CheckPolicy(ctx context.Context) ([]authz.Problem, error) {
	return authz.Check(ctx, c.db.Client)
}

// AddPolicyRule adds a rule to the policy; see [policy.Create].
func (c *Core) AddPolicyRule(ctx context.Context, line, note string) (*ent.PolicyRule, error) {
	return policy.Create(inFirm(ctx, uuid.Nil), c.db, policy.CreateInput{Line: line, Note: note})
}

// RemovePolicyRule takes a rule from the policy; see [policy.Delete].
func (c *Core) RemovePolicyRule(ctx context.Context, id uuid.UUID) error {
	return policy.Delete(inFirm(ctx, uuid.Nil), c.db, id)
}

// ExportPolicy gives the policy of a firm as casbin's tools read it; see [policy.ExportFirm].
func (c *Core) ExportPolicy(ctx context.Context, firmName string) (*policy.Export, error) {
	owner, err := firm.Find(ctx, c.db, firmName)
	if err != nil {
		return nil, err
	}
	return policy.ExportFirm(ctx, c.db, owner.ID)
}

// ExplainPolicy says why somebody may do something in a firm, or may not. The subject is an e-mail address or a
// subject of the policy, such as role:<name>; the permission is named as Contact:View.
func (c *Core) ExplainPolicy(ctx context.Context, firmName, subject, permission string) (*authz.Explanation, error) {
	owner, err := firm.Find(ctx, c.db, firmName)
	if err != nil {
		return nil, err
	}
	module, action, ok := strings.Cut(permission, ":")
	if !ok {
		return nil, fault.New(fault.ValidationError,
			"A permission is named Module:Action, such as Contact:View, not %q.", fault.Shown(permission))
	}
	if strings.Contains(subject, "@") {
		subject, err = c.subjectOf(ctx, subject)
		if err != nil {
			return nil, err
		}
	}
	return authz.Explain(ctx, c.db.Client, owner.ID, subject, module, action)
}

func (c *Core) subjectOf(ctx context.Context, address string) (string, error) {
	ctx = rule.AcrossFirms(ctx, "explain a decision about a user")
	found, err := c.db.Client.User.Query().Where(user.EmailKey(email.Key(address))).Only(ctx)
	if ent.IsNotFound(err) {
		return "", fault.New(fault.NotFound, "There is no user with the e-mail %q.", fault.Shown(address)).Because(err)
	}
	if err != nil {
		return "", fmt.Errorf("find the user: %w", err)
	}
	return "user:" + found.ID.String(), nil
}

// PolicyModel is the casbin model that every policy is decided by.
func PolicyModel() string { return authz.Model }

package policy

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Explanation is a decision and its reason.
type Explanation struct {
	Allowed bool
	// Reason is the reason in one sentence.
	Reason string
	// Subject is the user or API client in the notation of the policy.
	Subject string
	// Role is the role of a user.
	Role *ent.Role
	// Property is the permission, if it exists.
	Property *ent.RoleProperty
	// RuleID and Line are the policy rule and the line that decided, if one did. Firms may not see
	// the note of a rule.
	RuleID *uuid.UUID
	Line   *string
}

// Explain returns whether a user or an API client of the viewer's firm may do something, by the
// present policy, and why. It returns NotFound for one of another firm.
func Explain(ctx context.Context, d *db.DB, in ExplainInput) (out *Explanation, err error) {
	defer fault.Wrap(&err, "policy.Explain")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if in.UserID != nil {
		out, err = explainUser(ctx, d, *in.UserID)
	} else {
		out, err = explainAPIClient(ctx, d, *in.APIClientID)
	}
	if err != nil {
		return nil, err
	}
	out.Property, err = d.Client.RoleProperty.Query().
		Where(roleproperty.ModuleName(in.Module), roleproperty.PropertyName(in.Action)).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, fmt.Errorf("read the permission: %w", err)
	}
	decision, err := authz.Explain(ctx, d.Client, viewer.From(ctx).FirmID, out.Subject, in.Module, in.Action)
	if err != nil {
		return nil, err
	}
	out.Allowed = decision.Allowed
	out.Reason = strings.ToUpper(decision.Because[:1]) + decision.Because[1:] + "."
	if len(decision.Line.Values) > 0 {
		text := decision.Line.String()
		out.Line = &text
	}
	if decision.Line.RuleID != uuid.Nil {
		out.RuleID = &decision.Line.RuleID
	}
	return out, nil
}

func explainUser(ctx context.Context, d *db.DB, id uuid.UUID) (*Explanation, error) {
	m, err := d.Client.Membership.Query().Where(authz.MemberID(id)).WithRole().Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "user")
	}
	if m.Status != membership.StatusInvited {
		id = m.UserID // the input may contain the id of the invitation
	}
	return &Explanation{Subject: "user:" + id.String(), Role: m.Edges.Role}, nil
}

func explainAPIClient(ctx context.Context, d *db.DB, id uuid.UUID) (*Explanation, error) {
	_, err := d.Client.APIClient.Query().Where(apiclient.ID(id)).OnlyID(ctx)
	if err != nil {
		return nil, db.NotFound(err, "API client")
	}
	return &Explanation{Subject: "apiclient:" + id.String()}, nil
}

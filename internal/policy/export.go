package policy

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Export is a policy as casbin's tools read it.
type Export struct {
	// Model is the model.conf, and Policy the policy.csv.
	Model, Policy string
}

// ExportFirm gives the policy of a firm as it stands: casbin comes to the same decisions by it. NotFound for an unknown
// firm, Conflict while a rule for it is invalid. It is the super-firm's to call, and crosses firms by itself.
func ExportFirm(ctx context.Context, d *db.DB, firmID uuid.UUID) (_ *Export, err error) {
	defer fault.Wrap(&err, "policy.ExportFirm")
	exists, err := d.Client.Firm.Query().Where(firm.ID(firmID)).Exist(rule.AcrossFirms(ctx, "export the policy of a firm"))
	if err != nil {
		return nil, fmt.Errorf("look for the firm: %w", err)
	}
	if !exists {
		return nil, fault.New(fault.NotFound, "There is no firm %s.", firmID)
	}
	text, err := authz.Export(ctx, d.Client, firmID)
	if err != nil {
		return nil, err
	}
	return &Export{Model: authz.Model, Policy: text}, nil
}

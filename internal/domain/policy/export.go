package policy

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Export is a policy in the format of casbin's tools.
type Export struct {
	// Model is the model.conf, and Policy the policy.csv.
	Model, Policy string
}

// ExportFirm returns the present policy of a firm. With it, casbin makes the same decisions.
// ExportFirm returns NotFound for an unknown firm, and Conflict while a rule that applies to the
// firm is invalid. Only the super-firm may call it. It crosses firms by itself.
func ExportFirm(ctx context.Context, d *db.DB, firmID uuid.UUID) (_ *Export, err error) {
	defer fault.Wrap(&err, "policy.ExportFirm")
	_, err = d.Client.Firm.Query().Where(firm.ID(firmID)).OnlyID(rule.AcrossFirms(ctx, "export the policy of a firm"))
	if err != nil {
		return nil, db.NotFound(err, "firm")
	}
	text, err := authz.Export(ctx, d.Client, firmID)
	if err != nil {
		return nil, err
	}
	return &Export{Model: authz.Model, Policy: text}, nil
}

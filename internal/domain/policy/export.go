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

// ExportFirm returns the present policy of a firm, with which casbin makes the same decisions. It returns NotFound for an
// unknown firm, and a Conflict while a rule that applies to it is invalid. It is for the super-firm, and crosses firms by
// itself.
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

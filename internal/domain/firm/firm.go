// Package firm manages firms, the tenants of firmhub.
package firm

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Create creates a firm with a wallet, the role Owner, which holds every permission, and an owner,
// who has that role. If the e-mail address belongs to a user, that user becomes the owner. Create
// returns Conflict if another firm has the name in any letter case, and ValidationError for a
// pricing plan that is not active or in another currency. It logs a warning if the firm has a
// [Warning]. Only the super-firm may call it. It crosses firms by itself.
func Create(ctx context.Context, d *db.DB, hash user.Hash, in CreateInput) (created *ent.Firm, err error) {
	defer fault.Wrap(&err, "firm.Create")
	faults := in.Validate()
	if err := checkPlan(ctx, d, &faults, in.PricingPlanID, in.Currency); err != nil {
		return nil, err
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	passwordHash, err := hash(ctx, in.Owner.Password)
	if err != nil {
		return nil, err
	}
	var warning *string
	err = d.Tx(ctx, func(ctx context.Context) error {
		if created, err = establish(ctx, d, in, ordinary, passwordHash); err != nil {
			return err
		}
		warning, err = Warning(ctx, d, created)
		return err
	})
	if err != nil {
		return nil, err
	}
	if warning != nil {
		slog.WarnContext(ctx, "a firm has a warning", "warning", *warning, "firm", created.ID, "name", created.Name)
	}
	return created, nil
}

// rank is true for the super-firm.
type rank bool

const (
	ordinary rank = false
	super    rank = true
)

// establish creates a firm from a valid input, with its first role and user.
func establish(ctx context.Context, d *db.DB, in CreateInput, as rank, passwordHash string) (*ent.Firm, error) {
	ctx = rule.AcrossFirms(ctx, "make a firm")
	created, err := d.Client.Firm.Create().
		SetName(in.Name).
		SetNameKey(plaintext.FoldCase(in.Name)).
		SetCurrency(in.Currency).
		SetTimeZone(in.TimeZone).
		SetIsSuperFirm(bool(as)).
		SetNillablePricingPlanID(in.PricingPlanID).
		SetNillableLowBalanceThreshold(in.LowBalanceThreshold).
		SetNillableMessagingTier(in.MessagingTier).
		Save(ctx)
	if db.IsUnique(err) {
		return nil, nameTaken(in.Name).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("save the firm: %w", err)
	}
	if err := wallet.Open(ctx, d, created.ID, created.Currency); err != nil {
		return nil, err
	}
	owner, err := role.CreateOwner(ctx, d, created.ID)
	if err != nil {
		return nil, err
	}
	_, _, err = user.JoinWith(ctx, d, created.ID, owner.ID, in.Owner.Person(), passwordHash)
	if err != nil {
		return nil, err
	}
	return created, recordCreation(ctx, d, created, in.Owner.Email)
}

func nameTaken(name string) *fault.Error {
	return fault.New(fault.Conflict, "There is a firm named %q already.", fault.Shown(name))
}

// recordCreation writes a new firm to the audit logs.
func recordCreation(ctx context.Context, d *db.DB, created *ent.Firm, owner string) error {
	return audit.RecordIn(ctx, d, audit.LogsOf(ctx, created.ID), audit.Change{
		Action: "firm.create", Target: audit.Of("firm", created.ID, created.Name),
		After: struct {
			auditFields

			Owner string `json:"owner"`
		}{fieldsOf(created), owner},
	})
}

// Find returns the firm with this name, in any letter case, or this id. It returns NotFound when
// there is none. It crosses firms by itself.
func Find(ctx context.Context, d *db.DB, idOrName string) (*ent.Firm, error) {
	ctx = rule.AcrossFirms(ctx, "find a firm by name")
	id, err := d.Client.FirmName.Query().Where(firmname.NameKey(plaintext.FoldCase(strings.TrimSpace(idOrName)))).OnlyID(ctx)
	if ent.IsNotFound(err) {
		id, _ = uuid.Parse(idOrName) // a text that is not an id returns the zero id, which no firm has
	} else if err != nil {
		return nil, fmt.Errorf("firm.Find: %w", err)
	}
	named, err := d.Client.Firm.Query().Where(firm.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no firm %q.", fault.Shown(idOrName)).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("firm.Find: %w", err)
	}
	return named, nil
}

package sso

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/db"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	members "github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

var errNoSuchFirm = errors.New("the firm or the role of autoJoin does not exist, or the firm is not active")

// join makes a new person an active user of the firm of autoJoin. If the firm has invited the
// person, the account is made, and the invitation stays.
func (m *Manager) join(ctx context.Context, p *provider, of *identity, hash string) (id uuid.UUID, err error) {
	firmID, roleID, err := m.target(ctx, p)
	if err != nil {
		return id, err
	}
	invited, err := m.db.Client.Membership.Query().
		Where(membership.FirmID(firmID), membership.EmailKey(email.Key(of.Email))).Exist(ctx)
	if err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	if invited {
		found, err := m.lockByEmail(ctx, of.Email)
		switch {
		case err != nil:
			return id, err
		case found == nil: // the firm has typed the address of somebody with another account
			return id, refuse(Unknown, errNoAccount)
		}
		return found.ID, m.claim(ctx, found, of, hash)
	}
	person := of.person()
	joined, _, err := members.JoinWith(ctx, m.db, firmID, roleID, person, hash)
	if err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	if err := m.db.Client.User.UpdateOne(joined).SetEmailVerifiedAt(m.now()).Exec(ctx); err != nil {
		return id, err //nolint:wrapcheck // The caller names the operation.
	}
	return joined.ID, record(ctx, m.db, firmID, joined.ID, person.Email, "user.create", map[string]any{
		"firstName": person.FirstName, "lastName": person.LastName, "email": person.Email, "role": p.AutoJoin.Role, "provider": p.Name,
	})
}

// target returns the firm and the role of autoJoin.
func (m *Manager) target(ctx context.Context, p *provider) (firmID, roleID uuid.UUID, err error) {
	firmID, err = m.db.Client.Firm.Query().
		Where(firm.NameKey(plaintext.FoldCase(p.AutoJoin.Firm)), firm.IsActive(true)).OnlyID(ctx)
	if err == nil {
		roleID, err = m.db.Client.Role.Query().
			Where(role.FirmID(firmID), role.NameKey(plaintext.FoldCase(p.AutoJoin.Role))).OnlyID(ctx)
	}
	if ent.IsNotFound(err) {
		err = refuse(Unavailable, errNoSuchFirm)
	}
	return firmID, roleID, err //nolint:wrapcheck // The caller names the operation.
}

// person returns the person with names that a firm can show: those of the provider, else the part
// of the e-mail address before the @.
func (of *identity) person() members.CreateInput {
	local, _, _ := strings.Cut(of.Email, "@")
	return members.CreateInput{FirstName: shown(of.FirstName, local), LastName: shown(of.LastName, local), Email: of.Email}
}

// shown returns the first of two texts that is a name, shortened.
func shown(texts ...string) string {
	for _, text := range texts {
		if runes := []rune(plaintext.Trim(text)); len(runes) > accounts.MaxName {
			text = string(runes[:accounts.MaxName])
		}
		var faults fault.Details
		if plaintext.CheckName(&faults, "", &text, accounts.MaxName) {
			return text
		}
	}
	return "?"
}

// recordLink records in each firm of the person that a provider can log the person in.
func (m *Manager) recordLink(ctx context.Context, p *provider, id uuid.UUID) error {
	return eachMembership(ctx, m.db, id, func(own *ent.Membership) error {
		return record(ctx, m.db, own.FirmID, id, own.Email, "user.link", map[string]any{"provider": p.Name, "issuer": p.Issuer})
	})
}

// eachMembership calls a function with each active membership of a person.
func eachMembership(ctx context.Context, d *db.DB, id uuid.UUID, do func(own *ent.Membership) error) error {
	firms, err := db.All[uuid.UUID](d.Shared(ctx), `SELECT DISTINCT firm_id FROM user_firms WHERE user_id = $1`, id)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	for _, firmID := range firms {
		own, err := d.Client.Membership.Query().
			Where(membership.FirmID(firmID), membership.UserID(id), membership.StatusEQ(membership.StatusActive)).First(ctx)
		if ent.IsNotFound(err) { // only invited
			continue
		}
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		if err := do(own); err != nil {
			return err
		}
	}
	return nil
}

// record records what a person did in the audit log of a firm, by the e-mail address that the firm
// knows.
func record(
	ctx context.Context, d *db.DB, firmID, userID uuid.UUID, address, action string, after map[string]any,
) error {
	ctx = viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.User, FirmID: firmID, UserID: userID, Email: address, Request: viewer.From(ctx).Request,
	})
	return audit.Record(ctx, d, audit.Change{ //nolint:wrapcheck // The caller names the operation.
		Action: action, Target: audit.Of("user", userID, address), After: after,
	})
}

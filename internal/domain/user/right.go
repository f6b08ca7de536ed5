package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// mayInvite does the same as [mayInviteAs] for the account with an e-mail address, or for one that
// does not exist yet. Call it before the password is hashed, and mayInviteAs again in the
// transaction.
func mayInvite(ctx context.Context, d *db.DB, may *authz.Enforcer, emailKey string, roleID uuid.UUID) error {
	across := rule.AcrossFirms(ctx, "an account belongs to no firm")
	found, err := d.Client.User.Query().Where(user.EmailKey(emailKey)).Only(across)
	if ent.IsNotFound(err) {
		found, err = &ent.User{}, nil
	}
	if err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	return mayInviteAs(ctx, d, may, found, roleID)
}

// mayInviteAs returns Forbidden unless the viewer holds everything that the invited person would
// hold, by the policy with its rules. The password of an invitation logs in to an account without a
// password of its own. For such an account, rules that name it are included. For a person who has
// logged in before they are not: the answer must not reveal them.
func mayInviteAs(ctx context.Context, d *db.DB, may *authz.Enforcer, to *ent.User, roleID uuid.UUID) error {
	asking := viewer.From(ctx)
	if asking.Kind == viewer.APIClient { // an invitation names the user who sent it
		return fault.New(fault.Forbidden, "An API key can't invite anybody.")
	}
	if to.ID != uuid.Nil && to.ID == asking.UserID { // a user who visits a firm for support would stay when the rules end
		return fault.New(fault.Forbidden, "You can't invite yourself.")
	}
	if to.PasswordHash != "" {
		return role.MayGive(ctx, d, may, uuid.Nil, roleID)
	}
	return role.MayGive(ctx, d, may, to.ID, roleID)
}

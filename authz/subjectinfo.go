package authz

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/firmname"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
)

// subjectInfo describes a subject, in words.
type subjectInfo struct {
	name string
	// refused is the reason to refuse the subject whatever the policy says. It is empty for most
	// subjects.
	refused string
	// inactive is why the subject's own role grants nothing. It is empty for most subjects.
	inactive string
}

// lookUp returns the description of a subject in a firm.
func lookUp(ctx context.Context, client *ent.Client, firmID uuid.UUID, subject string) (who subjectInfo, err error) {
	ctx = rule.AcrossFirms(ctx, "explain a decision")
	if id, ok := idOf(subject, subjectUser); ok {
		who, err = lookUpUser(ctx, client, firmID, id)
	} else if id, ok := idOf(subject, subjectAPIClient); ok {
		who, err = lookUpAPIClient(ctx, client, firmID, id)
	} else if id, ok := idOf(subject, subjectRole); ok {
		who, err = lookUpRole(ctx, client, firmID, id)
	} else {
		who.name = "the role " + strings.TrimPrefix(subject, subjectRole)
	}
	if err != nil {
		return subjectInfo{}, fmt.Errorf("authz: read the subject: %w", err)
	}
	return who, nil
}

func lookUpUser(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (subjectInfo, error) {
	who := subjectInfo{name: "the user"}
	m, err := client.Membership.Query().
		Where(membership.FirmID(firmID), MemberID(id)).
		WithRole(func(q *ent.RoleQuery) { q.Where(role.FirmID(firmID)) }).WithUser().WithFirm().Only(ctx)
	switch {
	case ent.IsNotFound(err):
		visits, err := isSupport(ctx, client, id)
		if err != nil {
			return who, err
		}
		if !visits {
			who.refused = "the user is no member of the firm"
		}
		return who, nil
	case err != nil:
		return who, err
	case !m.Edges.Firm.IsActive:
		who.refused = "the firm is not active"
	case !m.Edges.User.IsActive:
		who.refused = "the user's account is not active"
	case m.Status == membership.StatusInvited:
		who.refused = "the user has not accepted the invitation yet"
	case m.Status != membership.StatusActive:
		who.refused = "the user's membership is not active"
	case !m.Edges.Role.IsActive:
		who.inactive = "the " + originOf(m.Edges.Role) + " is not active"
	}
	return who, nil
}

// isSupport reports whether the user is an active member of the super-firm. Policy rules may allow
// such users to visit other firms.
func isSupport(ctx context.Context, client *ent.Client, id uuid.UUID) (bool, error) {
	super, err := client.FirmName.Query().Where(firmname.IsSuperFirm(true)).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return client.Membership.Query().Where(
		membership.FirmID(super), membership.UserID(id), membership.StatusEQ(membership.StatusActive),
		membership.HasUserWith(user.IsActive(true)), membership.HasFirmWith(firm.ID(super), firm.IsActive(true)),
	).Exist(ctx)
}

func lookUpAPIClient(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (subjectInfo, error) {
	c, err := client.APIClient.Query().Where(apiclient.FirmID(firmID), apiclient.ID(id)).WithFirm().Only(ctx)
	if ent.IsNotFound(err) {
		return subjectInfo{refused: "the firm has no such API client"}, nil
	}
	if err != nil {
		return subjectInfo{}, err
	}
	who := subjectInfo{name: "the API client " + strconv.Quote(c.Name)}
	switch {
	case !c.Edges.Firm.IsActive:
		who.refused = "the firm is not active"
	case c.RevokedAt != nil:
		who.refused = who.name + " is revoked"
	case c.ExpiresAt != nil && !time.Now().Before(*c.ExpiresAt):
		who.refused = who.name + " has expired"
	}
	return who, nil
}

func lookUpRole(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (subjectInfo, error) {
	r, err := client.Role.Query().Where(role.FirmID(firmID), role.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return subjectInfo{name: "the role " + id.String(), inactive: "the firm has no such role"}, nil
	}
	if err != nil {
		return subjectInfo{}, err
	}
	who := subjectInfo{name: "the " + originOf(r)}
	if !r.IsActive {
		who.inactive = who.name + " is not active"
	}
	return who, nil
}

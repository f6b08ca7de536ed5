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
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
)

// party is what is known of a subject beside the policy, in words.
type party struct {
	name string
	// keptOut is why the subject can't come in at all, whatever the policy says; empty for most.
	keptOut string
	// idle is why the subject's own role gives nothing.
	idle string
}

// lookUp finds out who the subject of a decision in the firm is.
func lookUp(ctx context.Context, client *ent.Client, firmID uuid.UUID, subject string) (who party, err error) {
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
		return party{}, fmt.Errorf("authz: read who asks: %w", err)
	}
	return who, nil
}

func lookUpUser(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (party, error) {
	who := party{name: "the user"}
	m, err := client.Membership.Query().
		Where(membership.FirmID(firmID), MemberID(id)).
		WithRole().WithUser().WithFirm().Only(ctx)
	switch {
	case ent.IsNotFound(err):
		visits, err := isSupport(ctx, client, id)
		if err != nil {
			return who, err
		}
		if !visits {
			who.keptOut = "the user is no member of the firm"
		}
		return who, nil
	case err != nil:
		return who, err
	case !m.Edges.Firm.IsActive:
		who.keptOut = "the firm is not active"
	case !m.Edges.User.IsActive:
		who.keptOut = "the user's account is not active"
	case m.Status == membership.StatusInvited:
		who.keptOut = "the user has not accepted the invitation yet"
	case m.Status != membership.StatusActive:
		who.keptOut = "the user's membership is not active"
	case !m.Edges.Role.IsActive:
		who.idle = "the " + originOf(m.Edges.Role) + " is not active"
	}
	return who, nil
}

// isSupport tells the users of the super-firm, who may work in a firm without being its member, by what rules grant.
func isSupport(ctx context.Context, client *ent.Client, id uuid.UUID) (bool, error) {
	return client.Membership.Query().Where(
		membership.UserID(id), membership.StatusEQ(membership.StatusActive), membership.HasUserWith(user.IsActive(true)),
		membership.HasFirmWith(firm.IsSuperFirm(true), firm.IsActive(true)),
	).Exist(ctx)
}

func lookUpAPIClient(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (party, error) {
	c, err := client.APIClient.Query().Where(apiclient.FirmID(firmID), apiclient.ID(id)).WithFirm().Only(ctx)
	if ent.IsNotFound(err) {
		return party{keptOut: "the firm has no such API client"}, nil
	}
	if err != nil {
		return party{}, err
	}
	who := party{name: "the API client " + strconv.Quote(c.Name)}
	switch {
	case !c.Edges.Firm.IsActive:
		who.keptOut = "the firm is not active"
	case c.RevokedAt != nil:
		who.keptOut = who.name + " is revoked"
	case c.ExpiresAt != nil && !time.Now().Before(*c.ExpiresAt):
		who.keptOut = who.name + " has expired"
	}
	return who, nil
}

func lookUpRole(ctx context.Context, client *ent.Client, firmID, id uuid.UUID) (party, error) {
	r, err := client.Role.Query().Where(role.FirmID(firmID), role.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return party{name: "the role " + id.String(), idle: "the firm has no such role"}, nil
	}
	if err != nil {
		return party{}, err
	}
	who := party{name: "the " + originOf(r)}
	if !r.IsActive {
		who.idle = who.name + " is not active"
	}
	return who, nil
}

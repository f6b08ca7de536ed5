package authz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
)

// Ineffective returns why a valid rule has no effect, and "" for a rule with an effect. A rule has
// none if it names a firm, user, API client, role or permission that does not exist or belongs to
// another firm, or a permission that API clients can't have.
func Ineffective(ctx context.Context, client *ent.Client, line Line) (string, error) {
	ctx = rule.AcrossFirms(ctx, "look up what a policy rule names")
	subjects := line.Values[1:2]
	if line.Values[0] == lineGrouping {
		subjects = line.Values[1:3]
	}
	why, err := checkFirm(ctx, client, line.Firm())
	for _, subject := range subjects {
		if why != "" || err != nil {
			break
		}
		why, err = checkSubject(ctx, client, subject, line.Firm())
	}
	if why == "" && err == nil && line.Values[0] == linePolicy {
		why, err = checkPermission(ctx, client, line)
	}
	if err != nil {
		return "", fmt.Errorf("authz: look up what a rule names: %w", err)
	}
	return why, nil
}

func checkFirm(ctx context.Context, client *ent.Client, domain string) (string, error) {
	if domain == wildcard {
		return "", nil
	}
	exists, err := client.Firm.Query().Where(firm.ID(uuid.MustParse(domain))).Exist(ctx)
	if err != nil || exists {
		return "", err
	}
	return "the firm does not exist", nil
}

func checkSubject(ctx context.Context, client *ent.Client, subject, domain string) (string, error) {
	if id, ok := idOf(subject, subjectUser); ok {
		exists, err := client.User.Query().Where(user.ID(id)).Exist(ctx)
		if err != nil || exists {
			return "", err
		}
		return fmt.Sprintf("the user %s does not exist", id), nil
	}
	if id, ok := idOf(subject, subjectRole); ok {
		found, err := client.Role.Query().Where(role.ID(id)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return fmt.Sprintf("the role %s does not exist", id), nil
		case err == nil && isElsewhere(found.FirmID, domain):
			return fmt.Sprintf("the role %s is of another firm", id), nil
		}
		return "", err
	}
	if id, ok := idOf(subject, subjectAPIClient); ok {
		found, err := client.APIClient.Query().Where(apiclient.ID(id)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return fmt.Sprintf("the API client %s does not exist", id), nil
		case err == nil && isElsewhere(found.FirmID, domain):
			return fmt.Sprintf("the API client %s is of another firm", id), nil
		case err == nil && found.RevokedAt != nil:
			return fmt.Sprintf("the API client %s is revoked", id), nil
		}
		return "", err
	}
	return "", nil
}

// absent returns the problem of a rule that names a user who is neither a member of the firm nor of
// the super-firm. Such a rule may be written: a user can be denied everything before joining.
func absent(ctx context.Context, client *ent.Client, line Line) (string, error) {
	id, ok := idOf(line.Values[1], subjectUser)
	if !ok || line.Firm() == wildcard {
		return "", nil
	}
	isMember, err := client.Membership.Query().
		Where(membership.UserID(id), membership.FirmID(uuid.MustParse(line.Firm())),
			membership.StatusNEQ(membership.StatusInvited)).Exist(ctx)
	if err != nil || isMember {
		return "", err
	}
	visits, err := isSupport(ctx, client, id)
	if err != nil || visits {
		return "", err
	}
	return fmt.Sprintf("the user %s is neither in the firm nor in the super-firm", id), nil
}

// loose returns why a rule for a role by name has no effect without another rule: nobody holds the
// role, or nothing is granted to it. Such a rule may be written, because the other rule may follow.
func loose(line Line, all []Line) string {
	isNamed := func(subject string) bool {
		_, byID := idOf(subject, subjectRole)
		return strings.HasPrefix(subject, subjectRole) && !byID
	}
	held, given := false, false
	named := line.Values[1]
	if line.Values[0] == lineGrouping {
		named, held = line.Values[2], true
	} else {
		given = true
	}
	for _, other := range all {
		held = held || other.Values[0] == lineGrouping && other.Values[2] == named
		given = given || other.Values[1] == named
	}
	switch {
	case !isNamed(named):
		return ""
	case !held:
		return fmt.Sprintf("no rule gives %s to anybody", named)
	case !given:
		return fmt.Sprintf("no rule gives anything to %s", named)
	}
	return ""
}

// isElsewhere reports whether a rule for the firm domain does not apply to a row of the firm home.
func isElsewhere(home uuid.UUID, domain string) bool {
	return domain != wildcard && domain != home.String()
}

func checkPermission(ctx context.Context, client *ent.Client, line Line) (string, error) {
	module, action := line.Values[3], line.Values[4]
	properties, err := client.RoleProperty.Query().
		Select(roleproperty.FieldModuleName, roleproperty.FieldPropertyName).All(ctx)
	if err != nil {
		return "", err
	}
	meant := func(p *ent.RoleProperty) bool {
		return (module == wildcard || module == p.ModuleName) && (action == wildcard || action == p.PropertyName)
	}
	if !slices.ContainsFunc(properties, meant) {
		return fmt.Sprintf("no permission is named %s:%s", module, action), nil
	}
	if _, ok := idOf(line.Values[1], subjectAPIClient); ok && !slices.ContainsFunc(properties, func(p *ent.RoleProperty) bool {
		return meant(p) && PermissionOf(p).ForAPIClients()
	}) {
		return fmt.Sprintf("API clients can't have %s:%s", module, action), nil
	}
	return "", nil
}

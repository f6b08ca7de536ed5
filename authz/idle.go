package authz

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
)

// Idle says why a valid rule has no effect: it names a firm, user, API client, role or permission that does not exist, or
// one of another firm than its own, or speaks of an API client and of what those can't have. It is empty for a rule that
// has one.
func Idle(ctx context.Context, client *ent.Client, line Line) (string, error) {
	ctx = rule.AcrossFirms(ctx, "look for what a policy rule names")
	subjects := line.Values[1:2]
	if line.Values[0] == lineGrouping {
		subjects = line.Values[1:3]
	}
	idle, err := idleFirm(ctx, client, line.Firm())
	for _, subject := range subjects {
		if idle != "" || err != nil {
			break
		}
		idle, err = idleSubject(ctx, client, subject, line.Firm())
	}
	if idle == "" && err == nil && line.Values[0] == linePolicy {
		idle, err = idlePermission(ctx, client, line)
	}
	if err != nil {
		return "", fmt.Errorf("authz: look for what a rule names: %w", err)
	}
	return idle, nil
}

func idleFirm(ctx context.Context, client *ent.Client, domain string) (string, error) {
	if domain == wildcard {
		return "", nil
	}
	exists, err := client.Firm.Query().Where(firm.ID(uuid.MustParse(domain))).Exist(ctx)
	if err != nil || exists {
		return "", err
	}
	return "the firm does not exist", nil
}

func idleSubject(ctx context.Context, client *ent.Client, subject, domain string) (string, error) {
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

func isElsewhere(home uuid.UUID, domain string) bool {
	return domain != wildcard && domain != home.String()
}

func idlePermission(ctx context.Context, client *ent.Client, line Line) (string, error) {
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
		return meant(p) && Permission{Module: p.ModuleName, Action: p.PropertyName}.ForAPIClients()
	}) {
		return fmt.Sprintf("API clients can't have %s:%s", module, action), nil
	}
	return "", nil
}

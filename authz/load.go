package authz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/ent/rule"
)

// errNoFirm is what the policy of an unknown firm comes to.
var errNoFirm = errors.New("authz: the firm does not exist")

// errUnsettled is what a load comes to while the policy changes faster than it can be read.
var errUnsettled = errors.New("authz: the policy kept changing while it was read")

// snapshot is a firm's whole policy at one version.
type snapshot struct {
	firm    uuid.UUID
	version int64
	// lines are those of the policy rules, then those of the roles, then who holds which role.
	lines []Line
	// permissions are those that exist now, sorted.
	permissions []Permission
}

// load reads the policy of a firm. The version is read before and after the rows: every change raises it in its own
// transaction, so that equal versions mean that nothing was half seen, and the label is never newer than the content.
func load(ctx context.Context, client *ent.Client, firmID uuid.UUID) (*snapshot, error) {
	ctx = rule.AcrossFirms(ctx, "load the policy of a firm")
	version, err := policyVersion(ctx, client, firmID)
	if err != nil {
		return nil, err
	}
	const attempts = 5
	for range attempts {
		s, err := read(ctx, client, firmID, version)
		if err != nil {
			return nil, err
		}
		version, err = policyVersion(ctx, client, firmID)
		if err != nil {
			return nil, err
		}
		if version == s.version {
			return s, nil
		}
	}
	return nil, errUnsettled
}

func policyVersion(ctx context.Context, client *ent.Client, firmID uuid.UUID) (int64, error) {
	f, err := client.Firm.Query().Where(firm.ID(firmID)).Select(firm.FieldPolicyVersion).Only(ctx)
	if ent.IsNotFound(err) {
		return 0, errNoFirm
	}
	if err != nil {
		return 0, fmt.Errorf("authz: read the policy version: %w", err)
	}
	return f.PolicyVersion, nil
}

func read(ctx context.Context, client *ent.Client, firmID uuid.UUID, version int64) (*snapshot, error) {
	s := &snapshot{firm: firmID, version: version}
	err := s.readRules(ctx, client)
	if err != nil {
		return nil, err
	}
	err = s.readRoles(ctx, client)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// readRules adds the lines of the policy rules for this firm and for all firms, the invalid ones too.
func (s *snapshot) readRules(ctx context.Context, client *ent.Client) error {
	here := []string{s.firm.String(), wildcard}
	rules, err := client.PolicyRule.Query().Where(policyrule.Or(
		policyrule.And(policyrule.PtypeEQ(policyrule.PtypeP), policyrule.V1In(here...)),
		policyrule.And(policyrule.PtypeEQ(policyrule.PtypeG), policyrule.V2In(here...)),
	)).Order(policyrule.ByID()).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the policy rules: %w", err)
	}
	for _, r := range rules {
		line := ruleLine(r)
		if r.Ptype == policyrule.PtypeG && r.V2 == wildcard {
			line.Values[3] = s.firm.String() // casbin's g knows no wildcard
		}
		s.lines = append(s.lines, line)
	}
	return nil
}

// readRoles adds what each active role may do and who holds it. An inactive role grants nothing, a removed permission
// is in no role, and an inactive membership holds none.
func (s *snapshot) readRoles(ctx context.Context, client *ent.Client) error {
	properties, err := liveProperties(ctx, client)
	if err != nil {
		return err
	}
	s.permissions = permissionsOf(properties)

	roles, err := client.Role.Query().Where(role.FirmID(s.firm), role.IsActive(true)).Order(role.ByNameKey()).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the roles: %w", err)
	}
	grants, err := client.RolePermission.Query().Where(rolepermission.FirmID(s.firm)).
		Select(rolepermission.FieldRoleID, rolepermission.FieldPropertyID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the permissions of the roles: %w", err)
	}
	holders, err := client.Membership.Query().Where(membership.FirmID(s.firm), membership.IsActive(true)).
		Order(membership.ByID()).Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read who holds the roles: %w", err)
	}

	type grant struct{ role, property uuid.UUID }
	granted := make(map[grant]bool, len(grants))
	for _, g := range grants {
		granted[grant{g.RoleID, g.PropertyID}] = true
	}
	heldBy := make(map[uuid.UUID][]uuid.UUID, len(roles))
	for _, m := range holders {
		heldBy[m.RoleID] = append(heldBy[m.RoleID], m.UserID)
	}
	domain := s.firm.String()
	for _, r := range roles {
		subject, origin := roleSubject(r.ID), "role "+strconv.Quote(r.Name)
		for _, p := range properties {
			if granted[grant{r.ID, p.ID}] {
				s.lines = append(s.lines, Line{
					Values: []string{rulePolicy, subject, domain, p.ModuleName, p.PropertyName, effectAllow},
					Origin: origin,
				})
			}
		}
		for _, user := range heldBy[r.ID] {
			s.lines = append(s.lines, Line{
				Values: []string{ruleGrouping, subjectUser + user.String(), subject, domain},
				Origin: origin,
			})
		}
	}
	return nil
}

// liveProperties gives the role properties that exist now, sorted by name: in Go, since the databases don't agree on
// the order of letters.
func liveProperties(ctx context.Context, client *ent.Client) ([]*ent.RoleProperty, error) {
	properties, err := client.RoleProperty.Query().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the role properties: %w", err)
	}
	slices.SortFunc(properties, func(a, b *ent.RoleProperty) int {
		return cmp.Or(cmp.Compare(a.ModuleName, b.ModuleName), cmp.Compare(a.PropertyName, b.PropertyName))
	})
	return properties, nil
}

func permissionsOf(properties []*ent.RoleProperty) []Permission {
	permissions := make([]Permission, 0, len(properties))
	for _, p := range properties {
		permissions = append(permissions, Permission{p.ModuleName, p.PropertyName, p.DisplayName})
	}
	return permissions
}

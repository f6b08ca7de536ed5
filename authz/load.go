package authz

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/viewer"
)

// errNoFirm is returned when the policy of an unknown firm is loaded.
var errNoFirm = errors.New("authz: the firm does not exist")

// snapshot is the policy of a firm, or a part of it.
type snapshot struct {
	firm uuid.UUID
	// lines are the lines of the policy rules, then of the roles and their holders, then of the API
	// clients.
	lines []Line
	// properties are the permissions that exist now, sorted.
	properties []*ent.RoleProperty
	// roles are the roles of the firm that were read. Their permissions are in the lines, unless
	// the role is inactive.
	roles map[uuid.UUID]*ent.Role
}

// reader adds roles and API clients to a snapshot that already has the rules.
type reader func(context.Context, *ent.Client, *snapshot) error

// load reads the policy of a firm: first the rules that apply to it, then what read adds.
func load(ctx context.Context, client *ent.Client, firmID uuid.UUID, read reader) (s *snapshot, err error) {
	err = inSnapshot(ctx, client, firmID, func(ctx context.Context, client *ent.Client, _ viewer.PolicyVersion) error {
		s, err = take(ctx, client, firmID, read)
		return err
	})
	return s, err
}

// inSnapshot calls read with a transaction that sees one state of the database, and with the
// version of the firm's policy in that state. The version is read first. On a distributed database
// the rest may therefore be newer than the version, never older.
func inSnapshot(ctx context.Context, client *ent.Client, firmID uuid.UUID,
	read func(context.Context, *ent.Client, viewer.PolicyVersion) error,
) error {
	ctx = rule.AcrossFirms(ctx, "load the policy of a firm")
	tx, err := client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("authz: begin to read a policy: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // It has written nothing.
	version, err := policyVersion(ctx, tx.Client(), firmID)
	if err != nil {
		return err
	}
	return read(ctx, tx.Client(), version)
}

// take reads the policy of a firm in the transaction of the context.
func take(ctx context.Context, client *ent.Client, firmID uuid.UUID, read reader) (*snapshot, error) {
	lines, err := readRules(ctx, client, firmID.String(), wildcard)
	if err != nil {
		return nil, err
	}
	properties, err := readProperties(ctx, client)
	if err != nil {
		return nil, err
	}
	s := newSnapshot(firmID, properties, lines)
	if err := s.complete(ctx, client, read); err != nil {
		return nil, err
	}
	return s, nil
}

// newSnapshot returns a snapshot with lines of policy rules.
func newSnapshot(firmID uuid.UUID, properties []*ent.RoleProperty, rules ...[]Line) *snapshot {
	s := &snapshot{firm: firmID, properties: properties, roles: map[uuid.UUID]*ent.Role{}, lines: slices.Concat(rules...)}
	for i, line := range s.lines {
		if line.Values[0] == lineGrouping && line.Values[3] == wildcard { // casbin's g knows no wildcard
			s.lines[i].Values = slices.Clone(line.Values)
			s.lines[i].Values[3] = firmID.String()
		}
	}
	return s
}

// complete adds what read returns to the rules.
func (s *snapshot) complete(ctx context.Context, client *ent.Client, read reader) error {
	if err := read(ctx, client, s); err != nil {
		return err
	}
	s.leaveDenials()
	return nil
}

func policyVersion(ctx context.Context, client *ent.Client, firmID uuid.UUID) (version viewer.PolicyVersion, err error) {
	global, err := client.PolicyVersion.Query().Only(ctx)
	if err != nil {
		return version, fmt.Errorf("authz: read the global policy version: %w", err)
	}
	f, err := client.Firm.Query().Where(firm.ID(firmID)).Select(firm.FieldPolicyVersion).Only(ctx)
	if ent.IsNotFound(err) {
		return version, errNoFirm
	}
	if err != nil {
		return version, fmt.Errorf("authz: read the policy version: %w", err)
	}
	return viewer.PolicyVersion{Global: global.Version, Firm: f.PolicyVersion}, nil
}

// readRules returns the lines of the policy rules for the domains, including invalid ones. Each
// domain is a firm or all firms.
func readRules(ctx context.Context, client *ent.Client, domains ...string) ([]Line, error) {
	rules, err := client.PolicyRule.Query().Where(policyrule.Or(
		policyrule.And(policyrule.PtypeEQ(policyrule.PtypeP), policyrule.V1In(domains...)),
		policyrule.And(policyrule.PtypeEQ(policyrule.PtypeG), policyrule.V2In(domains...)),
	)).Order(policyrule.ByID()).Select(policyrule.FieldID, policyrule.FieldPtype, policyrule.FieldV0, policyrule.FieldV1,
		policyrule.FieldV2, policyrule.FieldV3, policyrule.FieldV4, policyrule.FieldNote).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the policy rules: %w", err)
	}
	lines := make([]Line, 0, len(rules))
	for _, r := range rules {
		lines = append(lines, LineOf(r))
	}
	return lines, nil
}

// readProperties returns the existing permissions, sorted by name. It sorts in Go because the
// databases don't agree on the order of letters.
func readProperties(ctx context.Context, client *ent.Client) ([]*ent.RoleProperty, error) {
	properties, err := client.RoleProperty.Query().
		Select(roleproperty.FieldID, roleproperty.FieldModuleName, roleproperty.FieldPropertyName).All(ctx)
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
		permissions = append(permissions, PermissionOf(p))
	}
	return permissions
}

// allow adds a line for each existing permission that was granted to a subject.
func (s *snapshot) allow(subject, origin string, granted func(propertyID uuid.UUID) bool) {
	domain := s.firm.String()
	for _, p := range s.properties {
		if granted(p.ID) {
			s.lines = append(s.lines, Line{
				Values: []string{linePolicy, subject, domain, p.ModuleName, p.PropertyName, effectAllow}, Origin: origin,
			})
		}
	}
}

// group adds the line that makes a subject a holder of a role.
func (s *snapshot) group(subject, role, origin string) {
	s.lines = append(s.lines, Line{Values: []string{lineGrouping, subject, role, s.firm.String()}, Origin: origin})
}

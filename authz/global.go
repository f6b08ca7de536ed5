package authz

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/ent"
)

// global is the part of the policy that applies to all firms at one version, with the decisions
// made by it. It is read once for all firms. A newer version replaces it as a whole, so a change
// for all firms costs the same for any number of them.
type global struct {
	version int64
	// rules are the rules for all firms, and named the users that they name.
	rules []Line
	named map[uuid.UUID]bool
	// broken is the reason why every firm is refused everything. It is nil unless a rule for all
	// firms is invalid.
	broken     error
	properties []*ent.RoleProperty
	// permissions are the existing permissions, sorted, followed by those of the catalog that don't
	// exist: rules may still name them.
	permissions []Permission
	// positions are the indexes of the permissions.
	positions map[question]int
	decisions *lru.Cache[part, *decisions]
}

// question is a permission without its display name.
type question struct{ module, action string }

// globalAt returns the policy for all firms at the version that the client's transaction sees. It
// keeps only the newest version. Each kept version is read once, and concurrent calls wait for that
// read.
func (e *Enforcer) globalAt(ctx context.Context, client *ent.Client, version int64) (*global, error) {
	if g := e.global.Load(); g != nil && g.version == version {
		return g, nil
	}
	e.reading.Lock()
	defer e.reading.Unlock()
	kept := e.global.Load()
	if kept != nil && kept.version == version {
		return kept, nil
	}
	g, err := readGlobal(ctx, client, version, e.size)
	if err != nil {
		return nil, err
	}
	if kept == nil || kept.version < version {
		e.global.Store(g)
	}
	return g, nil
}

func readGlobal(ctx context.Context, client *ent.Client, version int64, size int) (*global, error) {
	rules, err := readRules(ctx, client, wildcard)
	if err != nil {
		return nil, err
	}
	properties, err := readProperties(ctx, client)
	if err != nil {
		return nil, err
	}
	return newGlobal(version, rules, properties, size)
}

func newGlobal(version int64, rules []Line, properties []*ent.RoleProperty, size int) (*global, error) {
	decisions, err := lru.New[part, *decisions](size)
	if err != nil {
		return nil, fmt.Errorf("authz: remember decisions: %w", err)
	}
	g := &global{
		version: version, rules: rules, named: named(rules), broken: refusal(rules), properties: properties,
		permissions: permissionsOf(properties), positions: map[question]int{}, decisions: decisions,
	}
	for i, p := range g.permissions {
		g.positions[question{p.Module, p.Action}] = i
	}
	for _, p := range Catalog() {
		if _, exists := g.positions[question{p.Module, p.Action}]; !exists {
			g.positions[question{p.Module, p.Action}] = len(g.permissions)
			g.permissions = append(g.permissions, p)
		}
	}
	return g, nil
}

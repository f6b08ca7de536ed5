package authz

import (
	"math/big"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// MaxDecisions is the limit of different decisions that are counted at a time.
const MaxDecisions = maxDecisions

// Len is how many roles, API clients and named users the enforcer remembers the decisions for.
func (e *Enforcer) Len() int {
	if g := e.global.Load(); g != nil {
		return g.decisions.Len()
	}
	return 0
}

// Fill makes an enforcer that has decided before remember the decisions for roles that hold all
// permissions, each in its own firm.
func (e *Enforcer) Fill(roles int) {
	g := e.global.Load()
	for range roles {
		d := &decisions{version: viewer.PolicyVersion{Global: g.version}, global: g, allowed: new(big.Int)}
		for i := range g.permissions {
			d.allowed.SetBit(d.allowed, i, 1)
		}
		g.decisions.Add(part{firm: uuid.New(), kind: viewer.User, id: uuid.New()}, d)
	}
}

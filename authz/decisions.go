package authz

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/viewer"
)

// loadTimeout limits a load. All requests that wait for a load share it, so the load does not end
// with one of them.
const loadTimeout = 10 * time.Second

// decisions are casbin's decisions for the viewers of one [part] at one version.
type decisions struct {
	version viewer.PolicyVersion
	global  *global
	// broken is the reason why casbin could not decide. It is then the answer to every question.
	broken error
	// allowed has a bit for each of the permissions of global.
	allowed *big.Int
	// named are the users named by rules for the firm. They have decisions of their own, as do the
	// users named by rules for all firms.
	named []uuid.UUID
}

// names reports whether a policy rule names the user.
func (d *decisions) names(user uuid.UUID) bool {
	return d.global.named[user] || slices.Contains(d.named, user)
}

// decided returns the decisions for the viewer, at least as new as the request. Decisions on
// permissions outside the catalog are computed on each call, not remembered, and follow those of
// the catalog.
func (e *Enforcer) decided(ctx context.Context, v *viewer.Viewer, others ...Permission) (*decisions, error) {
	whose := partOf(v)
	d, err := e.decidedFor(ctx, v, whose, others)
	if err == nil && v.Kind == viewer.User && d.names(v.UserID) {
		whose.user = v.UserID
		d, err = e.decidedFor(ctx, v, whose, others)
	}
	if err != nil {
		return nil, err
	}
	return d, d.broken
}

func (e *Enforcer) decidedFor(ctx context.Context, v *viewer.Viewer, whose part, others []Permission) (*decisions, error) {
	if g := e.global.Load(); g != nil && len(others) == 0 {
		if d, ok := g.decisions.Get(whose); ok && d.version.Covers(v.PolicyVersion) {
			return d, nil
		}
	}
	// A load that began before this request may return an older version; the next one can't.
	const loads = 2
	for range loads {
		d, err := e.load(ctx, whose, others)
		if err != nil {
			return nil, err
		}
		if d.version.Covers(v.PolicyVersion) {
			return d, nil
		}
	}
	return nil, errStale
}

// load makes and remembers the decisions of a part, once for all requests that need them at the
// same time.
func (e *Enforcer) load(ctx context.Context, whose part, others []Permission) (*decisions, error) {
	loaded := e.loads.DoChan(fmt.Sprintf("%v %#v", whose, others), func() (any, error) {
		// The caller's context is not used: the load may outlive the caller, and must not read in
		// the caller's transaction.
		ctx, cancel := context.WithTimeout(context.Background(), loadTimeout)
		defer cancel()
		d, err := e.decide(ctx, whose, others)
		if err != nil {
			return nil, err
		}
		if d.broken != nil {
			slog.ErrorContext(ctx, "The policy of a firm is invalid: it refuses every request until that is repaired.",
				"firm", whose.firm, "error", d.broken)
		}
		if len(others) == 0 {
			d.global.decisions.Add(whose, d)
		}
		return d, nil
	})
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("authz: wait for the policy: %w", ctx.Err())
	case result := <-loaded:
		if result.Err != nil {
			return nil, result.Err
		}
		d, ok := result.Val.(*decisions)
		if !ok {
			return nil, fmt.Errorf("authz: a load returned a %T", result.Val)
		}
		return d, nil
	}
}

// decide reads a part of a policy and asks casbin to decide on every permission.
func (e *Enforcer) decide(ctx context.Context, whose part, others []Permission) (*decisions, error) {
	d := &decisions{}
	var s *snapshot
	err := inSnapshot(ctx, e.client, whose.firm, func(ctx context.Context, client *ent.Client, version viewer.PolicyVersion) error {
		g, err := e.globalAt(ctx, client, version.Global)
		if err != nil {
			return err
		}
		rules, err := readRules(ctx, client, whose.firm.String())
		if err != nil {
			return err
		}
		d.version, d.global = version, g
		for user := range named(rules) {
			d.named = append(d.named, user)
		}
		s = newSnapshot(whose.firm, g.properties, g.rules, rules)
		return s.complete(ctx, client, whose.read)
	})
	if err != nil {
		return nil, err
	}
	if d.broken = d.global.broken; d.broken == nil {
		d.allowed, d.broken = s.decideAll(whose.subject(), slices.Concat(d.global.permissions, others))
	}
	return d, nil
}

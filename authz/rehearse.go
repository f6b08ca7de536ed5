package authz

import (
	"context"
	"database/sql"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Limits limit a rehearsal.
type Limits struct {
	// Subjects is how many roles, API clients, and users named by rules are compared, each once
	// for each firm where the change can matter.
	Subjects int
	// Time is how long they are compared.
	Time time.Duration
}

// Rehearsal is what a change of the policy rules would do.
type Rehearsal struct {
	Warnings []Warning
	Effects  []Effect
	// Named are the users whom rules name. They have effects of their own, and are not among the
	// holders of a role.
	Named []uuid.UUID
	// Complete is false when the limits ended the comparison.
	Complete bool
}

// Effect is what a change gives to a subject and takes from it. The subject is the user, the API
// client, or else all holders of the role.
type Effect struct {
	// FirmID is zero for the support visits of a user of the super-firm, which may be to every firm
	// except the Others: the user's own, and those that rules name.
	FirmID, UserID, APIClientID, RoleID uuid.UUID
	Others                              []uuid.UUID
	// Holders is how many users hold the role, without the Named.
	Holders      int
	Gained, Lost []Permission
}

// rehearser compares decisions before and after a change, in one state of the database.
type rehearser struct {
	client *ent.Client
	// changed are the lines that are added or removed.
	changed []Line
	// before and after are the rules of each firm; * holds those for all firms.
	before, after map[string][]Line
	// all are the rules before and after together.
	all []Line
	// holders are how many users whom no rules name hold a role.
	holders     map[uuid.UUID]int
	properties  []*ent.RoleProperty
	permissions []Permission
	limits      Limits
}

// Rehearse decides as the server decides, by the present policy and by the changed one, for every
// subject to whom a changed line can apply. Ids of unknown rules are ignored.
//
// While a rule is invalid everything is refused in its firms. These are not compared; a warning
// says so.
func Rehearse(ctx context.Context, client *ent.Client, change Change, limits Limits) (out *Rehearsal, err error) {
	ctx = rule.AcrossFirms(ctx, "rehearse a policy rule")
	tx, err := client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("authz: begin to rehearse: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // It has written nothing.
	r := &rehearser{client: tx.Client(), limits: limits}
	rules, err := r.client.PolicyRule.Query().Order(policyrule.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the policy rules: %w", err)
	}
	left := r.apply(rules, change)
	if r.properties, err = readProperties(ctx, r.client); err != nil {
		return nil, err
	}
	r.permissions = touched(permissionsOf(r.properties), r.changed)
	parts, all, err := r.reached(ctx)
	if err != nil {
		return nil, err
	}
	out = &Rehearsal{Complete: all}
	for user := range named(r.all) {
		out.Named = append(out.Named, user)
	}
	if err := r.compare(ctx, parts, out); err != nil {
		return nil, err
	}
	out.Warnings, err = r.warnings(ctx, change.Add, left, out)
	return out, err
}

// compare decides for each part before and after the change, within the limits.
func (r *rehearser) compare(ctx context.Context, parts []part, out *Rehearsal) error {
	began := time.Now()
	for _, p := range parts {
		if time.Since(began) > r.limits.Time {
			out.Complete = false
			return nil
		}
		if len(r.broken(p)) > 0 {
			continue
		}
		was, err := r.decide(ctx, p, r.before)
		if err != nil {
			return err
		}
		is, err := r.decide(ctx, p, r.after)
		if err != nil {
			return err
		}
		if was.Cmp(is) != 0 {
			out.Effects = append(out.Effects, r.effect(p, parts, was, is))
		}
	}
	return nil
}

// effect returns the difference between the decisions for a part.
func (r *rehearser) effect(p part, parts []part, was, is *big.Int) Effect {
	e := Effect{FirmID: p.firm, UserID: p.user}
	switch {
	case p.kind == viewer.APIClient:
		e.APIClientID = p.id
	case p.user == uuid.Nil:
		e.RoleID, e.Holders = p.id, r.holders[p.id]
	case p.firm == uuid.Nil:
		for _, other := range parts {
			if other.user == p.user && other.firm != uuid.Nil {
				e.Others = append(e.Others, other.firm)
			}
		}
	}
	for i, permission := range r.permissions {
		switch {
		case is.Bit(i) > was.Bit(i):
			e.Gained = append(e.Gained, permission)
		case is.Bit(i) < was.Bit(i):
			e.Lost = append(e.Lost, permission)
		}
	}
	return e
}

// decide does what [Enforcer.decide] does, by other rules than those that are stored.
func (r *rehearser) decide(ctx context.Context, p part, rules map[string][]Line) (*big.Int, error) {
	s := newSnapshot(p.firm, r.properties, rules[wildcard], rules[p.firm.String()])
	if err := s.complete(ctx, r.client, p.read); err != nil {
		return nil, err
	}
	return s.decideAll(p.subject(), r.permissions)
}

// broken returns the invalid rules in the firm of a part, before or after the change.
func (r *rehearser) broken(p part) []Line {
	firm := p.firm.String()
	return invalid(slices.Concat(r.before[wildcard], r.before[firm], r.after[wildcard], r.after[firm]))
}

// Package policy holds the rules by which the super-firm adds to the policy that casbin decides by: what is asked of them,
// and what a decision, or the whole policy of a firm, looks like to people.
package policy

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Create adds a rule, which counts from the next request on. A line without effect (see [authz.Idle]) is a ValidationError
// like one that is not well-formed; a line that is there already is a Conflict. It is the super-firm's to call, and crosses
// firms by itself.
func Create(ctx context.Context, d *db.DB, in CreateInput) (created *ent.PolicyRule, err error) {
	defer fault.Wrap(&err, "policy.Create")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "the super-firm adds a policy rule")
	err = d.Tx(ctx, func(ctx context.Context) error {
		values, err := effective(ctx, d, in.Line)
		if err != nil {
			return err
		}
		created, err = d.Client.PolicyRule.Create().SetPtype(values.ptype).
			SetV0(values.v[0]).SetV1(values.v[1]).SetV2(values.v[2]).SetV3(values.v[3]).SetV4(values.v[4]).
			SetNote(in.Note).Save(ctx)
		if err != nil {
			return saved(err)
		}
		return record(ctx, d, "policy.create", nil, created)
	})
	return created, err
}

// Update changes a rule or its note, from the next request on; what is nil stays. The refusals are those of Create, and
// NotFound for an unknown id. It is the super-firm's to call, and crosses firms by itself.
func Update(ctx context.Context, d *db.DB, in UpdateInput) (updated *ent.PolicyRule, err error) {
	defer fault.Wrap(&err, "policy.Update")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "the super-firm changes a policy rule")
	err = d.Tx(ctx, func(ctx context.Context) error {
		before, err := find(ctx, d, in.ID)
		if err != nil {
			return err
		}
		change := d.Client.PolicyRule.UpdateOne(before).SetNillableNote(in.Note)
		if in.Line != nil {
			values, err := effective(ctx, d, *in.Line)
			if err != nil {
				return err
			}
			change.SetPtype(values.ptype).
				SetV0(values.v[0]).SetV1(values.v[1]).SetV2(values.v[2]).SetV3(values.v[3]).SetV4(values.v[4])
		}
		updated, err = change.Save(ctx)
		if err != nil {
			return saved(err)
		}
		return record(ctx, d, "policy.update", before, updated)
	})
	return updated, err
}

// Delete removes a rule, from the next request on; NotFound for an unknown id. It is the super-firm's to call, and crosses
// firms by itself.
func Delete(ctx context.Context, d *db.DB, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "policy.Delete")
	ctx = rule.AcrossFirms(ctx, "the super-firm removes a policy rule")
	return d.Tx(ctx, func(ctx context.Context) error {
		before, err := find(ctx, d, id)
		if err != nil {
			return err
		}
		if err := d.Client.PolicyRule.DeleteOne(before).Exec(ctx); err != nil {
			return fmt.Errorf("delete the rule: %w", err)
		}
		return record(ctx, d, "policy.delete", before, nil)
	})
}

// Rules gives all rules, the oldest first. It is the super-firm's to call, and crosses firms by itself.
func Rules(ctx context.Context, d *db.DB) (rules []*ent.PolicyRule, err error) {
	defer fault.Wrap(&err, "policy.Rules")
	ctx = rule.AcrossFirms(ctx, "the super-firm reads the policy rules")
	return d.Client.PolicyRule.Query().Order(policyrule.ByCreatedAt(), policyrule.ByID()).All(ctx)
}

// Line is a rule as casbin writes it.
func Line(r *ent.PolicyRule) string { return authz.LineOf(r).String() }

// Problem says what makes a rule invalid; nil for a valid one.
func Problem(r *ent.PolicyRule) *string {
	wrong := authz.LineOf(r).Problem
	if wrong == "" {
		return nil
	}
	return &wrong
}

func find(ctx context.Context, d *db.DB, id uuid.UUID) (*ent.PolicyRule, error) {
	if err := d.Lock(ctx, "policy rule", id); err != nil {
		return nil, err
	}
	found, err := d.Client.PolicyRule.Query().Where(policyrule.ID(id)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no policy rule %s.", id).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the rule: %w", err)
	}
	return found, nil
}

// row is a line as the database keeps it.
type row struct {
	ptype policyrule.Ptype
	v     []string
}

// effective takes a valid line apart, if it has an effect.
func effective(ctx context.Context, d *db.DB, text string) (row, error) {
	parsed, err := authz.ParseLine(text)
	if err != nil {
		return row{}, err
	}
	idle, err := authz.Idle(ctx, d.Client, parsed)
	if err != nil {
		return row{}, err
	}
	if idle != "" {
		return row{}, fault.Details{{Field: "line", Message: "has no effect: " + idle}}.Err()
	}
	const columns = 5
	return row{policyrule.Ptype(parsed.Values[0]), slices.Concat(parsed.Values[1:], make([]string, columns))[:columns]}, nil
}

func saved(err error) error {
	if db.IsUnique(err) {
		return fault.New(fault.Conflict, "There is a policy rule of this line already.").Because(err)
	}
	return fmt.Errorf("save the rule: %w", err)
}

// Package policy manages the rules that the super-firm adds to the policy, explains decisions, and
// exports the policy of a firm. Package authz makes the decisions.
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

// Create adds a rule, which applies from the next request on. It returns ValidationError for a line
// that is not well-formed or has no effect (see [authz.Ineffective]), and Conflict for the line of
// another rule. Only the super-firm may call it. It crosses firms by itself.
func Create(ctx context.Context, d *db.DB, in CreateInput) (created *ent.PolicyRule, err error) {
	defer fault.Wrap(&err, "policy.Create")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "the super-firm adds a policy rule")
	err = d.Tx(ctx, func(ctx context.Context) error {
		values, err := parse(ctx, d, in.Line)
		if err != nil {
			return err
		}
		created, err = d.Client.PolicyRule.Create().SetPtype(values.ptype).
			SetV0(values.v[0]).SetV1(values.v[1]).SetV2(values.v[2]).SetV3(values.v[3]).SetV4(values.v[4]).
			SetNote(in.Note).Save(ctx)
		if err != nil {
			return lineTaken(err)
		}
		return record(ctx, d, "policy.create", nil, created)
	})
	return created, err
}

// Update changes a rule or its note, from the next request on. It returns the errors of Create, and
// NotFound for an unknown id. Only the super-firm may call it. It crosses firms by itself.
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
			values, err := parse(ctx, d, *in.Line)
			if err != nil {
				return err
			}
			change.SetPtype(values.ptype).
				SetV0(values.v[0]).SetV1(values.v[1]).SetV2(values.v[2]).SetV3(values.v[3]).SetV4(values.v[4])
		}
		updated, err = change.Save(ctx)
		if err != nil {
			return lineTaken(err)
		}
		return record(ctx, d, "policy.update", before, updated)
	})
	return updated, err
}

// Delete deletes a rule, from the next request on, or returns NotFound. Only the super-firm may
// call it. It crosses firms by itself.
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

// List returns all rules, the oldest first. Only the super-firm may call it. It crosses firms by
// itself.
func List(ctx context.Context, d *db.DB) (rules []*ent.PolicyRule, err error) {
	defer fault.Wrap(&err, "policy.List")
	ctx = rule.AcrossFirms(ctx, "the super-firm reads the policy rules")
	return d.Client.PolicyRule.Query().Order(policyrule.ByCreatedAt(), policyrule.ByID()).All(ctx)
}

// Line returns a rule as casbin writes it.
func Line(r *ent.PolicyRule) string { return authz.LineOf(r).String() }

// Problem returns why a rule is invalid, and nil for a valid rule.
func Problem(r *ent.PolicyRule) *string {
	wrong := authz.LineOf(r).Problem
	if wrong == "" {
		return nil
	}
	return &wrong
}

// find returns a rule and locks it, or NotFound.
func find(ctx context.Context, d *db.DB, id uuid.UUID) (*ent.PolicyRule, error) {
	if err := d.Lock(ctx, "policy rule", id); err != nil {
		return nil, err
	}
	found, err := d.Client.PolicyRule.Query().Where(policyrule.ID(id)).Only(ctx)
	return found, db.NotFound(err, "policy rule")
}

// columns is a line as the database stores it.
type columns struct {
	ptype policyrule.Ptype
	v     []string
}

// parse returns the columns of a valid line. It returns ValidationError if the line has no effect.
func parse(ctx context.Context, d *db.DB, text string) (columns, error) {
	parsed, err := authz.ParseLine(text)
	if err != nil {
		return columns{}, err
	}
	why, err := authz.Ineffective(ctx, d.Client, parsed)
	if err != nil {
		return columns{}, err
	}
	if why != "" {
		return columns{}, fault.Details{{Field: "line", Message: "has no effect: " + why}}.Err()
	}
	const width = 5
	return columns{policyrule.Ptype(parsed.Values[0]), slices.Concat(parsed.Values[1:], make([]string, width))[:width]}, nil
}

// lineTaken returns Conflict if err means that there is a rule with the same line, else err.
func lineTaken(err error) error {
	return db.Conflict(err, "There is a policy rule of this line already.")
}

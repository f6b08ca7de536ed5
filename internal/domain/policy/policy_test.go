package policy_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bundle is a seeded database with the super-firm and two others; super is one of its users.
type bundle struct {
	d              *db.DB
	head           *ent.Firm
	firm, other    *ent.Firm
	super          context.Context //nolint:containedctx // They are what the tests act as.
	in, inOther    context.Context //nolint:containedctx // likewise
	across         context.Context //nolint:containedctx // likewise
	agent, foreign *ent.Role
}

func setup(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	b := &bundle{d: d, across: rule.AcrossFirms(t.Context(), "test")}
	require.NoError(t, role.Seed(t.Context(), d))
	var err error
	b.head, err = d.Client.Firm.Create().SetName("Head").SetNameKey("head").SetCurrency("EUR").SetIsSuperFirm(true).Save(b.across)
	require.NoError(t, err)
	b.super = viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: b.head.ID, UserID: uuid.New(), Email: "root@head.example", SuperFirm: true,
	})
	b.firm, b.in = dbtest.Firm(t, d, "Acme")
	b.other, b.inOther = dbtest.Firm(t, d, "Other")
	b.agent, err = role.Create(b.in, d, role.CreateInput{Name: "Agent", Permissions: []string{"Contact:View", "Contact:Edit"}})
	require.NoError(t, err)
	b.foreign, err = role.Create(b.inOther, d, role.CreateInput{Name: "Agent"})
	require.NoError(t, err)
	return b
}

func (b *bundle) add(t *testing.T, line, note string) *ent.PolicyRule {
	t.Helper()
	made, err := policy.Create(b.super, b.d, policy.CreateInput{Line: line, Note: note})
	require.NoError(t, err)
	return made
}

// entry is an entry of an audit log.
type entry struct{ Action, Target, Before, After string }

// auditLog returns the entries about a rule in the audit log of a firm, the oldest first.
func (b *bundle) auditLog(t *testing.T, firm *ent.Firm, id uuid.UUID) (entries []entry) {
	t.Helper()
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firm.ID})
	log, err := audit.List(ctx, b.d, audit.ListInput{TargetID: &id})
	require.NoError(t, err)
	rows, err := log.Items(ctx)
	require.NoError(t, err)
	slices.Reverse(rows)
	for _, r := range rows {
		require.Equal(t, "policy", r.Target.Type)
		require.Equal(t, "root@head.example", r.Actor.Name)
		require.Equal(t, firm.ID != b.head.ID, r.Actor.FirmID != nil)
		entries = append(entries, entry{r.Action, r.Target.Name, strings.TrimPrefix(string(r.Before), "null"), strings.TrimPrefix(string(r.After), "null")})
	}
	return entries
}

func object(t *testing.T, pairs ...string) string {
	t.Helper()
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	text, err := json.Marshal(values)
	require.NoError(t, err)
	return string(text)
}

func requireAudit(t *testing.T, want, got []entry) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i].Action, got[i].Action)
		require.Equal(t, want[i].Target, got[i].Target)
		for _, side := range [][2]string{{want[i].Before, got[i].Before}, {want[i].After, got[i].After}} {
			if side[0] == "" {
				require.Empty(t, side[1])
			} else {
				require.JSONEq(t, side[0], side[1])
			}
		}
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		line := "p, role:" + b.agent.ID.String() + ", " + b.firm.ID.String() + ", Contact, *, deny"
		t.Run("OK", func(t *testing.T) {
			made := b.add(t, " "+strings.ReplaceAll(line, ", ", " ,")+" ", " Not yet. ")
			require.Equal(t, line, policy.Line(made))
			require.Equal(t, "Not yet.", made.Note)
			require.Nil(t, policy.Problem(made))
			requireAudit(t, []entry{{"policy.create", line, "", object(t, "line", line)}}, b.auditLog(t, b.firm, made.ID))
			requireAudit(t, []entry{{"policy.create", line, "", object(t, "line", line, "note", "Not yet.")}}, b.auditLog(t, b.head, made.ID))
			require.Empty(t, b.auditLog(t, b.other, made.ID))
		})
		t.Run("OKEverywhere", func(t *testing.T) {
			made := b.add(t, "g, role:"+b.agent.ID.String()+", role:audit, *", "x")
			for _, firm := range []*ent.Firm{b.firm, b.other} {
				requireAudit(t, []entry{{"policy.create", policy.Line(made), "", object(t, "line", policy.Line(made))}}, b.auditLog(t, firm, made.ID))
			}
			requireAudit(t, []entry{{"policy.create", policy.Line(made), "", object(t, "line", policy.Line(made), "note", "x")}}, b.auditLog(t, b.head, made.ID))
		})
		t.Run("OKOfFirmhubItself", func(t *testing.T) {
			_, err := policy.Create(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System}), d,
				policy.CreateInput{Line: "p, role:x, *, *, *, allow"})
			require.NoError(t, err)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := policy.Create(b.super, d, policy.CreateInput{Line: line})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrEveryFieldAtOnce", func(t *testing.T) {
			in := policy.CreateInput{Line: "p, a", Note: strings.Repeat("ü", 501)}
			require.Equal(t, fault.Details{
				{Field: "line", Message: "is not a valid rule: a p line has six values: p, subject, firm, module, action, effect"},
				{Field: "note", Message: "must have at most 500 characters"},
			}, in.Validate())
		})
		for text, said := range map[string]string{
			" ":                                "is required",
			"p, \"a":                           "must be values with commas between them",
			"p, role:a, *, *, *, deny\ng":      "must be one line only",
			"p, role:a, *, *, *, deny\xff":     "must be UTF-8",
			"x, role:a, *, *, *, deny":         `is not a valid rule: it begins with "x", neither p nor g`,
			"p, role:a, *, *, *, Deny":         `is not a valid rule: the effect "Deny" is neither allow nor deny`,
			"g, role:a, role:b":                "is not a valid rule: a g line has four values: g, subject, role, firm",
			"p, role:a, *, Contact, Fly, deny": "has no effect: no permission is named Contact:Fly",
			"p, role:a, " + b.foreign.ID.String() + ", *, *, deny":                 "has no effect: the firm does not exist",
			"p, role:" + b.firm.ID.String() + ", *, *, *, deny":                    "has no effect: the role " + b.firm.ID.String() + " does not exist",
			"p, user:" + b.firm.ID.String() + ", *, *, *, deny":                    "has no effect: the user " + b.firm.ID.String() + " does not exist",
			"g, apiclient:" + b.firm.ID.String() + ", role:a, *":                   "has no effect: the API client " + b.firm.ID.String() + " does not exist",
			"g, role:a, role:" + b.foreign.ID.String() + ", " + b.firm.ID.String(): "has no effect: the role " + b.foreign.ID.String() + " is of another firm",
			"p, role:" + strings.Repeat("x", 200) + ", *, *, *, deny":              "is not a valid rule: a value has more than 200 characters",
		} {
			t.Run("ErrLine", func(t *testing.T) {
				_, err := policy.Create(b.super, d, policy.CreateInput{Line: text})
				require.Equal(t, []fault.Detail{{Field: "line", Message: said}}, fault.From(err).Details, "%v", err)
			})
		}
	})
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		here, there := b.firm.ID.String(), b.other.ID.String()
		first, second := "p, role:a, "+here+", Contact, View, allow", "p, role:a, "+there+", Contact, View, deny"
		everywhere := "g, role:b, role:a, *"
		made := b.add(t, first, "one")
		t.Run("OK", func(t *testing.T) {
			got, err := policy.Update(b.super, d, policy.UpdateInput{ID: made.ID, Note: new(" two ")})
			require.NoError(t, err)
			require.Equal(t, "two", got.Note)
			require.Equal(t, first, policy.Line(got))
			got, err = policy.Update(b.super, d, policy.UpdateInput{ID: made.ID, Line: &second})
			require.NoError(t, err)
			require.Equal(t, "two", got.Note)
			require.Equal(t, second, policy.Line(got))
			got, err = policy.Update(b.super, d, policy.UpdateInput{ID: made.ID, Line: &everywhere, Note: new("")})
			require.NoError(t, err)
			require.Empty(t, got.Note)
			require.Equal(t, everywhere, policy.Line(got))
			_, err = policy.Update(b.super, d, policy.UpdateInput{ID: made.ID})
			require.NoError(t, err)

			// A firm's audit log has only changes to rules that apply to that firm, without notes
			// and the names of other firms.
			requireAudit(t, []entry{
				{"policy.create", first, "", object(t, "line", first)},
				{"policy.update", first, object(t, "line", first), ""},
				{"policy.update", everywhere, "", object(t, "line", everywhere)},
			}, b.auditLog(t, b.firm, made.ID))
			requireAudit(t, []entry{
				{"policy.update", second, "", object(t, "line", second)},
				{"policy.update", everywhere, object(t, "line", second), object(t, "line", everywhere)},
			}, b.auditLog(t, b.other, made.ID))
			requireAudit(t, []entry{
				{"policy.create", first, "", object(t, "line", first, "note", "one")},
				{"policy.update", first, object(t, "note", "one"), object(t, "note", "two")},
				{"policy.update", second, object(t, "line", first), object(t, "line", second)},
				{"policy.update", everywhere, object(t, "line", second, "note", "two"), object(t, "line", everywhere, "note", "")},
			}, b.auditLog(t, b.head, made.ID))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := policy.Update(b.super, d, policy.UpdateInput{ID: uuid.New(), Note: new("x")})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			other := b.add(t, first, "")
			_, err := policy.Update(b.super, d, policy.UpdateInput{ID: other.ID, Line: &everywhere})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrEveryFieldAtOnce", func(t *testing.T) {
			_, err := policy.Update(b.super, d, policy.UpdateInput{ID: made.ID, Line: new("p"), Note: new("a\nb")})
			require.Equal(t, []fault.Detail{
				{Field: "line", Message: "is not a valid rule: a p line has six values: p, subject, firm, module, action, effect"},
				{Field: "note", Message: "must not hold control characters"},
			}, fault.From(err).Details)
		})
		t.Run("ErrIdle", func(t *testing.T) {
			_, err := policy.Update(b.super, d, policy.UpdateInput{ID: made.ID, Line: new("p, role:a, *, Sky, Fly, deny")})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
	})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made := b.add(t, "p, role:a, *, Contact, View, allow", "why")
		t.Run("OK", func(t *testing.T) {
			require.NoError(t, policy.Delete(b.super, d, made.ID))
			line := policy.Line(made)
			for _, firm := range []*ent.Firm{b.firm, b.other} {
				requireAudit(t, []entry{
					{"policy.create", line, "", object(t, "line", line)}, {"policy.delete", line, object(t, "line", line), ""},
				}, b.auditLog(t, firm, made.ID))
			}
			require.Equal(t, entry{"policy.delete", line, "", ""}.Action, b.auditLog(t, b.head, made.ID)[1].Action)
			require.JSONEq(t, object(t, "line", line, "note", "why"), b.auditLog(t, b.head, made.ID)[1].Before)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			err := policy.Delete(b.super, d, made.ID)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}

// Invalid rules in the database are listed as such, and can be deleted and corrected.
func TestInvalidRule(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		first := b.add(t, "p, role:a, *, Contact, View, allow", "")
		bad, err := d.Client.PolicyRule.Create().SetPtype("p").SetV0("ann").SetV1(b.firm.ID.String()).SetV2("x").SetV3("y").SetV4("z").Save(b.across)
		require.NoError(t, err)
		worse, err := d.Client.PolicyRule.Create().SetPtype("g").SetV0("ann").SetV1("x").SetV2("ACME").SetV4("z").Save(b.across)
		require.NoError(t, err)

		rules, err := policy.List(b.super, d)
		require.NoError(t, err)
		require.Len(t, rules, 3)
		require.Equal(t, []uuid.UUID{first.ID, bad.ID, worse.ID}, []uuid.UUID{rules[0].ID, rules[1].ID, rules[2].ID})
		require.Nil(t, policy.Problem(rules[0]))
		require.Contains(t, *policy.Problem(rules[1]), `the subject "ann" is not`)
		require.Contains(t, *policy.Problem(rules[2]), "four values")

		_, err = policy.ExportFirm(b.super, d, b.firm.ID)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Contains(t, fault.From(err).Message, bad.ID.String())
		_, err = policy.ExportFirm(b.super, d, b.other.ID)
		require.NoError(t, err)

		repaired := "p, role:a, " + b.firm.ID.String() + ", Contact, *, deny"
		_, err = policy.Update(b.super, d, policy.UpdateInput{ID: bad.ID, Line: &repaired})
		require.NoError(t, err)
		require.Len(t, b.auditLog(t, b.firm, bad.ID), 1)
		require.NoError(t, policy.Delete(b.super, d, worse.ID))
		_, err = policy.ExportFirm(b.super, d, b.firm.ID)
		require.NoError(t, err)
		problems, err := authz.Check(t.Context(), d.Client)
		require.NoError(t, err)
		require.Len(t, problems, 2)
		for _, problem := range problems {
			require.False(t, problem.Invalid)
			require.Equal(t, "no rule gives role:a to anybody", problem.Message)
		}
	})
}

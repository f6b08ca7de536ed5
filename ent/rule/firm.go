package rule

import (
	"context"
	"fmt"

	entgo "entgo.io/ent"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/intercept"
	"github.com/firmhub/firmhub/ent/rule/scope"
)

// OwnFirm limits queries to the rows whose column equals the viewer's firm. Without a firm they
// fail.
func OwnFirm(column string) entgo.Interceptor {
	return intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		if scope.Across(ctx) {
			return nil
		}
		firm, err := scope.Firm(ctx, q.Type())
		if err != nil {
			return err
		}
		q.WhereP(sql.FieldEQ(column, firm))
		return nil
	})
}

// firmMutation is a mutation of a firm-owned entity.
type firmMutation interface {
	entgo.Mutation
	SetFirmID(uuid.UUID)
	FirmID() (uuid.UUID, bool)
	WhereP(...func(*sql.Selector))
}

// limitedKey is the context key of the mutation that is limited to the firm. Citus requires that a
// statement names its firm once.
type limitedKey struct{}

// WriteOwnFirm stores new rows in the viewer's firm, and limits updates and deletions to it. It
// refuses a row that names another firm. Under [AcrossFirms] a new row must name its firm.
func WriteOwnFirm(next entgo.Mutator) entgo.Mutator {
	return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
		owned, ok := m.(firmMutation)
		if !ok {
			return nil, fmt.Errorf("%w: %s is not firm-owned", ErrIsolation, m.Type())
		}
		named, isNamed := owned.FirmID()
		if scope.Across(ctx) {
			if m.Op().Is(entgo.OpCreate) && !isNamed {
				return nil, fmt.Errorf("%w: a %s written across firms must name its firm", ErrIsolation, m.Type())
			}
			return next.Mutate(ctx, m)
		}
		firm, err := scope.Firm(ctx, m.Type())
		if err != nil {
			return nil, err
		}
		if isNamed && named != firm {
			return nil, fmt.Errorf("%w: a %s of another firm", ErrIsolation, m.Type())
		}
		switch {
		case m.Op().Is(entgo.OpCreate):
			owned.SetFirmID(firm)
		case m.Op().Is(entgo.OpUpdateOne): // The generated code names the firm in addition to the id; see scope.InFirm.
		case ctx.Value(limitedKey{}) == any(m): // [Retain] has replaced a deletion by an update, which has the condition.
		default:
			owned.WhereP(sql.FieldEQ("firm_id", firm))
			ctx = context.WithValue(ctx, limitedKey{}, m)
		}
		return next.Mutate(ctx, m)
	})
}

// Members limits queries of users to those with a membership in the viewer's firm, active or not.
// It hides the accounts of users who are only invited.
var Members = intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
	if scope.Across(ctx) {
		return nil
	}
	firm, err := scope.Firm(ctx, q.Type())
	if err != nil {
		return err
	}
	q.WhereP(func(users *sql.Selector) {
		memberships := sql.Table("memberships")
		users.Where(sql.Exists(sql.Select().From(memberships).Where(sql.And(
			sql.ColumnsEQ(memberships.C("user_id"), users.C("id")),
			sql.EQ(memberships.C("firm_id"), firm),
			sql.NEQ(memberships.C("status"), "Invited"),
		))))
	})
	return nil
})

// ReadAcross refuses queries that are not under [AcrossFirms]. It protects entities that no firm
// may read.
var ReadAcross = intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
	if !scope.Across(ctx) {
		return fmt.Errorf("%w: %s is read across firms only", ErrIsolation, q.Type())
	}
	return nil
})

// WriteAcross refuses writes that are not under [AcrossFirms]. It protects entities that no firm
// may write.
func WriteAcross(next entgo.Mutator) entgo.Mutator {
	return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
		if !scope.Across(ctx) {
			return nil, fmt.Errorf("%w: %s is written across firms only", ErrIsolation, m.Type())
		}
		return next.Mutate(ctx, m)
	})
}

package firm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactcount"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// The columns that select counts. The statement that reads the firms also computes the counts.
const (
	ColumnUserCount    = "user_count"
	ColumnContactCount = "contact_count"
	// ColumnDefaultPlans selects the number of default pricing plans of the firm's currency: 0 or
	// 1.
	ColumnDefaultPlans = "default_plans"
)

const maxTerm = 200

// ListInput selects a page of the firms.
type ListInput struct {
	Filter         *FilterInput
	Page, PageSize *int
	// SortBy is name, createdAt or updatedAt, followed by asc or desc, in any letter case. By
	// default the newest firms come first.
	SortBy string
}

// FilterInput selects the firms that match all of its fields.
type FilterInput struct {
	// SearchTerm is a part of the name, without regard to case.
	SearchTerm string
	IsActive   *bool
}

// Validate trims the texts and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.Filter != nil {
		in.Filter.SearchTerm = plaintext.Trim(in.Filter.SearchTerm)
		plaintext.Check(&faults, "filter.searchTerm", &in.Filter.SearchTerm, maxTerm)
	}
	if _, _, known := in.order(); !known {
		faults.Add("sortBy", "must be name, createdAt or updatedAt, and asc or desc, such as %q", "name asc")
	}
	return faults
}

// sortColumns maps the lower-case field of SortBy to its column. Each column has an index that ends
// in the id.
var sortColumns = map[string]string{
	"name":      firm.FieldNameKey,
	"createdat": firm.FieldCreatedAt,
	"updatedat": firm.FieldUpdatedAt,
}

// order returns the column and the direction of SortBy.
func (in *ListInput) order() (column string, descending, known bool) {
	words := strings.Fields(strings.ToLower(in.SortBy))
	switch len(words) {
	case 0:
		return firm.FieldCreatedAt, true, true
	case 1:
		words = append(words, "asc")
	}
	column, known = sortColumns[words[0]]
	return column, words[1] == "desc", known && len(words) == 2 && (words[1] == "asc" || words[1] == "desc")
}

// Page is a page of firms.
type Page = page.Numbered[*ent.Firm]

// List returns a page of all firms. Only the super-firm may call it. It crosses firms by itself.
func List(_ context.Context, d *db.DB, in ListInput, sel page.Selection) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	matching := d.Client.Firm.Query()
	in.Filter.apply(matching)
	column, descending, _ := in.order()
	direction := ent.Asc
	if descending {
		direction = ent.Desc
	}
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*ent.Firm, err error) {
			defer fault.Wrap(&err, "firm.List")
			ctx = rule.AcrossFirms(ctx, "the super-firm lists firms")
			// The ids are read first. The rows before the page are then read from an index, and
			// nothing is counted for them.
			ids, err := matching.Clone().Order(direction(column, firm.FieldID)).Limit(limit).Offset(offset).IDs(ctx)
			if err != nil {
				return nil, err
			}
			firms, err := read(d.Client.Firm.Query().Where(firm.IDIn(ids...)), sel, nil).All(ctx)
			if err != nil {
				return nil, err
			}
			place := make(map[uuid.UUID]int, len(ids))
			for i, id := range ids {
				place[id] = i
			}
			slices.SortFunc(firms, func(a, b *ent.Firm) int { return place[a.ID] - place[b.ID] })
			return firms, nil
		},
		func(ctx context.Context) (int, error) {
			return matching.Clone().Count(rule.AcrossFirms(ctx, "the super-firm counts firms"))
		},
	), nil
}

func (in *FilterInput) apply(query *ent.FirmQuery) {
	if in == nil {
		return
	}
	if in.SearchTerm != "" {
		query.Where(firm.NameKeyContains(plaintext.FoldCase(in.SearchTerm)))
	}
	if in.IsActive != nil {
		query.Where(firm.IsActive(*in.IsActive))
	}
}

// Get returns a firm, or NotFound. Only the super-firm may call it. It crosses firms by itself.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *ent.Firm, err error) {
	defer fault.Wrap(&err, "firm.Get")
	ctx = rule.AcrossFirms(ctx, "the super-firm reads a firm")
	found, err := read(d.Client.Firm.Query().Where(firm.ID(id)), sel, &id).Only(ctx)
	return found, db.NotFound(err, "firm")
}

// read makes a query read the selected counts. The columns are always read. If the query reads a
// single firm, id is its id: the counts then name it, so that only one partition is read.
func read(query *ent.FirmQuery, sel page.Selection, id *uuid.UUID) *ent.FirmQuery {
	if sel.Column(ColumnUserCount) {
		query.Where(withCount(ColumnUserCount, "count(*)", membership.Table, "", id))
	}
	if sel.Column(ColumnContactCount) {
		query.Where(withCount(ColumnContactCount, "CAST(coalesce(sum(n), 0) AS bigint)", contactcount.Table, " AND of.tag_id IS NULL", id))
	}
	if sel.Column(ColumnDefaultPlans) {
		query.Where(func(firms *sql.Selector) {
			firms.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
				b.WriteString("(SELECT count(*) FROM " + pricingplan.Table + " AS of WHERE of.is_default AND of.currency = ")
				b.Ident(firms.C(firm.FieldCurrency)).WriteString(")")
			}), ColumnDefaultPlans)
		})
	}
	return query
}

// withCount adds a column to a query of firms. The column is an aggregate of the firm's rows in a
// table.
func withCount(column, aggregate, table, condition string, id *uuid.UUID) func(*sql.Selector) {
	return func(firms *sql.Selector) {
		firms.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString(fmt.Sprintf("(SELECT %s FROM %s AS of WHERE of.firm_id = ", aggregate, table))
			if id != nil {
				b.Arg(*id)
			} else {
				b.Ident(firms.C(firm.FieldID))
			}
			b.WriteString(condition + ")")
		}), column)
	}
}

// UserCount returns the number of users of a firm, active or not. It queries the database unless
// the count was read with the firm. Only the super-firm may call it. It crosses firms by itself.
func UserCount(ctx context.Context, d *db.DB, f *ent.Firm) (int, error) {
	return count(ctx, d, f, ColumnUserCount)
}

// ContactCount does for contacts what [UserCount] does for users.
func ContactCount(ctx context.Context, d *db.DB, f *ent.Firm) (int, error) {
	return count(ctx, d, f, ColumnContactCount)
}

// Warning returns a message to the super-firm if the firm has no pricing plan, so that its messages
// cost nothing. Otherwise it returns nil. It queries the database unless the plan was read with the
// firm. Only the super-firm may call it. It crosses firms by itself.
func Warning(ctx context.Context, d *db.DB, f *ent.Firm) (*string, error) {
	if f.PricingPlanID != nil {
		return nil, nil //nolint:nilnil // There is no warning.
	}
	plans, err := count(ctx, d, f, ColumnDefaultPlans)
	if err != nil || plans > 0 {
		return nil, err
	}
	return new("There is no pricing plan in " + f.Currency + ", so the messages of the firm cost nothing."), nil
}

func count(ctx context.Context, d *db.DB, f *ent.Firm, column string) (int, error) {
	value, err := f.Value(column)
	if err != nil {
		if f, err = Get(ctx, d, f.ID, page.Selection{Columns: []string{column}}); err != nil {
			return 0, err
		}
		if value, err = f.Value(column); err != nil {
			return 0, fmt.Errorf("firm: read %s: %w", column, err)
		}
	}
	n, ok := value.(int64)
	if !ok {
		return 0, fmt.Errorf("firm: %s is a %T", column, value)
	}
	return int(n), nil
}

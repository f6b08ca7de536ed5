package user

import (
	"context"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const maxTerm = 200

// ListInput selects a page of the users that match all of the other fields.
type ListInput struct {
	Page, PageSize *int
	// SearchTerm is a part of the first name, of the last name, of both with a space between, of
	// the e-mail or of the user name, without regard to case.
	SearchTerm string
	RoleID     *uuid.UUID
	// IsActive selects those who may work in the firm, or the others.
	IsActive *bool
	Status   *membership.Status
}

// Validate trims the term and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	in.SearchTerm = strings.Join(strings.Fields(in.SearchTerm), " ")
	plaintext.Check(&faults, "searchTerm", &in.SearchTerm, maxTerm)
	return faults
}

// Page is a page of users.
type Page = page.Numbered[*Member]

// List returns a page of the users of the viewer's firm, by first name, last name and id; the case
// of ASCII letters does not matter.
func List(_ context.Context, d *db.DB, in ListInput, sel page.Selection) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	matching := d.Client.Membership.Query()
	in.filter(matching)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Member, err error) {
			defer fault.Wrap(&err, "user.List")
			rows, err := read(matching.Clone().Order(byName).Limit(limit).Offset(offset), sel).All(ctx)
			if err != nil {
				return nil, err
			}
			return newMembers(rows), nil
		},
		func(ctx context.Context) (int, error) { return matching.Clone().Count(ctx) },
	), nil
}

func (in *ListInput) filter(query *ent.MembershipQuery) {
	if in.SearchTerm != "" {
		query.Where(named(in.SearchTerm))
	}
	if in.RoleID != nil {
		query.Where(membership.RoleID(*in.RoleID))
	}
	if in.IsActive != nil && *in.IsActive {
		query.Where(membership.StatusEQ(membership.StatusActive))
	}
	if in.IsActive != nil && !*in.IsActive {
		query.Where(membership.StatusNEQ(membership.StatusActive))
	}
	if in.Status != nil {
		query.Where(membership.StatusEQ(*in.Status))
	}
}

// byName orders memberships by the names that the firm entered.
func byName(members *entsql.Selector) { names(members).Order(members, false) }

// names is the order of users: by first name, last name and id.
func names(members *entsql.Selector) db.Keyset {
	lowered := func(name string) func(*entsql.Builder) {
		return func(b *entsql.Builder) { b.WriteString(db.LowerASCII(b.Dialect(), members.C(name))) }
	}
	return db.Keyset{
		Columns: []func(*entsql.Builder){
			lowered(membership.FieldFirstName), lowered(membership.FieldLastName),
			func(b *entsql.Builder) { b.Ident(members.C(membership.FieldPublicID)) },
		},
		Values: func(c page.Cursor) []any {
			text, _ := c.Value.(string)
			first, last, _ := strings.Cut(text, nameEnd)
			return []any{first, last, c.ID}
		},
	}
}

// named returns a predicate for the users with the term in one of their names or in the e-mail
// address. These are compared as one text, separated by line breaks, which no term contains.
func named(term string) predicate.Membership {
	folded := db.NewAnyCase(term)
	return func(members *entsql.Selector) {
		text := strings.Join([]string{
			members.C(membership.FieldFirstName) + " || ' ' || " + members.C(membership.FieldLastName),
			members.C(membership.FieldEmail), members.C(membership.FieldUserName),
		}, " || '\n' || ")
		members.Where(entsql.P(func(b *entsql.Builder) {
			folded.Write(b.Dialect(), text, func(sql string) { b.WriteString(sql) }, func(value string) { b.Arg(value) })
		}))
	}
}

package user

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

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
		return func(b *entsql.Builder) { lower(b, func() { b.Ident(members.C(name)) }) }
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

// lower writes an expression for a text with its ASCII letters in lower case, compared by code
// points. The two databases do not agree on any other folding of case.
func lower(b *entsql.Builder, text func()) {
	b.WriteString("lower((")
	text()
	b.WriteByte(')')
	if b.Dialect() == db.Postgres {
		b.WriteString(` COLLATE "C"`)
	}
	b.WriteByte(')')
}

// named returns a predicate for the users with the term in one of their names or in the e-mail
// address. These are compared as one text, separated by line breaks, which no term contains. The
// databases do not fold the case of letters outside ASCII alike. So these letters are replaced one
// by one by the letters of the term.
func named(term string) predicate.Membership {
	term, others := oneCase(term)
	return func(members *entsql.Selector) {
		members.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(strings.Repeat("replace(", len(others)))
			lower(b, func() {
				b.Ident(members.C(membership.FieldFirstName)).WriteString(" || ' ' || ").Ident(members.C(membership.FieldLastName))
				for _, field := range []string{membership.FieldEmail, membership.FieldUserName} {
					b.WriteString(" || '\n' || ").Ident(members.C(field))
				}
			})
			for _, other := range others {
				b.WriteString(", ").Arg(string(other.from)).WriteString(", ").Arg(string(other.to)).WriteByte(')')
			}
			b.WriteString(" LIKE ").Arg(db.Containing(term)).WriteString(` ESCAPE '\'`)
		}))
	}
}

// letterCase is a letter and its replacement, which differs only in case.
type letterCase struct{ from, to rune }

// oneCase returns the term in one case, and the letters outside ASCII to replace in the text
// compared with it.
func oneCase(term string) (folded string, others []letterCase) {
	seen := map[rune]bool{}
	folded = strings.Map(func(letter rune) rune {
		to := letter
		for other := unicode.SimpleFold(letter); other != letter; other = unicode.SimpleFold(other) {
			to = min(to, other)
		}
		if to < utf8.RuneSelf {
			return unicode.ToLower(to)
		}
		if seen[to] {
			return to
		}
		seen[to] = true
		for other := unicode.SimpleFold(to); other != to; other = unicode.SimpleFold(other) {
			others = append(others, letterCase{from: other, to: to})
		}
		return to
	}, term)
	return folded, others
}

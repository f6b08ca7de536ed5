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
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/page"
)

const maxTerm = 200

// PageInput asks for a page of the users of a firm, or of those of them that all of the fields choose.
type PageInput struct {
	Page, PageSize *int
	// SearchTerm is a part of the first name, of the last name, of both with a space between, of the e-mail or of the user
	// name. Case does not count.
	SearchTerm string
	RoleID     *uuid.UUID
	// IsActive leaves only those who may work in the firm, or only the others.
	IsActive *bool
	Status   *membership.Status
}

// Validate trims the term and notes everything that is wrong.
func (in *PageInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	in.SearchTerm = strings.Join(strings.Fields(in.SearchTerm), " ")
	line.Check(&faults, "searchTerm", &in.SearchTerm, maxTerm)
	return faults
}

// Page is a page of users. Nothing is read until its items or their total are asked for.
type Page struct {
	page.Numbered

	found *ent.MembershipQuery
}

// List prepares a page of the users of the viewer's firm, by first name, last name and id; the case of ASCII letters does
// not count. A ValidationError names every fault of the input.
func List(d *db.DB, in PageInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	found := d.Client.Membership.Query()
	if in.SearchTerm != "" {
		found.Where(named(in.SearchTerm))
	}
	if in.RoleID != nil {
		found.Where(membership.RoleID(*in.RoleID))
	}
	if in.IsActive != nil && *in.IsActive {
		found.Where(membership.StatusEQ(membership.StatusActive))
	}
	if in.IsActive != nil && !*in.IsActive {
		found.Where(membership.StatusNEQ(membership.StatusActive))
	}
	if in.Status != nil {
		found.Where(membership.StatusEQ(*in.Status))
	}
	return &Page{Numbered: page.Of(in.Page, in.PageSize), found: found}, nil
}

// Items are the users of the page. Beyond the last page there are none.
func (p *Page) Items(ctx context.Context) (_ []*Member, err error) {
	defer fault.Wrap(&err, "user.Page")
	places, err := p.found.Clone().Order(byName).Limit(p.PageSize).Offset(p.Offset()).WithRole().All(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]*Member, 0, len(places))
	for _, place := range places {
		items = append(items, memberOf(place))
	}
	return items, nil
}

// TotalCount is the number of users on all pages.
func (p *Page) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "user.Page")
	return p.found.Clone().Count(ctx)
}

// byName orders memberships by the names that the firm typed.
func byName(places *entsql.Selector) {
	for _, name := range []string{membership.FieldFirstName, membership.FieldLastName} {
		places.OrderExprFunc(func(b *entsql.Builder) { lower(b, func() { b.Ident(places.C(name)) }) })
	}
	places.OrderBy(places.C(membership.FieldPublicID))
}

// lower writes a text with its ASCII letters in lower case, to compare by code points: the only folding of case on which
// the two databases agree.
func lower(b *entsql.Builder, text func()) {
	b.WriteString("lower((")
	text()
	b.WriteByte(')')
	if b.Dialect() == db.Postgres {
		b.WriteString(` COLLATE "C"`)
	}
	b.WriteByte(')')
}

// named is true of the people with the term in one of their names or in the e-mail. No term holds the new lines between
// those. The letters beyond ASCII, whose case the databases do not fold alike, are brought to that of the term one by one.
func named(term string) predicate.Membership {
	term, others := oneCase(term)
	return func(places *entsql.Selector) {
		places.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(strings.Repeat("replace(", len(others)))
			lower(b, func() {
				b.Ident(places.C(membership.FieldFirstName)).WriteString(" || ' ' || ").Ident(places.C(membership.FieldLastName))
				for _, field := range []string{membership.FieldEmail, membership.FieldUserName} {
					b.WriteString(" || '\n' || ").Ident(places.C(field))
				}
			})
			for _, other := range others {
				b.WriteString(", ").Arg(string(other.from)).WriteString(", ").Arg(string(other.to)).WriteByte(')')
			}
			b.WriteString(" LIKE ").Arg("%" + literally.Replace(term) + "%").WriteString(` ESCAPE '\'`)
		}))
	}
}

// literally takes their meaning from the characters that have one in a LIKE.
var literally = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// letterCase is a letter to be read as another one, which differs by its case alone.
type letterCase struct{ from, to rune }

// oneCase brings the letters of a term to one case, and gives those beyond ASCII that are to be read likewise.
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

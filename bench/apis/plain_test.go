package apis_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// plain is a service as one would write it on ent: it queries, and copies into structs.
type plain struct {
	db    *db.DB
	authz *authz.Enforcer
}

func (p *plain) may(ctx context.Context, action string) error {
	return p.authz.Can(ctx, "Contact", action)
}

// page counts the total, where firmhub keeps the number of all contacts.
func (p *plain) page(ctx context.Context, words []string, number, size int, total bool) (_ any, err error) {
	query := p.db.Client.Contact.Query()
	for _, word := range words {
		query.Where(contact.SearchContains(word))
	}
	out := page{Page: number, PageSize: size}
	if total {
		if out.TotalCount, err = query.Clone().Count(ctx); err != nil {
			return nil, err
		}
	}
	rows, err := p.whole(query.Order(contact.ByCreatedAt(sql.OrderDesc()), contact.ByID(sql.OrderDesc())).
		Offset((number - 1) * size).Limit(size)).All(ctx)
	if err != nil {
		return nil, err
	}
	out.Items = make([]person, len(rows))
	for i, row := range rows {
		out.Items[i] = copied(row)
	}
	return out, nil
}

func (p *plain) get(ctx context.Context, id uuid.UUID) (any, error) {
	row, err := p.whole(p.db.Client.Contact.Query().Where(contact.ID(id))).Only(ctx)
	if err != nil {
		return nil, err
	}
	return copied(row), nil
}

func (p *plain) whole(query *ent.ContactQuery) *ent.ContactQuery {
	return query.WithPhones().WithEmails().WithAddresses().WithTags()
}

// create writes in one transaction by ent what searches, tag filters and counts read. It leaves out
// tags that do not exist yet, the lock against their removal, the other spellings of numbers in the
// search text, and the folding of counts.
func (p *plain) create(ctx context.Context, c contacts.Contact) (any, error) {
	var made *ent.Contact
	err := p.db.Tx(ctx, func(ctx context.Context) error {
		tags, err := p.db.Client.Tag.Query().Where(tag.NameKeyIn(keys(c)...)).All(ctx)
		if err != nil {
			return err
		}
		if len(tags) != len(c.Tags) {
			return fmt.Errorf("%d of the tags %q exist", len(tags), keys(c))
		}
		made, err = p.db.Client.Contact.Create().
			SetFirstName(c.FirstName).SetFirstNameKey(plaintext.Fold(c.FirstName)).
			SetLastName(c.LastName).SetLastNameKey(plaintext.Fold(c.LastName)).
			SetNillableGender(c.Gender).SetIsActive(c.IsActive).SetNillableProfilePic(c.ProfilePic).
			SetSearch(searchText(c.FirstName, c.LastName, addresses(c), c.Phones)).SetMarks(marks(tags, c.Phones)).Save(ctx)
		if err != nil {
			return err
		}
		made.Edges.Tags = tags
		if made.Edges.Phones, err = p.addPhones(ctx, made.ID, c.Phones); err != nil {
			return err
		}
		keys := c.Keys()
		people := slices.Concat(keys.People, keys.Phoneless)
		emails := make([]*ent.ContactEmailCreate, len(c.Emails))
		for i, e := range c.Emails {
			emails[i] = p.db.Client.ContactEmail.Create().SetContactID(made.ID).SetPosition(i).SetType(e.Type).
				SetEmail(e.Address).SetEmailKey(e.Key).SetPersonKey(people[i]).SetIsPrimary(e.IsPrimary)
		}
		if made.Edges.Emails, err = p.db.Client.ContactEmail.CreateBulk(emails...).Save(ctx); err != nil {
			return err
		}
		links := make([]*ent.ContactTagCreate, len(tags))
		counts := []*ent.ContactCountCreate{p.db.Client.ContactCount.Create().SetN(1)}
		for i, t := range tags {
			links[i] = p.db.Client.ContactTag.Create().SetContactID(made.ID).SetTagID(t.ID)
			counts = append(counts, p.db.Client.ContactCount.Create().SetTagID(t.ID).SetN(1))
		}
		if err := p.db.Client.ContactTag.CreateBulk(links...).Exec(ctx); err != nil {
			return err
		}
		return p.db.Client.ContactCount.CreateBulk(counts...).Exec(ctx)
	})
	if err != nil {
		return nil, err
	}
	return copied(made), nil
}

// update writes in one transaction that locks the contact. It leaves out all other fields, the ids
// that phones could keep, the keys of people that match e-mail addresses of imports, and the lock
// against the removal of tags.
func (p *plain) update(ctx context.Context, id uuid.UUID, c contacts.Contact) (any, error) {
	var row *ent.Contact
	err := p.db.Tx(ctx, func(ctx context.Context) (err error) {
		if row, err = p.whole(p.db.Client.Contact.Query().Where(contact.ID(id), db.ForNoKeyUpdate)).Only(ctx); err != nil {
			return err
		}
		if _, err := p.db.Client.ContactPhone.Delete().Where(contactphone.ContactID(id)).Exec(ctx); err != nil {
			return err
		}
		edges := row.Edges
		if edges.Phones, err = p.addPhones(ctx, id, c.Phones); err != nil {
			return err
		}
		var emails []string
		for _, e := range edges.Emails {
			emails = append(emails, e.Email)
		}
		row, err = p.db.Client.Contact.UpdateOne(row).SetLastName(c.LastName).SetLastNameKey(plaintext.Fold(c.LastName)).
			SetSearch(searchText(row.FirstName, c.LastName, emails, c.Phones)).SetMarks(marks(edges.Tags, c.Phones)).Save(ctx)
		if err == nil {
			row.Edges = edges
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return copied(row), nil
}

func (p *plain) addPhones(ctx context.Context, id uuid.UUID, phones []contacts.Phone) ([]*ent.ContactPhone, error) {
	creates := make([]*ent.ContactPhoneCreate, len(phones))
	for i, phone := range phones {
		creates[i] = p.db.Client.ContactPhone.Create().SetContactID(id).SetPosition(i).SetType(phone.Type).SetIsPrimary(phone.IsPrimary).
			SetPhone(phone.Text).SetPhoneCc(phone.CC).SetE164(phone.E164).SetMatchKey(phone.MatchKey).SetDigits(digits(phone))
	}
	return p.db.Client.ContactPhone.CreateBulk(creates...).Save(ctx)
}

func marks(tags []*ent.Tag, phones []contacts.Phone) string {
	all := make([]string, 0, 1+len(tags))
	if len(phones) > 0 {
		all = append(all, "+")
	}
	for _, t := range tags {
		all = append(all, t.Mark)
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

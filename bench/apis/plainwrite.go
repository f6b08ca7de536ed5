package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// create validates as firmhub does, and writes in one transaction by ent what searches, tag filters
// and counts read. It leaves out tags that do not exist yet, the lock against their removal, the
// other spellings of numbers in the search text, and the folding of counts.
func (p *plain) create(w http.ResponseWriter, r *http.Request) {
	in, parsed, ok := decode(w, r)
	if !ok {
		return
	}
	var made *ent.Contact
	err := p.db.Tx(r.Context(), func(ctx context.Context) error {
		tags, err := p.db.Client.Tag.Query().Where(tag.NameKeyIn(keys(parsed)...)).All(ctx)
		if err != nil {
			return err
		}
		if len(tags) != len(in.Tags) {
			return fmt.Errorf("%d of the tags %q exist", len(tags), in.Tags)
		}
		made, err = p.db.Client.Contact.Create().
			SetFirstName(parsed.FirstName).SetFirstNameKey(plaintext.Fold(parsed.FirstName)).
			SetLastName(parsed.LastName).SetLastNameKey(plaintext.Fold(parsed.LastName)).
			SetNillableGender(parsed.Gender).SetIsActive(parsed.IsActive).SetNillableProfilePic(parsed.ProfilePic).
			SetSearch(searchText(parsed.FirstName, parsed.LastName, addresses(parsed), parsed.Phones)).SetMarks(marks(tags, parsed.Phones)).Save(ctx)
		if err != nil {
			return err
		}
		made.Edges.Tags = tags
		if made.Edges.Phones, err = p.addPhones(ctx, made.ID, parsed.Phones); err != nil {
			return err
		}
		keys := parsed.Keys()
		people := slices.Concat(keys.People, keys.Phoneless)
		emails := make([]*ent.ContactEmailCreate, len(parsed.Emails))
		for i, e := range parsed.Emails {
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
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	respond(w, copied(made))
}

// update changes a contact's last name and replaces its phones, in one transaction that locks the
// contact. It leaves out all other fields, the ids that phones could keep, the keys of people that
// match e-mail addresses of imports, and the lock against the removal of tags.
func (p *plain) update(w http.ResponseWriter, r *http.Request) {
	var row *ent.Contact
	in, parsed, ok := decode(w, r)
	if !ok {
		return
	}
	err := p.db.Tx(r.Context(), func(ctx context.Context) (err error) {
		if row, err = p.whole(p.db.Client.Contact.Query().Where(contact.ID(in.ID), db.ForNoKeyUpdate)).Only(ctx); err != nil {
			return err
		}
		if _, err := p.db.Client.ContactPhone.Delete().Where(contactphone.ContactID(in.ID)).Exec(ctx); err != nil {
			return err
		}
		phones, err := p.addPhones(ctx, in.ID, parsed.Phones)
		if err != nil {
			return err
		}
		var emails []string
		for _, e := range row.Edges.Emails {
			emails = append(emails, e.Email)
		}
		edges := row.Edges
		edges.Phones = phones
		row, err = p.db.Client.Contact.UpdateOne(row).SetLastName(parsed.LastName).SetLastNameKey(plaintext.Fold(parsed.LastName)).
			SetSearch(searchText(row.FirstName, parsed.LastName, emails, parsed.Phones)).SetMarks(marks(edges.Tags, parsed.Phones)).Save(ctx)
		if err == nil {
			row.Edges = edges
		}
		return err
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	respond(w, copied(row))
}

// written is the body of those that write.
type written struct {
	ID uuid.UUID
	contacts.CreateInput
}

// decode decodes and validates a body. For a change, the first name is that of the contact.
func decode(w http.ResponseWriter, r *http.Request) (in written, parsed contacts.Contact, ok bool) {
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return in, parsed, false
	}
	if in.ID != uuid.Nil {
		in.FirstName = "-"
	}
	parsed, faults := contacts.Parse(in.CreateInput)
	if err := faults.Err(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return in, parsed, false
	}
	return in, parsed, true
}

func (p *plain) addPhones(ctx context.Context, id uuid.UUID, phones []contacts.Phone) ([]*ent.ContactPhone, error) {
	creates := make([]*ent.ContactPhoneCreate, len(phones))
	for i, phone := range phones {
		creates[i] = p.db.Client.ContactPhone.Create().SetContactID(id).SetPosition(i).SetType(phone.Type).SetIsPrimary(phone.IsPrimary).
			SetPhone(phone.Text).SetPhoneCc(phone.CC).SetE164(phone.E164).SetMatchKey(phone.MatchKey).SetDigits(digits(phone))
	}
	return p.db.Client.ContactPhone.CreateBulk(creates...).Save(ctx)
}

func keys(c contacts.Contact) []string {
	keys := make([]string, len(c.Tags))
	for i, t := range c.Tags {
		keys[i] = t.Key
	}
	return keys
}

func addresses(c contacts.Contact) []string {
	addresses := make([]string, len(c.Emails))
	for i, e := range c.Emails {
		addresses[i] = e.Address
	}
	return addresses
}

func searchText(first, last string, emails []string, phones []contacts.Phone) string {
	words := append([]string{first, last}, emails...)
	return " " + plaintext.Fold(strings.Join(words, " ")) + allDigits(phones)
}

func allDigits(phones []contacts.Phone) string {
	var all strings.Builder
	for _, phone := range phones {
		all.WriteString(digits(phone))
	}
	return all.String()
}

func digits(p contacts.Phone) string { return " " + p.E164[1:] + " " + p.E164[len(p.CC):] }

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

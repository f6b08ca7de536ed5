package graph

import (
	"context"
	"encoding/json"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// Phones implements phones.
func (r *contactResolver) Phones(ctx context.Context, obj *ent.Contact) ([]*ent.ContactPhone, error) {
	return edgeOf(ctx, obj.Edges.Phones, obj.Edges.PhonesOrErr, r.options.DB.Client.Contact.QueryPhones(obj).All)
}

// Emails implements emails.
func (r *contactResolver) Emails(ctx context.Context, obj *ent.Contact) ([]*ent.ContactEmail, error) {
	return edgeOf(ctx, obj.Edges.Emails, obj.Edges.EmailsOrErr, r.options.DB.Client.Contact.QueryEmails(obj).All)
}

// Addresses implements addresses.
func (r *contactResolver) Addresses(ctx context.Context, obj *ent.Contact) ([]*ent.ContactAddress, error) {
	return edgeOf(ctx, obj.Edges.Addresses, obj.Edges.AddressesOrErr, r.options.DB.Client.Contact.QueryAddresses(obj).All)
}

// Identities implements identities.
func (r *contactResolver) Identities(ctx context.Context, obj *ent.Contact) ([]*ent.ContactIdentity, error) {
	if obj.Identities != nil {
		return obj.Identities, nil
	}
	return contact.IdentitiesOf(ctx, r.options.DB, obj.ID)
}

// Tags implements tags.
func (r *contactResolver) Tags(ctx context.Context, obj *ent.Contact) ([]string, error) {
	tags, err := edgeOf(ctx, obj.Edges.Tags, obj.Edges.TagsOrErr, func(ctx context.Context) ([]*ent.Tag, error) {
		return r.options.DB.Client.Tag.Query().Where(tag.HasContactTagsWith(contacttag.ContactID(obj.ID))).All(ctx)
	})
	return tagNames(tags), err
}

// CreateContact implements createContact.
func (r *mutationResolver) CreateContact(ctx context.Context, input contact.CreateInput) (*ent.Contact, error) {
	return contact.Create(ctx, r.options.DB, input)
}

// UpdateContact implements updateContact.
func (r *mutationResolver) UpdateContact(ctx context.Context, input contact.UpdateInput) (*ent.Contact, error) {
	return contact.Update(ctx, r.options.DB, input)
}

// DeleteContact implements deleteContact.
func (r *mutationResolver) DeleteContact(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, contact.Delete(ctx, r.options.DB, id)
}

// DeleteContacts implements deleteContacts.
func (r *mutationResolver) DeleteContacts(ctx context.Context, input contact.DeleteManyInput) (*contact.Deleted, error) {
	return contact.DeleteMany(ctx, r.options.DB, input)
}

// ExportContact implements exportContact.
func (r *mutationResolver) ExportContact(ctx context.Context, id uuid.UUID) (json.RawMessage, error) {
	return r.options.Privacy.Export(ctx, id)
}

// EraseContact implements eraseContact.
func (r *mutationResolver) EraseContact(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.options.Privacy.Erase(ctx, id)
}

// ChangeContactTags implements changeContactTags.
func (r *mutationResolver) ChangeContactTags(ctx context.Context, input contact.ChangeTagsInput) (*ent.Contact, error) {
	return contact.ChangeTags(ctx, r.options.DB, input, selected(ctx, "Contact"))
}

// ChangeTagsOfContacts implements changeTagsOfContacts.
func (r *mutationResolver) ChangeTagsOfContacts(ctx context.Context, input contact.ChangeTagsOfManyInput) (*contact.TagsChanged, error) {
	return contact.ChangeTagsOfMany(ctx, r.options.DB, input)
}

// Contact implements contact.
func (r *queryResolver) Contact(ctx context.Context, id uuid.UUID) (*ent.Contact, error) {
	return contact.Get(ctx, r.options.DB, id, selected(ctx, "Contact"))
}

// ContactPage implements contactPage.
func (r *queryResolver) ContactPage(ctx context.Context, input *query.ListInput) (*page.Numbered[*ent.Contact], error) {
	return query.List(ctx, r.options.DB, given(input), selected(ctx, "Contact", "items"))
}

// ContactSearch implements contactSearch.
func (r *queryResolver) ContactSearch(ctx context.Context, input *query.SearchInput) (*page.Numbered[*ent.Contact], error) {
	return query.Search(ctx, r.options.DB, given(input), selected(ctx, "Contact", "items"))
}

// Contacts implements contacts.
func (r *queryResolver) Contacts(ctx context.Context, after *page.Cursor, first *int, before *page.Cursor, last *int, filter *query.FilterInput, orderBy *query.Order) (*query.Connection, error) {
	return query.Connect(ctx, r.options.DB, query.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, Filter: filter, OrderBy: orderBy,
	}, selected(ctx, "Contact", "edges", "node"))
}

// Gender implements gender, which null clears.
func (r *updateContactInputResolver) Gender(ctx context.Context, obj *contact.UpdateInput, data *entcontact.Gender) error {
	obj.Gender, obj.ClearGender = data, data == nil
	return nil
}

// ProfilePic implements profilePic, which null clears.
func (r *updateContactInputResolver) ProfilePic(ctx context.Context, obj *contact.UpdateInput, data *string) error {
	obj.ProfilePic, obj.ClearProfilePic = data, data == nil
	return nil
}

func (r *resolver) Contact() generated.ContactResolver { return &contactResolver{r} }

func (r *resolver) UpdateContactInput() generated.UpdateContactInputResolver {
	return &updateContactInputResolver{r}
}

type (
	contactResolver            struct{ *resolver }
	updateContactInputResolver struct{ *resolver }
)

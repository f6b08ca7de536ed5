package graph

import (
	"context"

	"entgo.io/contrib/entgql"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// Phones implements phones.
func (r *contactResolver) Phones(ctx context.Context, obj *ent.Contact) ([]*ent.ContactPhone, error) {
	return edgeOf(ctx, obj.Edges.PhonesOrErr, obj.QueryPhones().All)
}

// Emails implements emails.
func (r *contactResolver) Emails(ctx context.Context, obj *ent.Contact) ([]*ent.ContactEmail, error) {
	return edgeOf(ctx, obj.Edges.EmailsOrErr, obj.QueryEmails().All)
}

// Addresses implements addresses.
func (r *contactResolver) Addresses(ctx context.Context, obj *ent.Contact) ([]*ent.ContactAddress, error) {
	return edgeOf(ctx, obj.Edges.AddressesOrErr, obj.QueryAddresses().All)
}

// Tags implements tags.
func (r *contactResolver) Tags(ctx context.Context, obj *ent.Contact) ([]string, error) {
	tags, err := edgeOf(ctx, obj.Edges.TagsOrErr, func(ctx context.Context) ([]*ent.Tag, error) {
		return r.db.Client.Tag.Query().Where(tag.HasContactTagsWith(contacttag.ContactID(obj.ID))).All(ctx)
	})
	if err != nil {
		return nil, err
	}
	names := make([]string, len(tags))
	for i, tag := range tags {
		names[i] = tag.Name
	}
	return names, nil
}

// CreateContact implements createContact.
func (r *mutationResolver) CreateContact(ctx context.Context, input contact.CreateInput) (*ent.Contact, error) {
	return contact.Create(ctx, r.db, input)
}

// Contact implements contact.
func (r *queryResolver) Contact(ctx context.Context, id uuid.UUID) (*ent.Contact, error) {
	return contact.Get(ctx, r.db, id, selected(ctx, "Contact"))
}

// ContactPage implements contactPage.
func (r *queryResolver) ContactPage(ctx context.Context, input *contact.ListInput) (*page.Numbered[*ent.Contact], error) {
	return contact.List(ctx, r.db, given(input), selected(ctx, "Contact", "items"))
}

// Contacts implements contacts.
func (r *queryResolver) Contacts(ctx context.Context, after *entgql.Cursor[uuid.UUID], first *int, before *entgql.Cursor[uuid.UUID], last *int, filter *contact.FilterInput, orderBy *contact.Order) (*contact.Connection, error) {
	return contact.Connect(r.db, contact.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, Filter: filter, OrderBy: orderBy,
	}, selected(ctx, "Contact", "edges", "node"))
}

func (r *resolver) Contact() generated.ContactResolver { return &contactResolver{r} }

type contactResolver struct{ *resolver }

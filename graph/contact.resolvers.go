package graph

import (
	"context"

	"entgo.io/contrib/entgql"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/tag"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/google/uuid"
)

// Tags returns the names of the tags. It queries the database unless the contact was loaded with them.
func (r *contactResolver) Tags(ctx context.Context, obj *ent.Contact) ([]string, error) {
	tags, err := obj.Edges.TagsOrErr()
	if err != nil { // not loaded
		tags, err = r.db.Client.Tag.Query().Where(tag.HasContactTagsWith(contacttag.ContactID(obj.ID))).All(ctx)
	}
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
	row, err := r.db.Client.Contact.Query().Where(entcontact.ID(id)).CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	return row.Only(ctx)
}

// ContactPage implements contactPage.
func (r *queryResolver) ContactPage(ctx context.Context, input contact.PageInput) (*contact.Page, error) {
	return contact.List(r.db, input)
}

// Contacts implements contacts.
func (r *queryResolver) Contacts(ctx context.Context, after *entgql.Cursor[uuid.UUID], first *int, before *entgql.Cursor[uuid.UUID], last *int, filter *contact.FilterInput, orderBy *ent.ContactOrder) (*ent.ContactConnection, error) {
	return contact.Connect(ctx, r.db, contact.ConnectionInput{
		First: first, Last: last, After: after, Before: before, Filter: filter, OrderBy: orderBy,
	})
}

func (r *resolver) Contact() generated.ContactResolver { return &contactResolver{r} }

type contactResolver struct{ *resolver }

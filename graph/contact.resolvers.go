package graph

import (
	"context"

	"entgo.io/contrib/entgql"
	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// Tags are the names of the tags that the query has loaded.
func (r *contactResolver) Tags(ctx context.Context, obj *ent.Contact) ([]string, error) {
	tags, err := obj.Tags(ctx)
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
func (r *queryResolver) ContactPage(ctx context.Context, input *contact.PageInput) (*contact.Page, error) {
	return contact.List(r.db, given(input))
}

// Contacts implements contacts.
func (r *queryResolver) Contacts(ctx context.Context, after *entgql.Cursor[uuid.UUID], first *int, before *entgql.Cursor[uuid.UUID], last *int, filter *contact.FilterInput, orderBy *ent.ContactOrder) (*contact.Connection, error) {
	return contact.Connect(ofNodes(ctx), r.db, contact.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, Filter: filter, OrderBy: orderBy,
	})
}

func (r *resolver) Contact() generated.ContactResolver { return &contactResolver{r} }

type contactResolver struct{ *resolver }

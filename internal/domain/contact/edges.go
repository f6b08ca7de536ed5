package contact

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/page"
)

// Read returns the contacts of a query, with the selected columns and edges. All columns of edges
// that the API has are read, whatever is selected.
func Read(ctx context.Context, d *db.DB, query *ent.ContactQuery, sel page.Selection) ([]*ent.Contact, error) {
	return ReadWith(ctx, d, query, sel, d.InFirm(ctx).Batch())
}

// ReadWith is [Read] after the statements of a batch, which are sent with the query.
func ReadWith(
	ctx context.Context, d *db.DB, query *ent.ContactQuery, sel page.Selection, batch *db.Batch,
) ([]*ent.Contact, error) {
	contacts, err := query.Select(sel.Columns...).All(batch.With(ctx))
	if err != nil || len(contacts) == 0 {
		return contacts, err
	}
	return contacts, addEdges(ctx, d, contacts, sel)
}

// edge is an edge of contacts whose rows are read.
type edge struct {
	name string
	// columns are id, position, type and is_primary. texts are the text columns of the edge.
	columns string
	texts   []string
	from    string
	add     func(to *ent.Contact, r *edgeRow)
}

// EdgeIdentities selects the identities of contacts, which are no edge of ent.
const EdgeIdentities = "identities"

var edges = []edge{
	{contact.EdgePhones, "part.id, position, type, is_primary", phoneTable.textColumns(), "contact_phones AS part", addPhone},
	{contact.EdgeEmails, "part.id, position, type, is_primary", emailTable.textColumns(), "contact_emails AS part", addEmail},
	{contact.EdgeAddresses, "part.id, position, type, false", addressTable.textColumns(), "contact_addresses AS part", addAddress},
	{
		contact.EdgeTags, "tags.id, 0, 0, false",
		[]string{"tags.name", "tags.name_key"},
		"contact_tags AS part JOIN tags ON tags.firm_id = part.firm_id AND tags.id = part.tag_id", addTag,
	},
	{EdgeIdentities, "part.id, 0, 0, false", []string{"part.kind", "part.value"}, "contact_identities AS part", addIdentity},
}

// maxTexts is the maximum number of texts of an edge.
var maxTexts = len(postalColumns)

// rows returns a statement for the rows of an edge, the i-th of edges.
func (e edge) rows(i int, texts, among string) string {
	return fmt.Sprintf("SELECT %d, contact_id, %s, %s FROM %s WHERE part.firm_id = $1 AND %s", i, e.columns, texts, e.from, among)
}

// addEdges reads the selected edges of contacts of the viewer's firm.
func addEdges(ctx context.Context, d *db.DB, contacts []*ent.Contact, sel page.Selection) error {
	if err := eachEdge(ctx, d, contacts, sel, func(i int, r *edgeRow) { r.addTo(contacts[i]) }); err != nil {
		return err
	}
	for _, c := range contacts {
		sortEdges(c)
	}
	return nil
}

// eachEdge calls add for each row of the selected edges of contacts of the viewer's firm, with the
// index of its contact, in any order.
func eachEdge(ctx context.Context, d *db.DB, contacts []*ent.Contact, sel page.Selection, add func(i int, r *edgeRow)) error {
	if len(sel.Edges) == 0 {
		return nil
	}
	batch := d.InFirm(ctx).Batch()
	batchEdges(d, batch, contacts, sel, add)
	if err := batch.Run(); err != nil {
		return fmt.Errorf("read edges of contacts: %w", err)
	}
	return nil
}

// batchEdges adds what [eachEdge] reads to a batch. On PostgreSQL it is one statement for all
// edges; ent would send one for each. The texts of a row are one array there, because each column
// adds to the time of planning. SQLite has no round trips, and its driver looks for a time in each
// text of a union.
func batchEdges(d *db.DB, batch *db.Batch, contacts []*ent.Contact, sel page.Selection, add func(i int, r *edgeRow)) {
	byID, ids := make(map[uuid.UUID]int, len(contacts)), make([]uuid.UUID, len(contacts))
	for i, c := range contacts {
		byID[c.ID], ids[i] = i, c.ID
		setEmpty(c, sel)
	}
	among, list := d.AmongIDs("part.contact_id", 2, ids)
	union := d.Dialect() == db.Postgres
	row := edgeRow{texts: make([]string, maxTexts)}
	var statements []string
	read := func(query string, texts ...any) {
		batch.Rows(row.into(texts...), func() { add(byID[row.contact], &row) }, query, list)
	}
	for i, e := range edges {
		texts := strings.Join(e.texts, ", ")
		switch {
		case !sel.Edge(e.name):
		case union:
			statements = append(statements, e.rows(i, "ARRAY["+texts+"]", among))
		default:
			into := make([]any, len(e.texts))
			for i := range into {
				into[i] = &row.texts[i]
			}
			read(e.rows(i, texts, among), into...)
		}
	}
	if union {
		read(strings.Join(statements, " UNION ALL "), &row.texts)
	}
}

func sortEdges(c *ent.Contact) {
	slices.SortFunc(c.Edges.Phones, func(a, b *ent.ContactPhone) int { return cmp.Compare(a.Position, b.Position) })
	slices.SortFunc(c.Edges.Emails, func(a, b *ent.ContactEmail) int { return cmp.Compare(a.Position, b.Position) })
	slices.SortFunc(c.Edges.Addresses, func(a, b *ent.ContactAddress) int { return cmp.Compare(a.Position, b.Position) })
	slices.SortFunc(c.Edges.Tags, func(a, b *ent.Tag) int { return strings.Compare(a.NameKey, b.NameKey) })
	slices.SortFunc(c.Identities, func(a, b *ent.ContactIdentity) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Value, b.Value))
	})
}

// setEmpty makes the selected edges of a contact empty, so that they count as read.
func setEmpty(c *ent.Contact, sel page.Selection) {
	if sel.Edge(contact.EdgePhones) {
		c.Edges.Phones = []*ent.ContactPhone{}
	}
	if sel.Edge(contact.EdgeEmails) {
		c.Edges.Emails = []*ent.ContactEmail{}
	}
	if sel.Edge(contact.EdgeAddresses) {
		c.Edges.Addresses = []*ent.ContactAddress{}
	}
	if sel.Edge(contact.EdgeTags) {
		c.Edges.Tags = []*ent.Tag{}
	}
	if sel.Edge(EdgeIdentities) {
		c.Identities = []*ent.ContactIdentity{}
	}
}

// edgeRow is a row of an edge.
type edgeRow struct {
	contact, id          uuid.UUID
	edge, position, kind int
	primary              bool
	texts                []string
}

func (r *edgeRow) addTo(c *ent.Contact) { edges[r.edge].add(c, r) }

// into returns the variables for the columns, of which those of the texts are the last.
func (r *edgeRow) into(texts ...any) []any {
	return append([]any{&r.edge, &r.contact, &r.id, &r.position, &r.kind, &r.primary}, texts...)
}

func addPhone(to *ent.Contact, r *edgeRow) {
	phone := &ent.ContactPhone{ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind, IsPrimary: r.primary}
	phoneTable.setTexts(phone, r.texts)
	to.Edges.Phones = append(to.Edges.Phones, phone)
}

func addEmail(to *ent.Contact, r *edgeRow) {
	email := &ent.ContactEmail{ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind, IsPrimary: r.primary}
	emailTable.setTexts(email, r.texts)
	to.Edges.Emails = append(to.Edges.Emails, email)
}

func addAddress(to *ent.Contact, r *edgeRow) {
	address := &ent.ContactAddress{ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind}
	addressTable.setTexts(address, r.texts)
	to.Edges.Addresses = append(to.Edges.Addresses, address)
}

func addTag(to *ent.Contact, r *edgeRow) {
	to.Edges.Tags = append(to.Edges.Tags, &ent.Tag{ID: r.id, Name: r.texts[0], NameKey: r.texts[1]})
}

func addIdentity(to *ent.Contact, r *edgeRow) {
	to.Identities = append(to.Identities, &ent.ContactIdentity{Kind: ent.ContactIdentityKind(r.texts[0]), Value: r.texts[1]})
}

// IdentitiesOf returns the identities of a contact of the viewer's firm, by their values. It is for
// a contact that was read without them.
func IdentitiesOf(ctx context.Context, d *db.DB, id uuid.UUID) ([]*ent.ContactIdentity, error) {
	read := []*ent.Contact{{ID: id}}
	err := addEdges(ctx, d, read, page.Selection{Edges: map[string]page.Selection{EdgeIdentities: {}}})
	return read[0].Identities, err
}

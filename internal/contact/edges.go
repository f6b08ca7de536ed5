package contact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/selection"
)

// read returns the contacts of a query, with the selected columns and edges. Of edges all columns are read but the times.
func read(ctx context.Context, d *db.DB, query *ent.ContactQuery, sel selection.Tree) ([]*ent.Contact, error) {
	contacts, err := query.Select(sel.Columns...).All(ctx)
	if err != nil || len(contacts) == 0 {
		return contacts, err
	}
	return contacts, addEdges(ctx, d, contacts, sel)
}

// edgeRows select the rows of an edge of contacts, with the same columns for each edge.
var edgeRows = map[string]string{
	contact.EdgePhones: `
SELECT '` + contact.EdgePhones + `' AS edge, contact_id, id, position, type, is_primary, phone AS a, phone_cc AS b, e164 AS c,
	match_key AS d, digits AS e, '' AS f, '' AS g FROM contact_phones AS part WHERE part.firm_id = $1 AND `,
	contact.EdgeEmails: `
SELECT '` + contact.EdgeEmails + `', contact_id, id, position, type, is_primary, email, email_key, '', '', '', '', ''
	FROM contact_emails AS part WHERE part.firm_id = $1 AND `,
	contact.EdgeAddresses: `
SELECT '` + contact.EdgeAddresses + `', contact_id, id, position, type, false, line1, line2, landmark, city, state, country, pin_code
	FROM contact_addresses AS part WHERE part.firm_id = $1 AND `,
	contact.EdgeTags: `
SELECT '` + contact.EdgeTags + `', contact_id, tags.id, 0, 0, false, tags.name, tags.name_key, '', '', '', '', ''
	FROM contact_tags AS part JOIN tags ON tags.firm_id = part.firm_id AND tags.id = part.tag_id WHERE part.firm_id = $1 AND `,
}

// addEdges reads the selected edges of contacts of the viewer's firm, all of them by one statement: ent would send one for each.
func addEdges(ctx context.Context, d *db.DB, contacts []*ent.Contact, sel selection.Tree) error {
	firm, err := scope.Firm(ctx, "Contact")
	if err != nil || len(sel.Edges) == 0 {
		return err
	}
	byID, ids := make(map[uuid.UUID]*ent.Contact, len(contacts)), make([]uuid.UUID, len(contacts))
	for i, c := range contacts {
		byID[c.ID], ids[i] = c, c.ID
		setEmpty(c, sel)
	}
	among, list := d.AmongIDs("part.contact_id", 2, ids)
	var selects []string
	for _, edge := range []string{contact.EdgePhones, contact.EdgeEmails, contact.EdgeAddresses, contact.EdgeTags} {
		if sel.Edge(edge) {
			selects = append(selects, edgeRows[edge]+among)
		}
	}
	rows, err := d.Query(ctx, strings.Join(selects, " UNION ALL "), firm, list)
	if err != nil {
		return fmt.Errorf("read edges of contacts: %w", err)
	}
	var row edgeRow
	for rows.Next() && err == nil {
		if err = row.scan(rows); err == nil {
			row.addTo(byID[row.contact])
		}
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("read edges of contacts: %w", err)
	}
	for _, c := range contacts {
		slices.SortFunc(c.Edges.Phones, func(a, b *ent.ContactPhone) int { return cmp.Compare(a.Position, b.Position) })
		slices.SortFunc(c.Edges.Emails, func(a, b *ent.ContactEmail) int { return cmp.Compare(a.Position, b.Position) })
		slices.SortFunc(c.Edges.Addresses, func(a, b *ent.ContactAddress) int { return cmp.Compare(a.Position, b.Position) })
		slices.SortFunc(c.Edges.Tags, func(a, b *ent.Tag) int { return strings.Compare(a.NameKey, b.NameKey) })
	}
	return nil
}

// setEmpty makes the selected edges of a contact empty, so that they are known to be read.
func setEmpty(c *ent.Contact, sel selection.Tree) {
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
}

// edgeRow is a row of [edgeRows].
type edgeRow struct {
	edge           string
	contact, id    uuid.UUID
	position, kind int
	primary        bool
	texts          [7]string
}

func (r *edgeRow) scan(rows interface{ Scan(into ...any) error }) error {
	return rows.Scan(&r.edge, &r.contact, &r.id, &r.position, &r.kind, &r.primary,
		&r.texts[0], &r.texts[1], &r.texts[2], &r.texts[3], &r.texts[4], &r.texts[5], &r.texts[6])
}

func (r *edgeRow) addTo(c *ent.Contact) {
	switch edges := &c.Edges; r.edge {
	case contact.EdgePhones:
		edges.Phones = append(edges.Phones, &ent.ContactPhone{
			ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind, IsPrimary: r.primary,
			Phone: r.texts[0], PhoneCc: r.texts[1], E164: r.texts[2], MatchKey: r.texts[3], Digits: r.texts[4],
		})
	case contact.EdgeEmails:
		edges.Emails = append(edges.Emails, &ent.ContactEmail{
			ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind, IsPrimary: r.primary,
			Email: r.texts[0], EmailKey: r.texts[1],
		})
	case contact.EdgeAddresses:
		edges.Addresses = append(edges.Addresses, &ent.ContactAddress{
			ID: r.id, ContactID: r.contact, Position: r.position, Type: r.kind,
			Line1: r.texts[0], Line2: r.texts[1], Landmark: r.texts[2], City: r.texts[3], State: r.texts[4], Country: r.texts[5], PinCode: r.texts[6],
		})
	case contact.EdgeTags:
		edges.Tags = append(edges.Tags, &ent.Tag{ID: r.id, Name: r.texts[0], NameKey: r.texts[1]})
	}
}

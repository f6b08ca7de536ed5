package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// copyInto writes the data into the tables of contacts.sql.
func copyInto(ctx context.Context, conn *pgx.Conn, d *dataset.Data) error {
	var firms, tags, contacts, phones, emails, addresses, links [][]any
	for _, f := range d.Firms {
		firms = append(firms, []any{f.ID, f.Name})
	}
	ids := map[dataset.Tag]uuid.UUID{}
	for _, t := range d.Tags {
		ids[dataset.Tag{FirmID: t.FirmID, Name: t.Name}] = t.ID
		tags = append(tags, []any{t.ID, t.FirmID, t.Name})
	}
	for _, c := range d.Contacts {
		contacts = append(contacts, []any{
			c.ID, c.FirmID, c.FirstName, c.LastName, c.Gender, c.IsActive, c.ProfilePic, c.CreatedAt, c.UpdatedAt,
		})
		for i, p := range c.Phones {
			phones = append(phones, []any{c.FirmID, c.ID, i, p.Type, p.Phone, p.PhoneCC, p.IsPrimary})
		}
		for i, e := range c.Emails {
			emails = append(emails, []any{c.FirmID, c.ID, i, e.Type, e.Email, e.IsPrimary})
		}
		for i, a := range c.Addresses {
			addresses = append(addresses, []any{
				c.FirmID, c.ID, i, a.Type, a.Line1, a.Line2, a.Landmark, a.City, a.State, a.Country, a.PinCode,
			})
		}
		for _, name := range c.Tags {
			links = append(links, []any{c.FirmID, c.ID, ids[dataset.Tag{FirmID: c.FirmID, Name: name}]})
		}
	}
	for _, table := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"firms", []string{"id", "name"}, firms},
		{"tags", []string{"id", "firm_id", "name"}, tags},
		{"contacts", []string{
			"id", "firm_id", "first_name", "last_name", "gender", "is_active", "profile_pic", "created_at", "updated_at",
		}, contacts},
		{"phones", []string{"firm_id", "contact_id", "position", "type", "phone", "phone_cc", "is_primary"}, phones},
		{"emails", []string{"firm_id", "contact_id", "position", "type", "email", "is_primary"}, emails},
		{"addresses", []string{
			"firm_id", "contact_id", "position", "type", "line1", "line2", "landmark", "city", "state", "country", "pin_code",
		}, addresses},
		{"contact_tags", []string{"firm_id", "contact_id", "tag_id"}, links},
	} {
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{table.name}, table.columns, pgx.CopyFromRows(table.rows)); err != nil {
			return fmt.Errorf("copy %s: %w", table.name, err)
		}
	}
	return nil
}

package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// load reads the firms other than the super-firm from the database of firmhub.
func load(ctx context.Context, conn *pgx.Conn) (*dataset.Data, error) {
	d := &dataset.Data{}
	var err error
	d.Firms, err = rows[dataset.Firm](ctx, conn, `SELECT json_build_object('id', f.id, 'name', f.name, 'owner', u.id, 'email', u.email)
		FROM firms f JOIN memberships m ON m.firm_id = f.id JOIN users u ON u.id = m.user_id WHERE NOT f.is_super_firm ORDER BY f.created_at`)
	if err != nil {
		return nil, fmt.Errorf("firms: %w", err)
	}
	d.Tags, err = rows[dataset.Tag](ctx, conn, `SELECT json_build_object('id', id, 'firmId', firm_id, 'name', name) FROM tags`)
	if err != nil {
		return nil, fmt.Errorf("tags: %w", err)
	}
	d.Contacts, err = rows[dataset.Contact](ctx, conn, `SELECT json_build_object(
		'id', c.id, 'firmId', c.firm_id, 'firstName', c.first_name, 'lastName', c.last_name, 'gender', c.gender, 'isActive', c.is_active,
		'profilePic', c.profile_pic, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
		'phones', (SELECT json_agg(json_build_object('phone', p.phone, 'phoneCC', p.phone_cc, 'type', p.type, 'isPrimary', p.is_primary)
			ORDER BY p.position) FROM contact_phones p WHERE p.firm_id = c.firm_id AND p.contact_id = c.id),
		'emails', (SELECT json_agg(json_build_object('email', e.email, 'type', e.type, 'isPrimary', e.is_primary)
			ORDER BY e.position) FROM contact_emails e WHERE e.firm_id = c.firm_id AND e.contact_id = c.id),
		'addresses', (SELECT json_agg(json_build_object('type', a.type, 'line1', a.line1, 'line2', a.line2, 'landmark', a.landmark,
			'city', a.city, 'state', a.state, 'country', a.country, 'pinCode', a.pin_code)
			ORDER BY a.position) FROM contact_addresses a WHERE a.firm_id = c.firm_id AND a.contact_id = c.id),
		'tags', (SELECT json_agg(t.name) FROM tags t JOIN contact_tags ct ON ct.firm_id = t.firm_id AND ct.tag_id = t.id
			WHERE ct.firm_id = c.firm_id AND ct.contact_id = c.id))
		FROM contacts c WHERE c.deleted_at IS NULL ORDER BY c.created_at, c.id`)
	if err != nil {
		return nil, fmt.Errorf("contacts: %w", err)
	}
	for i := range d.Contacts {
		d.Contacts[i].Number = i
	}
	return d, nil
}

func rows[T any](ctx context.Context, conn *pgx.Conn, query string) ([]T, error) {
	found, err := conn.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[T])
}

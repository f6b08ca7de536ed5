package apis_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bare is the smallest possible service: pgx, and one SQL statement or batch whose JSON is passed
// on. It queries the database for the permission, without policy rules.
type bare struct{ pool *pgxpool.Pool }

func (b *bare) may(ctx context.Context, action string) error {
	asking, may := viewer.From(ctx), false
	err := b.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM roles WHERE firm_id = $1 AND id = $2 AND is_system)
		OR EXISTS (SELECT FROM role_permissions rp JOIN role_properties p ON p.id = rp.property_id AND p.deleted_at IS NULL
			WHERE rp.firm_id = $1 AND rp.role_id = $2 AND p.module_name = 'Contact' AND p.property_name = $3)`,
		asking.FirmID, asking.RoleID, action).Scan(&may)
	if err == nil && !may {
		err = errForbidden
	}
	return err
}

const bareContact = `json_build_object(
	'id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'gender', c.gender, 'isActive', c.is_active,
	'profilePic', c.profile_pic, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
	'phones', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'phone', p.phone, 'phoneCC', p.phone_cc, 'type', p.type,
		'isPrimary', p.is_primary) ORDER BY p.position), '[]') FROM contact_phones p WHERE p.firm_id = c.firm_id AND p.contact_id = c.id),
	'emails', (SELECT coalesce(json_agg(json_build_object('id', e.id, 'email', e.email, 'type', e.type,
		'isPrimary', e.is_primary) ORDER BY e.position), '[]') FROM contact_emails e WHERE e.firm_id = c.firm_id AND e.contact_id = c.id),
	'addresses', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'type', a.type, 'line1', a.line1, 'line2', a.line2,
		'landmark', a.landmark, 'city', a.city, 'state', a.state, 'country', a.country, 'pinCode', a.pin_code)
		ORDER BY a.position), '[]') FROM contact_addresses a WHERE a.firm_id = c.firm_id AND a.contact_id = c.id),
	'tags', (SELECT coalesce(json_agg(t.name ORDER BY t.name_key), '[]') FROM tags t
		JOIN contact_tags ct ON ct.firm_id = t.firm_id AND ct.tag_id = t.id
		WHERE ct.firm_id = c.firm_id AND ct.contact_id = c.id))`

func (b *bare) page(ctx context.Context, words []string, number, size int, total bool) (any, error) {
	args := []any{viewer.From(ctx).FirmID, (number - 1) * size, size, number}
	var where strings.Builder
	for _, word := range words {
		args = append(args, "%"+word+"%") // The words of the benchmark have none of % _ \.
		fmt.Fprintf(&where, " AND search LIKE $%d", len(args))
	}
	if len(words) > 0 { // As firmhub does: planned without the words, the statement would not use the index.
		args = append([]any{pgx.QueryExecModeCacheDescribe}, args...)
	}
	count := ""
	if total {
		count = `'totalCount', (SELECT count(*) FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL` + where.String() + `),`
	}
	var data []byte
	err := b.pool.QueryRow(ctx, `SELECT json_build_object(
		'items', (SELECT coalesce(json_agg(`+bareContact+`), '[]') FROM (SELECT * FROM contacts
			WHERE firm_id = $1 AND deleted_at IS NULL`+where.String()+` ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3) c),
		`+count+` 'page', $4::int, 'pageSize', $3::int)`, args...).Scan(&data)
	return data, err
}

const oneContact = `SELECT ` + bareContact + ` FROM contacts c WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL`

func (b *bare) get(ctx context.Context, id uuid.UUID) (any, error) {
	var data []byte
	err := b.pool.QueryRow(ctx, oneContact, viewer.From(ctx).FirmID, id).Scan(&data)
	return data, err
}

// create writes what plain writes, in one round trip, which is a transaction. It takes no heed of
// tags that do not exist.
func (b *bare) create(ctx context.Context, c contacts.Contact) (any, error) {
	firm, id, tags := viewer.From(ctx).FirmID, uuid.New(), keys(c)
	batch := &pgx.Batch{}
	batch.Queue(`INSERT INTO contacts (firm_id, id, created_at, updated_at, first_name, first_name_key, last_name, last_name_key,
			gender, is_active, profile_pic, search, marks)
		SELECT $1, $2, now(), now(), $3, $4, $5, $6, $7, $8, $9, $10,
			$11 || (SELECT coalesce(string_agg(mark, '' ORDER BY mark), '') FROM tags WHERE firm_id = $1 AND name_key = ANY($12))`,
		firm, id, c.FirstName, plaintext.Fold(c.FirstName), c.LastName, plaintext.Fold(c.LastName), (*string)(c.Gender), c.IsActive,
		c.ProfilePic, searchText(c.FirstName, c.LastName, addresses(c), c.Phones), marks(nil, c.Phones), tags)
	queuePhones(batch, firm, id, c.Phones)
	keys := c.Keys()
	people := slices.Concat(keys.People, keys.Phoneless)
	for i, e := range c.Emails {
		batch.Queue(`INSERT INTO contact_emails (firm_id, id, created_at, updated_at, contact_id, position, type, is_primary, email, email_key,
				person_key)
			VALUES ($1, gen_random_uuid(), now(), now(), $2, $3, $4, $5, $6, $7, $8)`,
			firm, id, i, e.Type, e.IsPrimary, e.Address, e.Key, people[i])
	}
	batch.Queue(`INSERT INTO contact_tags (firm_id, id, created_at, updated_at, contact_id, tag_id)
		SELECT $1, gen_random_uuid(), now(), now(), $2, id FROM tags WHERE firm_id = $1 AND name_key = ANY($3)`, firm, id, tags)
	batch.Queue(`INSERT INTO contact_counts (firm_id, id, created_at, updated_at, tag_id, n)
		SELECT $1, gen_random_uuid(), now(), now(), id, 1
		FROM (SELECT NULL::uuid AS id UNION ALL SELECT id FROM tags WHERE firm_id = $1 AND name_key = ANY($2)) of`, firm, tags)
	return b.write(ctx, batch, firm, id)
}

// update changes what plain changes, in one round trip.
func (b *bare) update(ctx context.Context, id uuid.UUID, c contacts.Contact) (any, error) {
	firm := viewer.From(ctx).FirmID
	batch := &pgx.Batch{}
	batch.Queue(`UPDATE contacts SET updated_at = now(), last_name = $3, last_name_key = $4::text, marks = $6 || ltrim(marks, '+'),
			search = ' ' || first_name_key || ' ' || $4::text || coalesce((SELECT string_agg(' ' || email_key, '' ORDER BY position)
				FROM contact_emails WHERE firm_id = $1 AND contact_id = $2), '') || $5
		WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL`,
		firm, id, c.LastName, plaintext.Fold(c.LastName), allDigits(c.Phones), marks(nil, c.Phones))
	batch.Queue(`DELETE FROM contact_phones WHERE firm_id = $1 AND contact_id = $2`, firm, id)
	queuePhones(batch, firm, id, c.Phones)
	return b.write(ctx, batch, firm, id)
}

func queuePhones(batch *pgx.Batch, firm, id uuid.UUID, phones []contacts.Phone) {
	for i, p := range phones {
		batch.Queue(`INSERT INTO contact_phones (firm_id, id, created_at, updated_at, contact_id, position, type, is_primary,
				phone, phone_cc, e164, match_key, digits)
			VALUES ($1, gen_random_uuid(), now(), now(), $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			firm, id, i, p.Type, p.IsPrimary, p.Text, p.CC, p.E164, p.MatchKey, digits(p))
	}
}

// write sends the statements, and one that reads the contact for the answer.
func (b *bare) write(ctx context.Context, batch *pgx.Batch, firm, id uuid.UUID) (any, error) {
	var data []byte
	batch.Queue(oneContact, firm, id).QueryRow(func(row pgx.Row) error { return row.Scan(&data) })
	err := b.pool.SendBatch(ctx, batch).Close()
	return data, err
}

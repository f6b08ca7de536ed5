package main

import (
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// create writes what plain writes, in one round trip, which is a transaction. It takes no heed of
// tags that do not exist.
func (b *bare) create(w http.ResponseWriter, r *http.Request) {
	_, parsed, ok := decode(w, r)
	if !ok {
		return
	}
	firm, id, tags := viewer.From(r.Context()).FirmID, uuid.New(), keys(parsed)
	batch := &pgx.Batch{}
	batch.Queue(`INSERT INTO contacts (firm_id, id, created_at, updated_at, first_name, first_name_key, last_name, last_name_key,
			gender, is_active, profile_pic, search, marks)
		SELECT $1, $2, now(), now(), $3, $4, $5, $6, $7, $8, $9, $10,
			$11 || (SELECT coalesce(string_agg(mark, '' ORDER BY mark), '') FROM tags WHERE firm_id = $1 AND name_key = ANY($12))`,
		firm, id, parsed.FirstName, plaintext.Fold(parsed.FirstName), parsed.LastName, plaintext.Fold(parsed.LastName),
		(*string)(parsed.Gender), parsed.IsActive, parsed.ProfilePic,
		searchText(parsed.FirstName, parsed.LastName, addresses(parsed), parsed.Phones), marks(nil, parsed.Phones), tags)
	queuePhones(batch, firm, id, parsed.Phones)
	keys := parsed.Keys()
	people := slices.Concat(keys.People, keys.Phoneless)
	for i, e := range parsed.Emails {
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
	b.write(w, r, batch, firm, id)
}

// update changes what plain changes, in one round trip.
func (b *bare) update(w http.ResponseWriter, r *http.Request) {
	in, parsed, ok := decode(w, r)
	if !ok {
		return
	}
	firm, last := viewer.From(r.Context()).FirmID, plaintext.Fold(parsed.LastName)
	batch := &pgx.Batch{}
	batch.Queue(`UPDATE contacts SET updated_at = now(), last_name = $3, last_name_key = $4::text, marks = $6 || ltrim(marks, '+'),
			search = ' ' || first_name_key || ' ' || $4::text || coalesce((SELECT string_agg(' ' || email_key, '' ORDER BY position)
				FROM contact_emails WHERE firm_id = $1 AND contact_id = $2), '') || $5
		WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL`,
		firm, in.ID, parsed.LastName, last, allDigits(parsed.Phones), marks(nil, parsed.Phones))
	batch.Queue(`DELETE FROM contact_phones WHERE firm_id = $1 AND contact_id = $2`, firm, in.ID)
	queuePhones(batch, firm, in.ID, parsed.Phones)
	b.write(w, r, batch, firm, in.ID)
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
func (b *bare) write(w http.ResponseWriter, r *http.Request, batch *pgx.Batch, firm, id uuid.UUID) {
	var data []byte
	batch.Queue(`SELECT `+bareContact+` FROM contacts c WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL`, firm, id).
		QueryRow(func(row pgx.Row) error { return row.Scan(&data) })
	err := b.pool.SendBatch(r.Context(), batch).Close()
	b.answer(w, data, err)
}

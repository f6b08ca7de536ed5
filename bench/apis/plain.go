package main

import (
	"encoding/json"
	"net/http"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// plain has the handlers of a service without firmhub's APIs, as one would write them on ent: they
// decode, check the permission, query, copy into structs and encode.
type plain struct {
	db        *db.DB
	authz     *authz.Enforcer
	passwords *password.Hasher
	tokens    *token.Issuer
}

func (p *plain) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"POST /list":    p.permitted("View", func(w http.ResponseWriter, r *http.Request) { p.list(w, r, false) }),
		"POST /page":    p.permitted("View", func(w http.ResponseWriter, r *http.Request) { p.list(w, r, true) }),
		"GET /get/{id}": p.permitted("View", p.get),
		"GET /search":   p.permitted("View", p.search),
		"POST /create":  p.permitted("Create", p.create),
		"PUT /update":   p.permitted("Edit", p.update),
	}
}

func (p *plain) permitted(action string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := p.authz.Can(r.Context(), "Contact", action); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		next(w, r)
	}
}

func (p *plain) list(w http.ResponseWriter, r *http.Request, total bool) {
	var in struct{ Page, PageSize int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.page(w, r, p.db.Client.Contact.Query(), in.Page, in.PageSize, total)
}

// search compares words as firmhub does, but ranks nothing and knows neither numbers nor short
// words.
func (p *plain) search(w http.ResponseWriter, r *http.Request) {
	query := p.db.Client.Contact.Query()
	for word := range strings.FieldsSeq(plaintext.Fold(r.URL.Query().Get("searchTerm"))) {
		query.Where(contact.SearchContains(word))
	}
	p.page(w, r, query, 1, pageSize, true)
}

// page answers with the newest contacts of a query. The total is counted, where firmhub keeps the
// number of all contacts.
func (p *plain) page(w http.ResponseWriter, r *http.Request, query *ent.ContactQuery, number, size int, total bool) {
	out := page{Page: number, PageSize: size}
	if total {
		var err error
		if out.TotalCount, err = query.Clone().Count(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	rows, err := p.whole(query.Order(contact.ByCreatedAt(sql.OrderDesc()), contact.ByID(sql.OrderDesc())).
		Offset((number - 1) * size).Limit(size)).All(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Items = make([]person, len(rows))
	for i, row := range rows {
		out.Items[i] = copied(row)
	}
	respond(w, out)
}

func (p *plain) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	row, err := p.whole(p.db.Client.Contact.Query().Where(contact.ID(id))).Only(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	respond(w, copied(row))
}

func (p *plain) whole(query *ent.ContactQuery) *ent.ContactQuery {
	return query.WithPhones().WithEmails().WithAddresses().WithTags()
}

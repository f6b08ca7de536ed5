package bench_test

import (
	"encoding/json"
	"net/http"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
)

// plain has the handlers of a service without firmhub's APIs: they decode, check the permission, query with ent, copy into
// structs and encode.
type plain struct {
	db    *db.DB
	authz *authz.Enforcer
}

type (
	envelope struct {
		IsSuccess bool   `json:"isSuccess"`
		Data      any    `json:"data"`
		Message   string `json:"message"`
		Error     any    `json:"error"`
	}
	page struct {
		Items      []person `json:"items"`
		TotalCount int      `json:"totalCount"`
		Page       int      `json:"page"`
		PageSize   int      `json:"pageSize"`
	}
	person struct {
		ID         uuid.UUID `json:"id"`
		FirstName  string    `json:"firstName"`
		LastName   string    `json:"lastName"`
		Gender     *string   `json:"gender"`
		IsActive   bool      `json:"isActive"`
		ProfilePic *string   `json:"profilePic"`
		Phones     []phone   `json:"phones"`
		Emails     []email   `json:"emails"`
		Addresses  []address `json:"addresses"`
		Tags       []string  `json:"tags"`
		CreatedAt  time.Time `json:"createdAt"`
		UpdatedAt  time.Time `json:"updatedAt"`
	}
	phone struct {
		ID        uuid.UUID `json:"id"`
		Phone     string    `json:"phone"`
		PhoneCC   string    `json:"phoneCC"`
		Type      int       `json:"type"`
		IsPrimary bool      `json:"isPrimary"`
	}
	email struct {
		ID        uuid.UUID `json:"id"`
		Email     string    `json:"email"`
		Type      int       `json:"type"`
		IsPrimary bool      `json:"isPrimary"`
	}
	address struct {
		ID       uuid.UUID `json:"id"`
		Type     int       `json:"type"`
		Line1    string    `json:"line1"`
		Line2    string    `json:"line2"`
		Landmark string    `json:"landmark"`
		City     string    `json:"city"`
		State    string    `json:"state"`
		Country  string    `json:"country"`
		PinCode  string    `json:"pinCode"`
	}
)

func (p *plain) list(w http.ResponseWriter, r *http.Request) {
	var in struct{ Page, PageSize int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := p.authz.Can(r.Context(), "Contact", "View"); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	query := p.db.Client.Contact.Query()
	count, err := query.Clone().Count(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	rows, err := p.whole(query.Order(contact.ByCreatedAt(sql.OrderDesc()), contact.ByID(sql.OrderDesc())).
		Offset((in.Page - 1) * in.PageSize).Limit(in.PageSize)).All(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out := page{Items: make([]person, len(rows)), TotalCount: count, Page: in.Page, PageSize: in.PageSize}
	for i, row := range rows {
		out.Items[i] = copied(row)
	}
	answer(w, out)
}

func (p *plain) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := p.authz.Can(r.Context(), "Contact", "View"); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	row, err := p.whole(p.db.Client.Contact.Query().Where(contact.ID(id))).Only(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	answer(w, copied(row))
}

func (p *plain) whole(query *ent.ContactQuery) *ent.ContactQuery {
	return query.WithPhones().WithEmails().WithAddresses().WithTags()
}

func answer(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(envelope{IsSuccess: true, Data: data, Message: "OK"})
}

func copied(row *ent.Contact) person {
	out := person{
		ID: row.ID, FirstName: row.FirstName, LastName: row.LastName, Gender: (*string)(row.Gender),
		IsActive: row.IsActive, ProfilePic: row.ProfilePic, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		Phones: make([]phone, len(row.Edges.Phones)), Emails: make([]email, len(row.Edges.Emails)),
		Addresses: make([]address, len(row.Edges.Addresses)), Tags: make([]string, len(row.Edges.Tags)),
	}
	for i, of := range row.Edges.Phones {
		out.Phones[i] = phone{of.ID, of.Phone, of.PhoneCc, of.Type, of.IsPrimary}
	}
	for i, of := range row.Edges.Emails {
		out.Emails[i] = email{of.ID, of.Email, of.Type, of.IsPrimary}
	}
	for i, of := range row.Edges.Addresses {
		out.Addresses[i] = address{of.ID, of.Type, of.Line1, of.Line2, of.Landmark, of.City, of.State, of.Country, of.PinCode}
	}
	for i, of := range row.Edges.Tags {
		out.Tags[i] = of.Name
	}
	return out
}

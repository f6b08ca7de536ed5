package apis_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"

	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// service is what the handlers compared with firmhub's differ in. A written or read contact is
// either a value to encode, or JSON.
type service interface {
	may(ctx context.Context, action string) error
	// page returns the newest contacts whose search text contains all words.
	page(ctx context.Context, words []string, number, size int, total bool) (any, error)
	get(ctx context.Context, id uuid.UUID) (any, error)
	create(ctx context.Context, c contacts.Contact) (any, error)
	// update changes a contact's last name and replaces its phones.
	update(ctx context.Context, id uuid.UUID, c contacts.Contact) (any, error)
}

// handlers has the routes of a service, without firmhub's APIs: they decode, check the permission,
// and encode.
type handlers struct {
	service

	sessions *session.Manager
}

// handler returns all routes. They check the same access token as firmhub does, at each request.
func (h *handlers) handler() http.Handler {
	mux := http.NewServeMux()
	for route, protected := range map[string]struct {
		action string
		do     func(*http.Request) (any, error)
	}{
		"POST /list":    {"View", func(r *http.Request) (any, error) { return h.list(r, false) }},
		"POST /page":    {"View", func(r *http.Request) (any, error) { return h.list(r, true) }},
		"GET /get/{id}": {"View", h.one},
		"GET /search":   {"View", h.search},
		"POST /create":  {"Create", h.write},
		"PUT /update":   {"Edit", h.write},
	} {
		mux.HandleFunc(route, answering(func(r *http.Request) (any, error) {
			asking, err := h.sessions.Authenticate(r.Context(), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), viewer.Request{})
			if err != nil {
				return nil, err
			}
			ctx := viewer.NewContext(r.Context(), asking)
			if err := h.may(ctx, protected.action); err != nil {
				return nil, errors.Join(errForbidden, err)
			}
			return protected.do(r.WithContext(ctx))
		}))
	}
	return mux
}

var errForbidden = errors.New("forbidden")

// answering returns a handler that answers with a value, or with an error.
func answering(do func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		data, err := do(r)
		if errors.Is(err, errForbidden) {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		text, written := data.([]byte)
		if !written {
			_ = json.NewEncoder(w).Encode(envelope{IsSuccess: true, Data: data, Message: "OK"})
			return
		}
		_, _ = w.Write([]byte(`{"isSuccess":true,"data":`))
		_, _ = w.Write(text)
		_, _ = w.Write([]byte(`,"message":"OK","error":null}`))
	}
}

func (h *handlers) list(r *http.Request, total bool) (any, error) {
	var in struct{ Page, PageSize int }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	return h.page(r.Context(), nil, in.Page, in.PageSize, total)
}

// search compares words as firmhub does, but ranks nothing and knows neither numbers nor short
// words.
func (h *handlers) search(r *http.Request) (any, error) {
	return h.page(r.Context(), strings.Fields(plaintext.Fold(r.URL.Query().Get("searchTerm"))), 1, pageSize, true)
}

func (h *handlers) one(r *http.Request) (any, error) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return h.get(r.Context(), id)
}

// write validates as firmhub does. It changes the contact of an id, whose first name stays.
func (h *handlers) write(r *http.Request) (any, error) {
	var in struct {
		ID uuid.UUID
		contacts.CreateInput
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	if in.ID != uuid.Nil {
		in.FirstName = "-"
	}
	parsed, faults := contacts.Parse(in.CreateInput)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if in.ID != uuid.Nil {
		return h.update(r.Context(), in.ID, parsed)
	}
	return h.create(r.Context(), parsed)
}

// The columns that are made of a contact.

func keys(c contacts.Contact) []string {
	keys := make([]string, len(c.Tags))
	for i, t := range c.Tags {
		keys[i] = t.Key
	}
	return keys
}

func addresses(c contacts.Contact) []string {
	addresses := make([]string, len(c.Emails))
	for i, e := range c.Emails {
		addresses[i] = e.Address
	}
	return addresses
}

func searchText(first, last string, emails []string, phones []contacts.Phone) string {
	words := append([]string{first, last}, emails...)
	return " " + plaintext.Fold(strings.Join(words, " ")) + allDigits(phones)
}

func allDigits(phones []contacts.Phone) string {
	var all strings.Builder
	for _, phone := range phones {
		all.WriteString(digits(phone))
	}
	return all.String()
}

func digits(p contacts.Phone) string { return " " + p.E164[1:] + " " + p.E164[len(p.CC):] }

package peers_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
)

// pocketBase is the program of the folder pocketbase.
const pocketBase = "../../bin/pocketbase"

func (p *place) startPocketBase() *peer {
	folder := p.TempDir()
	require.NoError(p, exec.CommandContext(p.Context(), pocketBase, "superuser", "upsert", bench.AdminEmail, bench.Password, "--dir", folder).Run())
	peer := p.start("/api/health", func(listen, _ string) *exec.Cmd {
		return exec.CommandContext(p.Context(), pocketBase, "serve", "--http", listen, "--dir", folder)
	})
	ids := shortIDs{}
	admin := peer.pocketBaseToken("_superusers", bench.AdminEmail)
	peer.describePocketBase(admin)
	peer.fillPocketBase(admin, ids)
	file, err := sql.Open("sqlite", filepath.Join(folder, "data.db"))
	require.NoError(p, err)
	_, err = file.ExecContext(p.Context(), "ANALYZE")
	require.NoError(p, err)
	require.NoError(p, file.Close())
	peer.version = p.pinned("pocketbase/go.mod", "pocketbase/pocketbase")
	peer.callPocketBase(ids)
	peer.logIn(func(f firm) string { return peer.pocketBaseToken("users", f.Email) })
	return peer
}

func (p *peer) pocketBaseToken(collection, email string) string {
	var login struct{ Token string }
	in := map[string]any{"identity": email, "password": bench.Password}
	p.ask("", call{http.MethodPost, "/api/collections/" + collection + "/auth-with-password", in}, &login)
	return login.Token
}

// describePocketBase makes the collections through the API. Their rule is that the record belongs
// to the firm of the user, who is read with each request.
func (p *peer) describePocketBase(admin string) {
	type m = map[string]any
	const ownFirm = `@request.auth.id != "" && firm_id = @request.auth.firm_id`
	field := func(kind string, names ...string) (fields []any) {
		for _, name := range names {
			fields = append(fields, m{"name": name, "type": kind, "onCreate": true, "onUpdate": name == "updated_at"})
		}
		return fields
	}
	relation := func(name, to string, most int) any {
		return m{"name": name, "type": "relation", "collectionId": to, "maxSelect": most, "required": most == 1}
	}
	toFirm := relation("firm_id", "firms", 1)
	collection := func(name, index string, fields ...[]any) call {
		return call{http.MethodPost, "/api/collections", m{
			"id": name, "name": name, "type": "base", "fields": append(slices.Concat(fields...), toFirm),
			"indexes":  []string{"CREATE INDEX " + name + "_index ON " + name + " (" + index + ")"},
			"listRule": ownFirm, "viewRule": ownFirm, "createRule": ownFirm,
		}}
	}
	part := func(name string, fields ...[]any) call {
		return collection(name, "contact_id", append(fields, field("number", "type"), []any{relation("contact_id", "contacts", 1)})...)
	}
	var users struct{ Fields []any }
	p.ask(admin, call{method: http.MethodGet, path: "/api/collections/users"}, &users)
	for _, c := range []call{
		// Batches make contacts with their parts, all or none. Requests are not logged.
		{http.MethodPatch, "/api/settings", m{"batch": m{"enabled": true, "maxRequests": 10_000, "timeout": 60}, "logs": m{"maxDays": 0}}},
		{http.MethodPost, "/api/collections", m{"id": "firms", "name": "firms", "type": "base", "fields": field("text", "name")}},
		{http.MethodPatch, "/api/collections/users", m{"fields": append(users.Fields, toFirm)}},
		collection("tags", "firm_id, name", field("text", "name")),
		collection("contacts", "firm_id, created_at DESC, id DESC", field("text", "first_name", "last_name", "gender", "profile_pic"),
			field("bool", "is_active"), []any{relation("tags", "tags", 50)}, field("autodate", "created_at", "updated_at")),
		part("phones", field("text", "phone", "phone_cc"), field("bool", "is_primary")),
		part("emails", field("text", "email"), field("bool", "is_primary")),
		part("addresses", field("text", "line1", "line2", "landmark", "city", "state", "country", "pin_code")),
	} {
		p.ask(admin, c, nil)
	}
}

// shortIDs are the ids of PocketBase, which have 15 characters. They are in the order in which they
// are asked for: that of contacts which were created in the same millisecond is that of their ids.
type shortIDs map[string]string

func (s shortIDs) of(key string) string {
	if s[key] == "" {
		s[key] = fmt.Sprintf("%015d", len(s))
	}
	return s[key]
}

func (s shortIDs) firm(f firm) string { return s.of(f.ID.String()) }

func (s shortIDs) tag(f firm, name string) string { return s.of(f.ID.String() + name) }

// fillPocketBase creates what firmhub has, in the same order.
func (p *peer) fillPocketBase(admin string, ids shortIDs) {
	type m = map[string]any
	rest := p.firmhub
	for _, f := range p.firms {
		p.ask(admin, batch([]any{
			record("firms", m{"id": ids.firm(f), "name": f.Email}),
			record("users", m{
				"email": f.Email, "password": bench.Password, "passwordConfirm": bench.Password, "verified": true, "firm_id": ids.firm(f),
			}),
		}), nil)
		token, tags := p.send.LogIn(p, rest.url, f.Email, bench.Password), map[string]bool{}
		for number, more := 1, true; more; number++ {
			oldest := m{"page": number, "pageSize": 100, "sortBy": "createdAt"}
			page := rest.read(token, call{http.MethodPost, "/api/V1/Contact/getall", oldest})
			var records []any
			for _, c := range page.contacts {
				for _, tag := range list(c["tags"]) {
					if name := fmt.Sprint(tag); !tags[name] {
						tags[name] = true
						records = append(records, record("tags", m{"id": ids.tag(f, name), "firm_id": ids.firm(f), "name": name}))
					}
				}
				records = append(records, ids.records(f, ids.of(fmt.Sprint(c["id"])), c)...)
			}
			if more = len(records) > 0; more {
				p.ask(admin, batch(records), nil)
			}
		}
	}
}

func batch(records []any) call {
	return call{http.MethodPost, "/api/batch", map[string]any{"requests": records}}
}

func record(collection string, body map[string]any) any {
	return map[string]any{"method": http.MethodPost, "url": "/api/collections/" + collection + "/records", "body": body}
}

// records returns the records of a contact with its parts.
func (s shortIDs) records(f firm, id string, c contact) []any {
	c["id"], c["firm_id"] = id, s.firm(f)
	tags := list(c["tags"])
	for i, name := range tags {
		tags[i] = s.tag(f, fmt.Sprint(name))
	}
	records := []any{record("contacts", c)}
	for name := range parts {
		for _, part := range list(c[name]) {
			if part, is := part.(map[string]any); is {
				delete(part, "id")
				part["firm_id"], part["contact_id"] = s.firm(f), id
				records = append(records, record(name, part))
			}
		}
		delete(c, name)
	}
	return records
}

func (p *peer) callPocketBase(ids shortIDs) {
	const expand = "tags,phones_via_contact_id,emails_via_contact_id,addresses_via_contact_id"
	const contacts = "/api/collections/contacts/records"
	// The rule alone, which compares with a joined user, would read the contacts of all firms: its
	// index takes the filter.
	p.page = func(firm uuid.UUID, number int, total bool) call {
		query := url.Values{
			"page": {strconv.Itoa(number)}, "perPage": {strconv.Itoa(pageSize)}, "sort": {"-created_at,-id"}, "expand": {expand},
			"filter": {`firm_id = "` + ids.of(firm.String()) + `"`},
		}
		if !total {
			query.Set("skipTotal", "1")
		}
		return call{method: http.MethodGet, path: contacts + "?" + query.Encode()}
	}
	p.get = func(id uuid.UUID) call {
		return call{method: http.MethodGet, path: contacts + "/" + ids.of(id.String()) + "?" + url.Values{"expand": {expand}}.Encode()}
	}
	// Creating a contact with its parts takes a batch, which is one transaction. The client chooses
	// the contact's id.
	p.create = func(n int) call { return batch(ids.records(p.firms[0], fmt.Sprintf("n%014d", n), newContact(n))) }
}

package upgrade

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Filled is what [Fill] leaves, apart from the database. It is stored beside the databases.
type Filled struct {
	// Key and RevokedKey are API keys of the firm.
	Key, RevokedKey string
	Facts           Facts
}

// imported are rows of the imported file that are stored: more than the search index of SQLite
// takes at once, and so many that some are not in it.
const imported = 560

// Fill fills an empty database through a server.
func Fill(ctx context.Context, s *Server) (filled Filled, err error) {
	f := &filler{ctx: ctx}
	super := f.logIn(s, admin)
	firm := f.id(super, "/api/v1/admin/firm/create", f.firm(Firm, Owner))
	f.id(super, "/api/v1/admin/firm/create", f.firm(HistoryFirm, "history@solis.example"))
	f.do(super, http.MethodPost, "/api/v1/admin/wallet/pricing-plans", map[string]any{
		"name": "Euro", "currency": "EUR", "isDefault": true,
		"prices": []any{map[string]any{"category": "Marketing", "unitPrice": "0.0712"}, map[string]any{"category": "Service", "unitPrice": 0}},
	}, nil)
	f.do(super, http.MethodPost, "/api/v1/admin/wallet/manual-credit",
		map[string]any{"firmId": firm, "amount": "250.50", "reason": "Bank transfer", "bankRef": "R-1"}, nil)
	f.do(super, http.MethodPost, "/api/v1/admin/wallet/apply-discount",
		map[string]any{"firmId": firm, "amount": "5", "reason": "Welcome"}, nil)

	owner := f.logIn(s, Owner)
	f.people(s, owner)
	f.rule(super, firm)
	filled.Key, filled.RevokedKey = f.keys(owner)
	f.contacts(s.WithKey(filled.Key), owner)
	f.messages(s.WithKey(filled.Key))
	f.do(owner, http.MethodPost, "/api/v1/notification",
		map[string]any{"title": "Welcome", "message": "The office is open.", "module": "System"}, nil)
	f.messaging(owner)
	return filled, f.err
}

// filler sends requests until one fails.
type filler struct {
	ctx context.Context //nolint:containedctx // it lives as long as the call of Fill
	err error
}

func (f *filler) logIn(s *Server, email string) *Caller {
	if f.err != nil {
		return nil
	}
	caller, err := s.LogIn(f.ctx, email, Password)
	f.err = err
	return caller
}

func (f *filler) do(c *Caller, method, path string, body, data any) {
	if f.err == nil {
		f.err = c.Do(f.ctx, method, path, body, data)
	}
}

// id creates something, and returns its id.
func (f *filler) id(c *Caller, path string, body any) string {
	var created struct{ ID string }
	f.do(c, http.MethodPost, path, body, &created)
	return created.ID
}

func (f *filler) firm(name, owner string) any {
	return map[string]any{
		"name": name, "currency": "EUR", "timeZone": "Europe/Berlin", "lowBalanceThreshold": "10",
		"owner": map[string]any{"firstName": "Olga", "lastName": "Solis", "email": owner, "password": Password},
	}
}

// people makes a user who logs in, one who is removed, and one who stays invited.
func (f *filler) people(s *Server, owner *Caller) {
	role := f.id(owner, "/api/v1/roles/create", map[string]any{"name": "Agent", "description": "Answers.", "isActive": true})
	var properties []struct{ ID, ModuleName string }
	f.do(owner, http.MethodGet, "/api/v1/roles/properties", nil, &properties)
	var ids []string
	for _, p := range properties {
		if p.ModuleName == "Contact" {
			ids = append(ids, p.ID)
		}
	}
	f.do(owner, http.MethodPut, "/api/v1/roles/"+role+"/permissions", map[string]any{"propertyIds": ids}, nil)
	invite := func(first, email string) string {
		return f.id(owner, "/api/v1/users/create", map[string]any{
			"firstName": first, "lastName": "Kranz", "email": email, "password": Password, "roleId": role,
		})
	}
	invite("Ada", Agent)
	f.logIn(s, Agent)
	removed := invite("Remo", Removed)
	f.logIn(s, Removed)
	f.do(owner, http.MethodDelete, "/api/v1/users/delete/"+removed, nil, nil)
	invite("Ivo", "invited@solis.example")
}

// rule adds a policy rule.
func (f *filler) rule(super *Caller, firm string) {
	if f.err == nil {
		f.err = super.GraphQL(f.ctx, fmt.Sprintf(
			`mutation { createPolicyRule(input: {line: "p, role:auditor, %s, *, View, allow", note: "Auditors read along."}) { id } }`, firm), nil)
	}
}

func (f *filler) keys(owner *Caller) (key, revoked string) {
	create := func(name string) (id, key string) {
		var created struct{ ID, APIKey string }
		f.do(owner, http.MethodPost, "/api/v1/ApiClient", map[string]any{"name": name}, &created)
		return created.ID, created.APIKey
	}
	_, key = create("Website")
	id, revoked := create("Old shop")
	f.do(owner, http.MethodPost, "/api/v1/ApiClient/"+id+"/revoke", nil, nil)
	return key, revoked
}

// contacts imports a file with rejected rows, and creates, changes and deletes contacts.
func (f *filler) contacts(key, owner *Caller) {
	if f.err == nil {
		var rejected int
		if rejected, f.err = key.Import(f.ctx, file()); f.err == nil && rejected != 3 {
			f.err = fmt.Errorf("%d rows are rejected", rejected)
		}
	}
	created := f.id(key, "/api/V1/Contact/create", map[string]any{
		"firstName": "Zoë", "lastName": "Later", "gender": "Female", "tags": []string{"vip", "Ärzte"},
		"phones":    []any{map[string]any{"phone": "20 7946 0958", "phoneCC": "+44"}, map[string]any{"phone": "11 91000-0599", "phoneCC": "+55"}},
		"emails":    []any{map[string]any{"email": "Zoe.Later@mail.example", "type": 2}},
		"addresses": []any{map[string]any{"line1": "Am Markt 1", "city": "Köln", "country": "DE", "type": 1}},
	})
	f.do(key, http.MethodPut, "/api/V1/Contact/update", map[string]any{"id": created, "lastName": "Later-Kovacs"}, nil)
	gone := f.id(key, "/api/V1/Contact/create", map[string]any{"firstName": "Gone", "lastName": "Later"})
	f.do(key, http.MethodDelete, "/api/V1/Contact/delete?id="+gone, nil, nil)
	f.do(owner, http.MethodPut, "/api/V1/Contact/tags/regular", map[string]any{"name": "Stammkunde"}, nil)
}

// file returns a file of contacts, of which three rows are rejected.
func file() string {
	firsts := []string{"Mira", "Jonas", "Zoë", "Emre", "Lucía"}
	lasts := []string{"Kovacs", "Brandt", "Okafor", "Silva", "Nowak", "Yilmaz", "Meyer"}
	var rows strings.Builder
	rows.WriteString("firstName,lastName,phone,email,tags\n")
	for i := range imported {
		tags := "regular"
		if i%10 == 0 {
			tags = "vip;regular"
		}
		fmt.Fprintf(&rows, "%s,%s,+55 11 91000-%04d,n%d@mail.example,%s\n", firsts[i%len(firsts)], lasts[i%len(lasts)], i, i, tags)
	}
	rows.WriteString("Bad,Phone,12,,\nBad,Mail,,nowhere,\nBad,Both,+44 1,@,\n")
	return rows.String()
}

// Import imports a file of contacts, and waits for its end. It returns how many rows were rejected.
func (c *Caller) Import(ctx context.Context, rows string) (rejected int, err error) {
	id, err := c.Upload(ctx, "contacts.csv", rows)
	if err != nil {
		return 0, err
	}
	if err := c.Do(ctx, http.MethodPost, "/api/V1/Contact/import/upload",
		map[string]any{"fileId": id, "invalidCells": "Reject"}, nil); err != nil {
		return 0, err
	}
	for {
		var list struct {
			Items []struct {
				Status      string
				FailedCount int
			}
		}
		if err := c.Do(ctx, http.MethodGet, "/api/V1/Contact/import", nil, &list); err != nil {
			return 0, err
		}
		switch newest := list.Items[0]; newest.Status {
		case "Completed":
			return newest.FailedCount, nil
		case "Failed", "Cancelled":
			return 0, fmt.Errorf("the import has %s", newest.Status)
		}
		select {
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		case <-time.After(50 * time.Millisecond): // as a client polls
		}
	}
}

// messages reports messages, of which each outbound one is charged, and statuses.
func (f *filler) messages(key *Caller) {
	now := time.Now().UTC()
	var messages, statuses []any
	for i := range 40 {
		direction, status := "Outbound", "Sent"
		if i%4 == 0 {
			direction, status = "Inbound", "Delivered"
		}
		messages = append(messages, map[string]any{
			"providerMessageId": fmt.Sprint("m", i), "direction": direction, "phone": fmt.Sprintf("+55 11 91000-%04d", i%5),
			"templateName": "hello", "campaign": fmt.Sprint("Campaign ", i%3), "category": "Marketing", "body": "Hello!",
			"status": status, "occurredAt": now.Add(-time.Duration(i) * time.Hour),
		})
		if direction == "Outbound" {
			statuses = append(statuses, map[string]any{"providerMessageId": fmt.Sprint("m", i), "status": "Read", "occurredAt": now})
		}
	}
	f.do(key, http.MethodPost, "/api/v1/messaging/messages", map[string]any{"messages": messages}, nil)
	f.do(key, http.MethodPost, "/api/v1/messaging/statuses", map[string]any{"statuses": statuses}, nil)
}

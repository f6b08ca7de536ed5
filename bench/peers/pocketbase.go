package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

func (p *place) startPocketBase(ctx context.Context, data *dataset.Data) (*form, error) {
	folder := filepath.Join(p.folder, "pocketbase")
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	fill := exec.CommandContext(ctx, p.pocketbase, "fill", password, "--dir", folder)
	fill.Stdin = bytes.NewReader(text)
	if out, err := fill.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("fill: %w: %s", err, out)
	}
	s, err := p.start(ctx, "/api/health", func(listen, _ string) *exec.Cmd {
		return exec.Command(p.pocketbase, "serve", "--http", listen, "--dir", folder)
	})
	if err != nil {
		return nil, err
	}
	f := &form{server: s, name: "PocketBase", made: new(int)}
	if f.version, err = moduleVersion(p.pocketbase, "github.com/pocketbase/pocketbase"); err != nil {
		return nil, err
	}
	for i, token := range []*string{&f.token, &f.stranger} {
		var login struct{ Token string }
		err := s.ask(ctx, "", call{http.MethodPost, "/api/collections/users/auth-with-password", map[string]any{
			"identity": data.Firms[i].Email, "password": password,
		}}, &login)
		if err != nil {
			return nil, err
		}
		*token = login.Token
	}
	pocketBaseCalls(f, data)
	return f, nil
}

// moduleVersion returns the version of a module in a program.
func moduleVersion(program, path string) (string, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", err
	}
	for _, module := range info.Deps {
		if module.Path == path {
			return module.Version, nil
		}
	}
	return "", fmt.Errorf("%s has no module %s", program, path)
}

func pocketBaseCalls(f *form, data *dataset.Data) {
	const expand = "tags,phones_via_contact,emails_via_contact,addresses_via_contact"
	const contacts = "/api/collections/contacts/records"
	// The rule alone, which compares with a joined user, would read the contacts of all firms: its
	// index takes the filter.
	f.page = func(firm uuid.UUID, number int, total bool) call {
		query := url.Values{
			"page": {strconv.Itoa(number)}, "perPage": {strconv.Itoa(pageSize)}, "sort": {"-created,-id"}, "expand": {expand},
			"filter": {`firm = "` + dataset.PocketID(firm) + `"`},
		}
		if !total {
			query.Set("skipTotal", "1")
		}
		return call{method: http.MethodGet, path: contacts + "?" + query.Encode()}
	}
	f.get = func(c *dataset.Contact) call {
		return call{method: http.MethodGet, path: contacts + "/" + c.PocketID() + "?" + url.Values{"expand": {expand}}.Encode()}
	}
	firm := dataset.PocketID(data.Firms[0].ID)
	var tags []string
	for _, id := range tagIDs(data, newContact(0)) {
		tags = append(tags, dataset.PocketID(id))
	}
	// Creating a contact with its parts takes a batch, which is one transaction. The client chooses
	// the contact's id.
	f.create = func(n int) call {
		c := newContact(n)
		id := fmt.Sprintf("n%014d", n)
		var requests []any
		post := func(collection string, body map[string]any) {
			body["firm"] = firm
			requests = append(requests, map[string]any{
				"method": http.MethodPost, "url": "/api/collections/" + collection + "/records", "body": body,
			})
		}
		post("contacts", map[string]any{
			"id": id, "firstName": c.FirstName, "lastName": c.LastName, "isActive": c.IsActive, "tags": tags,
		})
		for _, phone := range c.Phones {
			post("phones", map[string]any{
				"contact": id, "type": phone.Type, "phone": phone.Phone, "phoneCC": phone.PhoneCC, "isPrimary": phone.IsPrimary,
			})
		}
		for _, email := range c.Emails {
			post("emails", map[string]any{"contact": id, "type": email.Type, "email": email.Email, "isPrimary": email.IsPrimary})
		}
		return call{http.MethodPost, "/api/batch", map[string]any{"requests": requests}}
	}
	f.read = readPocketBase
}

// pocketContact is a contact as PocketBase writes it, without times: theirs are in another format.
type pocketContact struct {
	ID, FirstName, LastName, Gender, ProfilePic string

	IsActive bool
	Expand   struct {
		Phones    []dataset.Phone   `json:"phones_via_contact"`
		Emails    []dataset.Email   `json:"emails_via_contact"`
		Addresses []dataset.Address `json:"addresses_via_contact"`
		Tags      []struct{ Name string }
	}
}

func readPocketBase(body []byte) (contacts []dataset.Contact, total int, err error) {
	var page struct {
		Items      []pocketContact
		TotalItems int
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, 0, err
	}
	if page.Items == nil {
		var one pocketContact
		if err := json.Unmarshal(body, &one); err != nil {
			return nil, 0, err
		}
		if one.ID != "" {
			page.Items = append(page.Items, one)
		}
	}
	for _, in := range page.Items {
		c := dataset.Contact{
			FirstName: in.FirstName, LastName: in.LastName, Gender: &in.Gender, IsActive: in.IsActive, ProfilePic: &in.ProfilePic,
			Phones: in.Expand.Phones, Emails: in.Expand.Emails, Addresses: in.Expand.Addresses,
		}
		for _, tag := range in.Expand.Tags {
			c.Tags = append(c.Tags, tag.Name)
		}
		contacts = append(contacts, c)
	}
	return contacts, page.TotalItems, nil
}

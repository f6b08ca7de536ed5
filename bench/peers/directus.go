package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

func (p *place) startDirectus(ctx context.Context, data *dataset.Data) (*form, error) {
	address, err := p.plainDatabase(ctx, data, "directus.sql")
	if err != nil {
		return nil, err
	}
	// Its program first asks npm for a newer version. This is the command that it runs after that.
	program := filepath.Join(p.modules, "@directus", "api", "dist", "cli", "run.js")
	command := func(port, do string) *exec.Cmd {
		command := exec.CommandContext(ctx, p.node(), program, do)
		command.Env = append(os.Environ(), "NODE_ENV=production", "HOST=127.0.0.1", "PORT="+port, "SECRET="+jwtSecret,
			"DB_CLIENT=pg", "DB_CONNECTION_STRING="+address.String(), "ADMIN_EMAIL=admin@example.com", "ADMIN_PASSWORD="+password,
			"ACCESS_TOKEN_TTL=24h", "LOG_LEVEL=error", "TELEMETRY=false", "EXTENSIONS_PATH="+p.folder, "STORAGE_LOCAL_ROOT="+p.folder)
		return command
	}
	bootstrap := command("0", "bootstrap")
	if p.verbose {
		bootstrap.Stderr = os.Stderr
	}
	if err := bootstrap.Run(); err != nil {
		return nil, err
	}
	s, err := p.start(ctx, "/server/ping", func(_, port string) *exec.Cmd { return command(port, "start") })
	if err != nil {
		return nil, err
	}
	if err := describeDirectus(ctx, s, data); err != nil {
		return nil, err
	}
	if err := vacuum(ctx, address); err != nil {
		return nil, err
	}
	f := &form{server: s, name: "Directus", postgres: true, made: new(int)}
	if f.version, err = p.packageVersion("directus"); err != nil {
		return nil, err
	}
	for i, token := range []*string{&f.token, &f.stranger} {
		if *token, err = directusToken(ctx, s, data.Firms[i].Email); err != nil {
			return nil, err
		}
	}
	directusCalls(f, data)
	return f, nil
}

func directusToken(ctx context.Context, s *server, email string) (string, error) {
	var login struct {
		Data struct {
			AccessToken string `json:"access_token"`
		}
	}
	err := s.ask(ctx, "", call{http.MethodPost, "/auth/login", map[string]any{"email": email, "password": password}}, &login)
	return login.Data.AccessToken, err
}

const directusFields = "id,first_name,last_name,gender,is_active,profile_pic,created_at,updated_at," +
	"phones.id,phones.phone,phones.phone_cc,phones.type,phones.is_primary,emails.id,emails.email,emails.type,emails.is_primary," +
	"addresses.id,addresses.type,addresses.line1,addresses.line2,addresses.landmark,addresses.city,addresses.state,addresses.country," +
	"addresses.pin_code,tags.tag_id.name"

func directusCalls(f *form, data *dataset.Data) {
	fields := url.Values{"fields": {directusFields}}.Encode()
	f.page = func(_ uuid.UUID, number int, total bool) call {
		query := url.Values{
			"fields": {directusFields}, "sort": {"-created_at,-id"}, "limit": {strconv.Itoa(pageSize)}, "page": {strconv.Itoa(number)},
		}
		if total {
			query.Set("meta", "filter_count")
		}
		return call{method: http.MethodGet, path: "/items/contacts?" + query.Encode()}
	}
	f.get = func(c *dataset.Contact) call {
		return call{method: http.MethodGet, path: "/items/contacts/" + c.ID.String() + "?" + fields}
	}
	var tags []any
	for _, id := range tagIDs(data, newContact(0)) {
		tags = append(tags, map[string]any{"tag_id": id})
	}
	f.create = func(n int) call {
		c := newContact(n)
		var phones, emails []any
		for _, phone := range c.Phones {
			phones = append(phones, map[string]any{
				"type": phone.Type, "phone": phone.Phone, "phone_cc": phone.PhoneCC, "is_primary": phone.IsPrimary,
			})
		}
		for _, email := range c.Emails {
			emails = append(emails, map[string]any{"type": email.Type, "email": email.Email, "is_primary": email.IsPrimary})
		}
		return call{http.MethodPost, "/items/contacts?" + fields, map[string]any{
			"first_name": c.FirstName, "last_name": c.LastName, "phones": phones, "emails": emails, "tags": tags,
		}}
	}
	f.read = readDirectus
}

// directusContact is a contact as Directus writes it.
type directusContact struct {
	ID         uuid.UUID
	FirstName  string  `json:"first_name"`
	LastName   string  `json:"last_name"`
	IsActive   bool    `json:"is_active"`
	ProfilePic *string `json:"profile_pic"`
	Gender     *string
	Phones     []struct {
		dataset.Phone

		CC      string `json:"phone_cc"`
		Primary bool   `json:"is_primary"`
	}
	Emails []struct {
		dataset.Email

		Primary bool `json:"is_primary"`
	}
	Addresses []struct {
		dataset.Address

		Pin string `json:"pin_code"`
	}
	Tags []struct {
		Tag dataset.Tag `json:"tag_id"`
	}
}

func readDirectus(body []byte) (contacts []dataset.Contact, total int, err error) {
	var answer struct {
		Data json.RawMessage
		Meta struct {
			FilterCount int `json:"filter_count"`
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Data) == 0 {
		return nil, 0, err
	}
	var found []directusContact
	if answer.Data[0] != '[' {
		found = make([]directusContact, 1)
		err = json.Unmarshal(answer.Data, &found[0])
	} else {
		err = json.Unmarshal(answer.Data, &found)
	}
	for _, in := range found {
		c := dataset.Contact{
			FirstName: in.FirstName, LastName: in.LastName, Gender: in.Gender, IsActive: in.IsActive, ProfilePic: in.ProfilePic,
		}
		for _, phone := range in.Phones {
			phone.PhoneCC, phone.IsPrimary = phone.CC, phone.Primary
			c.Phones = append(c.Phones, phone.Phone)
		}
		for _, email := range in.Emails {
			email.IsPrimary = email.Primary
			c.Emails = append(c.Emails, email.Email)
		}
		for _, address := range in.Addresses {
			address.PinCode = address.Pin
			c.Addresses = append(c.Addresses, address.Address)
		}
		for _, tag := range in.Tags {
			c.Tags = append(c.Tags, tag.Tag.Name)
		}
		contacts = append(contacts, c)
	}
	return contacts, answer.Meta.FilterCount, err
}

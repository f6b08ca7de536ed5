package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The names of firmhub's APIs in the table.
const (
	restName    = "firmhub, REST"
	graphqlName = "firmhub, GraphQL"
)

const (
	adminEmail = "admin@firmhub.example"
	// others is the number of firms in addition to the measured one, and of the contacts of each.
	others, otherContacts = 5, 2000
)

// startFirmhub starts firmhub, makes firms with contacts as users make them, and returns the data
// for the other servers.
func (p *place) startFirmhub(ctx context.Context) (data *dataset.Data, forms []*form, err error) {
	address, err := p.database(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := p.start(ctx, "/healthz", func(listen, _ string) *exec.Cmd {
		command := exec.Command(p.firmhub, "serve")
		command.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+address.String(), "FIRMHUB_DATA_DIR="+filepath.Join(p.folder, "firmhub"),
			"FIRMHUB_ADDR="+listen, "FIRMHUB_RATE_LIMIT=off", "FIRMHUB_LOG=error", "FIRMHUB_ACCESS_TOKEN_TTL=24h",
			"FIRMHUB_ADMIN_EMAIL="+adminEmail, "FIRMHUB_ADMIN_PASSWORD="+password)
		return command
	})
	if err != nil {
		return nil, nil, err
	}
	if err := p.fillFirmhub(ctx, s, address); err != nil {
		return nil, nil, err
	}
	if err := vacuum(ctx, address); err != nil {
		return nil, nil, err
	}
	err = withConn(ctx, address, func(conn *pgx.Conn) error {
		if err := conn.QueryRow(ctx, "SHOW server_version").Scan(&p.version); err != nil {
			return err
		}
		data, err = load(ctx, conn)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	rest := &form{server: s, own: true, name: restName, postgres: true, always: true, made: new(int)}
	if rest.token, err = firmhubToken(ctx, s, data.Firms[0].Email); err != nil {
		return nil, nil, err
	}
	if rest.stranger, err = firmhubToken(ctx, s, data.Firms[1].Email); err != nil {
		return nil, nil, err
	}
	graphql := *rest
	graphql.name, graphql.always = graphqlName, false
	firmhubREST(rest)
	firmhubGraphQL(&graphql)
	return data, []*form{rest, &graphql}, nil
}

// fillFirmhub makes the firms by the API, and their contacts by the function behind it.
func (p *place) fillFirmhub(ctx context.Context, s *server, address *url.URL) (err error) {
	admin, err := firmhubToken(ctx, s, adminEmail)
	if err != nil {
		return err
	}
	d, err := db.Open(ctx, address.String())
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	if p.postmaster, err = bench.Postmaster(ctx, d); err != nil {
		return err
	}
	if p.postmaster == 0 {
		return fmt.Errorf("the processes of PostgreSQL can't be read here (another machine, a container, or not Linux)")
	}
	for i := range 1 + others {
		var firm struct{ Data struct{ ID uuid.UUID } }
		err := s.ask(ctx, admin, call{http.MethodPost, "/api/v1/admin/firm/create", map[string]any{
			"name": fmt.Sprint("Firm ", i), "currency": "EUR", "timeZone": "Europe/Lisbon",
			"owner": map[string]any{"firstName": "Olga", "lastName": "Owner", "email": fmt.Sprintf("owner%d@example.com", i), "password": password},
		}}, &firm)
		if err != nil {
			return err
		}
		n := otherContacts
		if i == 0 {
			n = p.contacts
		}
		if err := bench.Fill(viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm.Data.ID}), d, n); err != nil {
			return err
		}
	}
	return nil
}

func firmhubToken(ctx context.Context, s *server, email string) (string, error) {
	var login struct{ Data struct{ Token string } }
	err := s.ask(ctx, "", call{http.MethodPost, "/api/v1/auth/login", map[string]any{"email": email, "password": password}}, &login)
	return login.Data.Token, err
}

func firmhubREST(f *form) {
	f.page = func(_ uuid.UUID, number int, _ bool) call {
		return call{http.MethodPost, "/api/V1/Contact/getall", map[string]any{"page": number, "pageSize": pageSize}}
	}
	f.get = func(c *dataset.Contact) call {
		return call{method: http.MethodGet, path: "/api/V1/Contact/get/" + c.ID.String()}
	}
	f.create = func(n int) call { return call{http.MethodPost, "/api/V1/Contact/create", firmhubContact(n)} }
	f.read = func(body []byte) ([]dataset.Contact, int, error) { return readFirmhub(body, "data") }
}

const firmhubFields = `id firstName lastName gender isActive profilePic phones { id phone phoneCC type isPrimary }
	emails { id email type isPrimary } addresses { id type line1 line2 landmark city state country pinCode }
	tags createdAt updatedAt`

func firmhubGraphQL(f *form) {
	graphql := func(query string, variables map[string]any) call {
		return call{http.MethodPost, "/graphql", map[string]any{"query": query, "variables": variables}}
	}
	f.page = func(_ uuid.UUID, number int, total bool) call {
		fields := `page pageSize`
		if total {
			fields = `totalCount page pageSize`
		}
		return graphql(`query($input: ContactPageInput!) { data: contactPage(input: $input) { items {`+firmhubFields+`} `+fields+` } }`,
			map[string]any{"input": map[string]any{"page": number, "pageSize": pageSize}})
	}
	f.get = func(c *dataset.Contact) call {
		return graphql(`query($id: ID!) { data: contact(id: $id) {`+firmhubFields+`} }`, map[string]any{"id": c.ID})
	}
	f.create = func(n int) call {
		return graphql(`mutation($input: CreateContactInput!) { data: createContact(input: $input) {`+firmhubFields+`} }`,
			map[string]any{"input": firmhubContact(n)})
	}
	f.read = func(body []byte) ([]dataset.Contact, int, error) {
		var answer struct{ Data json.RawMessage }
		if err := json.Unmarshal(body, &answer); err != nil || len(answer.Data) == 0 {
			return nil, 0, err
		}
		return readFirmhub(answer.Data, "data")
	}
}

func firmhubContact(n int) any {
	c := newContact(n)
	return map[string]any{
		"firstName": c.FirstName, "lastName": c.LastName, "phones": c.Phones, "emails": c.Emails, "tags": c.Tags,
	}
}

// readFirmhub reads a page or a contact.
func readFirmhub(body []byte, field string) (contacts []dataset.Contact, total int, err error) {
	var answer map[string]json.RawMessage
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, err
	}
	var page struct {
		Items      []dataset.Contact
		TotalCount int
	}
	if err := json.Unmarshal(answer[field], &page); err != nil || page.Items != nil {
		return page.Items, page.TotalCount, err
	}
	var one *dataset.Contact
	if err := json.Unmarshal(answer[field], &one); err != nil || one == nil || one.ID == uuid.Nil {
		return nil, 0, err
	}
	return []dataset.Contact{*one}, 0, nil
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
)

// jwtSecret signs the tokens of PostGraphile.
const jwtSecret = "0123456789abcdef0123456789abcdef" //nolint:gosec // of a benchmark

func (p *place) startPostGraphile(ctx context.Context, data *dataset.Data) (*form, error) {
	address, err := p.plainDatabase(ctx, data, "postgraphile.sql")
	if err != nil {
		return nil, err
	}
	member, connecting, err := p.postGraphileRoles(ctx, data, address)
	if err != nil {
		return nil, err
	}
	s, err := p.start(ctx, "/", func(_, port string) *exec.Cmd {
		command := exec.Command(p.node(), "postgraphile.mjs")
		command.Env = append(os.Environ(), "NODE_ENV=production", "PORT="+port, "DATABASE_URL="+connecting.String(), "JWT_SECRET="+jwtSecret)
		return command
	})
	if err != nil {
		return nil, err
	}
	if err := vacuum(ctx, address); err != nil {
		return nil, err
	}
	f := &form{server: s, name: "PostGraphile", postgres: true, made: new(int)}
	if f.version, err = p.packageVersion("postgraphile"); err != nil {
		return nil, err
	}
	for i, token := range []*string{&f.token, &f.stranger} {
		*token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
			"aud": "postgraphile", "role": member, "user_id": data.Firms[i].Owner, "firm_id": data.Firms[i].ID,
			"exp": time.Now().Add(24 * time.Hour).Unix(),
		}).SignedString([]byte(jwtSecret))
		if err != nil {
			return nil, err
		}
	}
	postGraphileCalls(f, data)
	return f, nil
}

// postGraphileRoles creates two roles: one that connects and may do nothing, and one that it
// assumes with a token.
func (p *place) postGraphileRoles(ctx context.Context, data *dataset.Data, address *url.URL) (member string, connecting *url.URL, err error) {
	member = fmt.Sprintf("firmhub_bench_%d_member", os.Getpid())
	connects := fmt.Sprintf("firmhub_bench_%d_connects", os.Getpid())
	err = withConn(ctx, address, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, fmt.Sprintf(`CREATE ROLE %[1]s; CREATE ROLE %[2]s LOGIN NOINHERIT PASSWORD '%[3]s'; GRANT %[1]s TO %[2]s;
			GRANT SELECT, INSERT ON contacts, phones, emails, addresses, tags, contact_tags TO %[1]s`, member, connects, password))
		if err != nil {
			return err
		}
		p.closers = append(p.closers, func() error {
			return withConn(context.WithoutCancel(ctx), address, func(conn *pgx.Conn) error {
				_, err := conn.Exec(context.WithoutCancel(ctx), fmt.Sprintf(`DROP OWNED BY %[1]s, %[2]s; DROP ROLE %[1]s, %[2]s`, member, connects))
				return err
			})
		})
		for _, f := range data.Firms {
			if _, err := conn.Exec(ctx, "INSERT INTO memberships (user_id, firm_id) VALUES ($1, $2)", f.Owner, f.ID); err != nil {
				return err
			}
		}
		return nil
	})
	own := *address
	own.User = url.UserPassword(connects, password)
	return member, &own, err
}

const postGraphileFields = `rowId firstName lastName gender isActive profilePic createdAt updatedAt
	phonesByContactId(orderBy: POSITION_ASC) { nodes { rowId phone phoneCc type isPrimary } }
	emailsByContactId(orderBy: POSITION_ASC) { nodes { rowId email type isPrimary } }
	addressesByContactId(orderBy: POSITION_ASC) { nodes { rowId type line1 line2 landmark city state country pinCode } }
	contactTagsByContactId { nodes { tagByTagId { name } } }`

func postGraphileCalls(f *form, data *dataset.Data) {
	graphql := func(query string, variables map[string]any) call {
		return call{http.MethodPost, "/graphql", map[string]any{"query": query, "variables": variables}}
	}
	f.page = func(_ uuid.UUID, number int, total bool) call {
		fields := ""
		if total {
			fields = "totalCount"
		}
		return graphql(`query($offset: Int!) { page: allContacts(first: 20, offset: $offset, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes {`+
			postGraphileFields+`} `+fields+` } }`, map[string]any{"offset": (number - 1) * pageSize})
	}
	f.get = func(c *dataset.Contact) call {
		return graphql(`query($id: UUID!) { one: contactByRowId(rowId: $id) {`+postGraphileFields+`} }`, map[string]any{"id": c.ID})
	}
	tags := tagIDs(data, newContact(0))
	f.create = func(n int) call {
		c := newContact(n)
		input := map[string]any{"firstName": c.FirstName, "lastName": c.LastName, "tagIds": tags}
		for _, phone := range c.Phones {
			input["phones"] = []any{map[string]any{"type": phone.Type, "phone": phone.Phone, "phoneCc": phone.PhoneCC, "isPrimary": phone.IsPrimary}}
		}
		for _, email := range c.Emails {
			input["emails"] = []any{map[string]any{"type": email.Type, "email": email.Email, "isPrimary": email.IsPrimary}}
		}
		return graphql(`mutation($input: AddContactInput!) { made: addContact(input: $input) { one: result {`+postGraphileFields+`} } }`,
			map[string]any{"input": input})
	}
	f.read = readPostGraphile
}

func readPostGraphile(body []byte) (contacts []dataset.Contact, total int, err error) {
	type contact struct {
		dataset.Contact

		RowID                  uuid.UUID
		PhonesByContactID      struct{ Nodes []dataset.Phone }
		EmailsByContactID      struct{ Nodes []dataset.Email }
		AddressesByContactID   struct{ Nodes []dataset.Address }
		ContactTagsByContactID struct {
			Nodes []struct{ TagByTagID dataset.Tag }
		}
	}
	var answer struct {
		Data struct {
			Page struct {
				Nodes      []contact
				TotalCount int
			}
			One  *contact
			Made struct{ One *contact }
		}
		Errors json.RawMessage
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, err
	}
	found := answer.Data.Page.Nodes
	for _, one := range []*contact{answer.Data.One, answer.Data.Made.One} {
		if one != nil {
			found = append(found, *one)
		}
	}
	for _, c := range found {
		c.ID, c.Phones, c.Emails, c.Addresses = c.RowID, c.PhonesByContactID.Nodes, c.EmailsByContactID.Nodes, c.AddressesByContactID.Nodes
		for _, link := range c.ContactTagsByContactID.Nodes {
			c.Tags = append(c.Tags, link.TagByTagID.Name)
		}
		contacts = append(contacts, c.Contact)
	}
	return contacts, answer.Data.Page.TotalCount, nil
}

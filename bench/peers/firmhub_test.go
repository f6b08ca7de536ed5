package peers_test

import (
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// The names of firmhub's APIs in the table.
const (
	restName    = "firmhub, REST"
	graphqlName = "firmhub, GraphQL"
)

// vacuum brings a database into the state that autovacuum would reach later.
const vacuum = "VACUUM ANALYZE"

// others is the number of firms beside the measured one, and of the contacts of each.
const others, otherContacts = 5, 2000

// startFirmhub starts firmhub, and makes firms with contacts as users make them.
func (p *place) startFirmhub() []*peer {
	p.firmhubURL = bench.Database(p, db.Postgres)
	rest := p.started(bench.StartFirmhub(p, "../../bin/firmhub", p.firmhubURL, "FIRMHUB_RATE_LIMIT=off", "FIRMHUB_ACCESS_TOKEN_TTL=24h"))
	rest.name, rest.own, rest.always, rest.created = restName, true, true, http.StatusCreated
	p.firmhub = rest
	p.fill(rest)
	p.execute(p.firmhubURL, vacuum)
	rest.logIn(func(f firm) string { return p.send.LogIn(p, rest.url, f.Email, bench.Password) })
	graphql := *rest
	graphql.name, graphql.always, graphql.created = graphqlName, false, http.StatusOK
	rest.callREST()
	graphql.callGraphQL()
	return []*peer{rest, &graphql}
}

// fill makes the firms by the API, and their contacts by the function behind it. It reads what the
// other servers need to know of them.
func (p *place) fill(rest *peer) {
	admin := p.send.LogIn(p, rest.url, bench.AdminEmail, bench.Password)
	d, err := db.Open(p.Context(), p.firmhubURL)
	require.NoError(p, err)
	defer func() { _ = d.Close() }()
	rest.meter = bench.NewMeter(p, d, rest.meter.Server)
	for i := range 1 + others {
		var made struct{ Data struct{ ID uuid.UUID } }
		rest.ask(admin, call{http.MethodPost, "/api/v1/admin/firm/create", map[string]any{
			"name": fmt.Sprint("Firm ", i), "currency": "EUR", "timeZone": "Europe/Lisbon", "owner": map[string]any{
				"firstName": "Olga", "lastName": "Owner", "email": fmt.Sprintf("owner%d@example.com", i), "password": bench.Password,
			},
		}}, &made)
		n := otherContacts
		if i == 0 {
			n = *contacts
		}
		bench.Fill(p, d, made.Data.ID, n, nil)
	}
	conn := p.connect(p.firmhubURL)
	require.NoError(p, conn.QueryRow(p.Context(), "SHOW server_version").Scan(&p.version))
	firms, err := conn.Query(p.Context(), `SELECT f.id, u.id AS owner, u.email FROM firms f JOIN memberships m ON m.firm_id = f.id
		JOIN users u ON u.id = m.user_id WHERE NOT f.is_super_firm ORDER BY f.created_at`)
	require.NoError(p, err)
	p.firms, err = pgx.CollectRows(firms, pgx.RowToStructByName[firm])
	require.NoError(p, err)
	tags, err := conn.Query(p.Context(), "SELECT id FROM tags WHERE firm_id = $1 AND name IN ('Customer', 'Newsletter')", p.firms[0].ID)
	require.NoError(p, err)
	p.tagIDs, err = pgx.CollectRows(tags, pgx.RowTo[uuid.UUID])
	require.NoError(p, err)
}

func (p *peer) callREST() {
	p.page = func(_ uuid.UUID, number int, _ bool) call {
		return call{http.MethodPost, "/api/V1/Contact/getall", map[string]any{"page": number, "pageSize": pageSize}}
	}
	p.get = func(id uuid.UUID) call {
		return call{method: http.MethodGet, path: "/api/V1/Contact/get/" + id.String()}
	}
	p.create = func(n int) call { return call{http.MethodPost, "/api/V1/Contact/create", firmhubInput(n)} }
}

func (p *peer) callGraphQL() {
	const fields = bench.ContactFields
	p.page = func(_ uuid.UUID, number int, total bool) call {
		count := ""
		if total {
			count = "totalCount"
		}
		return graphql(`query($input: ContactPageInput!) { contactPage(input: $input) { items `+fields+count+` page pageSize } }`,
			map[string]any{"input": map[string]any{"page": number, "pageSize": pageSize}})
	}
	p.get = func(id uuid.UUID) call {
		return graphql(`query($id: ID!) { contact(id: $id) `+fields+` }`, map[string]any{"id": id})
	}
	p.create = func(n int) call {
		return graphql(`mutation($input: CreateContactInput!) { createContact(input: $input) `+fields+` }`,
			map[string]any{"input": firmhubInput(n)})
	}
}

func firmhubInput(n int) any {
	input := newInput(n, "phoneCC")
	input["tags"] = newContact(n)["tags"]
	return input
}

package peers_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
)

// jwtSecret signs the tokens of PostGraphile.
const jwtSecret = "0123456789abcdef0123456789abcdef"

func (p *place) startPostGraphile() *peer {
	more, err := os.ReadFile("postgraphile.sql")
	require.NoError(p, err)
	address := p.plainDatabase(string(more))
	member, connecting := p.postGraphileRoles(address)
	peer := p.start("/", func(_, port string) *exec.Cmd {
		command := p.node("postgraphile.mjs")
		command.Env = append(command.Env, "PORT="+port, "DATABASE_URL="+connecting, "JWT_SECRET="+jwtSecret)
		return command
	})
	p.execute(address, vacuum)
	peer.version, peer.meter.Postgres = p.pinned("package.json", "postgraphile"), p.firmhub.meter.Postgres
	peer.callPostGraphile()
	peer.logIn(func(f firm) string {
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
			"aud": "postgraphile", "role": member, "user_id": f.Owner, "firm_id": f.ID, "exp": time.Now().Add(24 * time.Hour).Unix(),
		}).SignedString([]byte(jwtSecret))
		require.NoError(p, err)
		return token
	})
	return peer
}

// postGraphileRoles creates two roles: one that connects and may do nothing, and one that it
// assumes with a token. It makes the owners members of their firms.
func (p *place) postGraphileRoles(address string) (member, connecting string) {
	member = fmt.Sprintf("firmhub_bench_%d_member", os.Getpid())
	connects := fmt.Sprintf("firmhub_bench_%d_connects", os.Getpid())
	var sql strings.Builder
	fmt.Fprintf(&sql, `CREATE ROLE %[1]s; CREATE ROLE %[2]s LOGIN NOINHERIT PASSWORD '%[3]s'; GRANT %[1]s TO %[2]s;
		GRANT SELECT, INSERT ON contacts, phones, emails, addresses, tags, contact_tags TO %[1]s;`, member, connects, bench.Password)
	for _, f := range p.firms {
		fmt.Fprintf(&sql, "INSERT INTO memberships (user_id, firm_id) VALUES ('%s', '%s');", f.Owner, f.ID)
	}
	p.execute(address, sql.String())
	p.Cleanup(func() {
		ctx := context.WithoutCancel(p.Context())
		conn, err := pgx.Connect(ctx, address)
		require.NoError(p, err)
		_, err = conn.Exec(ctx, fmt.Sprintf(`DROP OWNED BY %[1]s, %[2]s; DROP ROLE %[1]s, %[2]s`, member, connects))
		require.NoError(p, err)
		require.NoError(p, conn.Close(ctx))
	})
	own, err := url.Parse(address)
	require.NoError(p, err)
	own.User = url.UserPassword(connects, bench.Password)
	return member, own.String()
}

func (p *peer) callPostGraphile() {
	const fields = `{ id: rowId firstName lastName gender isActive profilePic createdAt updatedAt
		phones: phonesByContactId(orderBy: POSITION_ASC) { nodes { rowId phone phoneCc type isPrimary } }
		emails: emailsByContactId(orderBy: POSITION_ASC) { nodes { rowId email type isPrimary } }
		addresses: addressesByContactId(orderBy: POSITION_ASC) { nodes { rowId type line1 line2 landmark city state country pinCode } }
		tags: contactTagsByContactId { nodes { tag: tagByTagId { name } } } }`
	p.page = func(_ uuid.UUID, number int, total bool) call {
		count := ""
		if total {
			count = "totalCount"
		}
		return graphql(`query($offset: Int!) { allContacts(first: 20, offset: $offset, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes `+
			fields+count+` } }`, map[string]any{"offset": (number - 1) * pageSize})
	}
	p.get = func(id uuid.UUID) call {
		return graphql(`query($id: UUID!) { contactByRowId(rowId: $id) `+fields+` }`, map[string]any{"id": id})
	}
	p.create = func(n int) call {
		input := newInput(n, "phoneCc")
		input["tagIds"] = p.tagIDs
		return graphql(`mutation($input: AddContactInput!) { addContact(input: $input) { result `+fields+` } }`, map[string]any{"input": input})
	}
}

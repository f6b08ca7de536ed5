package peers_test

import (
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
)

func (p *place) startDirectus() *peer {
	// It needs a key of one column. Its other tables it makes itself.
	address := p.plainDatabase(`ALTER TABLE contact_tags ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid();
		CREATE UNIQUE INDEX contact_tags_pair ON contact_tags (contact_id, tag_id)`)
	folder := p.TempDir()
	// Its program first asks npm for a newer version. This is the command that it runs after that.
	command := func(port, do string) *exec.Cmd {
		command := p.node(filepath.Join(modules, "@directus", "api", "dist", "cli", "run.js"), do)
		command.Env = append(command.Env, "HOST=127.0.0.1", "PORT="+port, "SECRET="+jwtSecret,
			"DB_CLIENT=pg", "DB_CONNECTION_STRING="+address, "ADMIN_EMAIL=admin@example.com", "ADMIN_PASSWORD="+bench.Password,
			"ACCESS_TOKEN_TTL=24h", "LOG_LEVEL=error", "TELEMETRY=false", "EXTENSIONS_PATH="+folder, "STORAGE_LOCAL_ROOT="+folder)
		return command
	}
	require.NoError(p, command("0", "bootstrap").Run())
	peer := p.start("/server/ping", func(_, port string) *exec.Cmd { return command(port, "start") })
	peer.describeDirectus()
	p.execute(address, vacuum)
	peer.version, peer.meter.Postgres = p.pinned("package.json", "directus"), p.firmhub.meter.Postgres
	peer.callDirectus()
	peer.logIn(func(f firm) string { return peer.directusToken(f.Email) })
	return peer
}

func (p *peer) directusToken(email string) string {
	var login struct {
		Data struct {
			AccessToken string `json:"access_token"`
		}
	}
	p.ask("", call{http.MethodPost, "/auth/login", map[string]any{"email": email, "password": bench.Password}}, &login)
	return login.Data.AccessToken
}

// describeDirectus describes the relations of the tables to Directus through its API. It makes the
// owners of the firms users whose role may read and create what belongs to their firm.
func (p *peer) describeDirectus() {
	type m = map[string]any
	role, policy := uuid.New(), uuid.New()
	calls := []call{
		{http.MethodPost, "/fields/directus_users", m{"field": "firm", "type": "uuid", "schema": m{}, "meta": m{}}},
		{http.MethodPost, "/roles", m{"id": role, "name": "Member"}},
		{http.MethodPost, "/policies", m{"id": policy, "name": "Own firm", "admin_access": false, "app_access": false}},
		{http.MethodPost, "/access", m{"role": role, "policy": policy}},
	}
	ownFirm := m{"firm_id": m{"_eq": "$CURRENT_USER.firm"}}
	for _, table := range []string{"contacts", "phones", "emails", "addresses", "tags", "contact_tags"} {
		calls = append(calls,
			// Like firmhub, it does not record who created a contact.
			call{http.MethodPatch, "/collections/" + table, m{"meta": m{"accountability": nil}}},
			call{http.MethodPatch, "/fields/" + table + "/id", m{"meta": m{"special": []string{"uuid"}}}},
			call{http.MethodPost, "/permissions", m{
				"policy": policy, "collection": table, "action": "read", "permissions": ownFirm, "fields": []string{"*"},
			}},
			call{http.MethodPost, "/permissions", m{
				"policy": policy, "collection": table, "action": "create", "validation": ownFirm, "fields": []string{"*"},
				"presets": m{"firm_id": "$CURRENT_USER.firm"},
			}},
		)
	}
	alias := func(name, special string) {
		calls = append(calls, call{http.MethodPost, "/fields/contacts", m{"field": name, "type": "alias", "meta": m{"special": []string{special}}}})
	}
	// A relation adds to a foreign key, which Directus finds by itself.
	relation := func(table, field, to string, meta m) {
		calls = append(calls, call{http.MethodPatch, "/relations/" + table + "/" + field, m{
			"collection": table, "field": field, "related_collection": to, "meta": meta,
		}})
	}
	for _, part := range []string{"phones", "emails", "addresses"} {
		alias(part, "o2m")
		relation(part, "contact_id", "contacts", m{"one_field": part})
	}
	alias("tags", "m2m")
	relation("contact_tags", "contact_id", "contacts", m{"one_field": "tags", "junction_field": "tag_id"})
	relation("contact_tags", "tag_id", "tags", m{"junction_field": "contact_id"})
	for _, f := range p.firms {
		calls = append(calls, call{http.MethodPost, "/users", m{"email": f.Email, "password": bench.Password, "role": role, "firm": f.ID}})
	}
	admin := p.directusToken("admin@example.com")
	for _, c := range calls {
		p.ask(admin, c, nil)
	}
}

func (p *peer) callDirectus() {
	const fields = "id,first_name,last_name,gender,is_active,profile_pic,created_at,updated_at," +
		"phones.id,phones.phone,phones.phone_cc,phones.type,phones.is_primary,emails.id,emails.email,emails.type,emails.is_primary," +
		"addresses.id,addresses.type,addresses.line1,addresses.line2,addresses.landmark,addresses.city,addresses.state,addresses.country," +
		"addresses.pin_code,tags.tag_id.name"
	p.page = func(_ uuid.UUID, number int, total bool) call {
		query := url.Values{
			"fields": {fields}, "sort": {"-created_at,-id"}, "limit": {strconv.Itoa(pageSize)}, "page": {strconv.Itoa(number)},
		}
		if total {
			query.Set("meta", "filter_count")
		}
		return call{method: http.MethodGet, path: "/items/contacts?" + query.Encode()}
	}
	selected := "?" + url.Values{"fields": {fields}}.Encode()
	p.get = func(id uuid.UUID) call {
		return call{method: http.MethodGet, path: "/items/contacts/" + id.String() + selected}
	}
	var tags []any
	for _, id := range p.tagIDs {
		tags = append(tags, map[string]any{"tag_id": id})
	}
	p.create = func(n int) call {
		c := newContact(n)
		c["tags"] = tags
		return call{http.MethodPost, "/items/contacts" + selected, c}
	}
}

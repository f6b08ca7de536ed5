package upgrade

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// The firm of [Fill], its people, and what all of them log in with.
const (
	Firm = "Solis Kranz"
	// HistoryFirm has a wallet with a history.
	HistoryFirm = "Solis Archive"

	Owner    = "owner@solis.example"
	Agent    = "agent@solis.example"
	Removed  = "removed@solis.example"
	Password = "Try-firmhub-1" //nolint:gosec // of test data

	admin = "admin@firmhub.local"
)

// The files of a release.
const (
	SQLiteFile    = "sqlite.db.gz"
	SQLiteFacts   = "sqlite.json"
	PostgresFile  = "postgres.sql.gz"
	PostgresFacts = "postgres.json"
	Migrations    = "migrations.sha256"
)

// Facts are what the APIs say about the data, by the question. They last: nothing in them is
// deleted after some months.
type Facts map[string]string

// searches are terms of all kinds: the contacts of [Fill] that are in the search index of SQLite,
// and those that came after, have them.
var searches = []string{"Kovacs", "mira kov", "n7@mail", "+55 11 91000-0123", "000599", "Later", "Zoë", "absent"}

// Observe asks for the facts. The keys are API keys: one that works, and one that is revoked.
func Observe(ctx context.Context, s *Server, key, revoked string) (Facts, error) {
	owner, err := s.LogIn(ctx, Owner, Password)
	if err != nil {
		return nil, err
	}
	super, err := s.LogIn(ctx, admin, Password)
	if err != nil {
		return nil, err
	}
	facts := Facts{}
	o := &observer{ctx: ctx, facts: facts}
	o.total("contacts", owner, http.MethodPost, "/api/V1/Contact/getall", map[string]any{"pageSize": 1})
	o.total("contacts with two tags", owner, http.MethodPost, "/api/V1/Contact/getall",
		map[string]any{"pageSize": 1, "tags": []string{"vip", "Stammkunde"}})
	for _, term := range searches {
		o.total("search "+term, owner, http.MethodGet, "/api/V1/Contact/search?searchTerm="+url.QueryEscape(term), nil)
		o.total("list "+term, owner, http.MethodPost, "/api/V1/Contact/getall", map[string]any{"pageSize": 1, "searchTerm": term})
	}
	o.total("active users", owner, http.MethodGet, "/api/v1/users?status=Active", nil)
	o.total("audit entries", owner, http.MethodGet, "/api/v1/audit?pageSize=1", nil)
	o.total("active keys", owner, http.MethodGet, "/api/v1/ApiClient?status=Active", nil)
	o.total("revoked keys", owner, http.MethodGet, "/api/v1/ApiClient?status=Revoked", nil)
	o.total("transactions", owner, http.MethodGet, "/api/v1/wallet/transactions?pageSize=1", nil)
	var balance struct{ Balance any }
	o.ask(owner, "/api/v1/wallet/balance", &balance)
	facts["balance"] = fmt.Sprint(balance.Balance)
	var wallets []struct {
		FirmName string
		Balance  any
	}
	o.ask(super, "/api/v1/admin/wallet/wallets", &struct{ Items any }{&wallets})
	facts["wallets"] = fmt.Sprint(wallets)
	var rules struct{ PolicyRules []struct{ Line string } }
	o.failed(super.GraphQL(ctx, "{ policyRules { line } }", &rules))
	facts["policy rules"] = fmt.Sprint(rules)
	var roles []struct{ Name string }
	o.ask(owner, "/api/v1/roles", &roles)
	facts["roles"] = fmt.Sprint(roles)
	o.total("contacts for the key", s.WithKey(key), http.MethodGet, "/api/V1/Contact/search?searchTerm=Kovacs", nil)
	facts["revoked key"] = refusal(s.WithKey(revoked).Do(ctx, http.MethodGet, "/api/v1/ApiClient/self", nil, nil))
	_, err = s.LogIn(ctx, Agent, Password)
	facts["agent"] = refusal(err)
	_, err = s.LogIn(ctx, Removed, Password)
	facts["removed user"] = refusal(err)
	o.messaging(owner)
	return facts, errors.Join(o.errs...)
}

// refusal returns the status of a refused request.
func refusal(err error) string {
	var status StatusError
	switch {
	case err == nil:
		return "works"
	case errors.As(err, &status):
		return status.Error()
	default:
		return strings.TrimSpace(err.Error())
	}
}

type observer struct {
	ctx   context.Context //nolint:containedctx // it lives as long as the call of Observe
	facts Facts
	errs  []error
}

func (o *observer) failed(err error) {
	if err != nil {
		o.errs = append(o.errs, err)
	}
}

func (o *observer) ask(c *Caller, path string, data any) {
	o.failed(c.Do(o.ctx, http.MethodGet, path, nil, data))
}

// messaging asks for what firmhub sends itself, but not for messages, which are deleted after
// months.
func (o *observer) messaging(owner *Caller) {
	const root = "/api/v1/messaging/"
	o.total("approved templates", owner, http.MethodGet, root+"templates?status=Approved", nil)
	o.total("drafts of templates", owner, http.MethodGet, root+"templates?status=Draft", nil)
	o.total("opted out", owner, http.MethodGet, root+"consent?state=OptedOut", nil)
	o.total("opted in", owner, http.MethodGet, root+"consent?state=OptedIn", nil)
	o.total("drafts of campaigns", owner, http.MethodGet, root+"campaigns?status=Draft", nil)
	var campaigns []struct {
		ID, Name, Status string
		Counts           struct{ Recipients, Skipped, Read int }
		Held, Spent      any
	}
	o.ask(owner, root+"campaigns?status=Completed", &struct{ Items any }{&campaigns})
	for _, campaign := range campaigns {
		for _, state := range []string{"Read", "Skipped"} {
			o.total(state+" of "+campaign.Name, owner, http.MethodGet, root+"campaigns/"+campaign.ID+"/recipients?state="+state, nil)
		}
		campaign.ID = ""
		o.facts["campaign "+campaign.Name] = fmt.Sprint(campaign)
	}
	var channels []struct{ Name, Kind, Status, Sender string }
	o.ask(owner, root+"channels", &channels)
	o.facts["channels"] = fmt.Sprint(channels)
	var replies []struct{ Shortcut, Body string }
	o.ask(owner, root+"quick-replies", &replies)
	o.facts["quick replies"] = fmt.Sprint(replies)
	var hooks []struct{ Name, URL, Status string }
	o.ask(owner, "/api/v1/webhooks", &hooks)
	o.facts["webhooks"] = fmt.Sprint(hooks)
	var conversations []struct {
		ID, Address, ContactName, Status string
		AssignedTo                       struct{ Name string }
		UnreadCount                      int
	}
	o.ask(owner, root+"conversations", &struct{ Items any }{&conversations})
	for _, conversation := range conversations {
		var entries []struct{ Direction, Body string }
		o.ask(owner, root+"conversations/"+conversation.ID+"/messages", &struct{ Items any }{&entries})
		var notes []string
		for _, entry := range entries {
			if entry.Direction == "Note" {
				notes = append(notes, entry.Body)
			}
		}
		conversation.ID = ""
		o.facts["conversation with "+conversation.Address] = fmt.Sprint(conversation, notes)
	}
}

// total stores how many items a list has in all.
func (o *observer) total(fact string, c *Caller, method, path string, body any) {
	total, err := c.Total(o.ctx, method, path, body)
	o.failed(err)
	o.facts[fact] = strconv.Itoa(total)
}

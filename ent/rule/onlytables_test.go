package rule_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql/schema"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tables"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// onlyTables is how to make a row of each table of firms that ent has no code for, among the rows
// that it belongs to. Every such table must be here.
var onlyTables = map[string]func(of func(entity string) uuid.UUID) map[string]any{
	"campaign_recipients": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"campaign_id": uuid.New(), "contact_id": uuid.New(), "address_key": word(), "parameters": "{}", "state": "Waiting"}
	},
	"campaigns": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"name": "Sale", "channel_id": uuid.New(), "template_id": uuid.New(), "audience": "{}", "parameters": "{}", "time_zone": "Firm",
			"status": "Draft", "actor_kind": "System", "actor_name": "firmhub",
		}
	},
	"channel_lanes": func(func(string) uuid.UUID) map[string]any { return map[string]any{"due_at": time.Now()} },
	"consent_entries": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"number": 1, "address": "ada@example.org", "address_key": "ada@example.org", "kind": "Email", "state": "OptedIn",
			"source": "Api", "at": time.Now(), "actor_kind": "System", "actor_name": "firmhub", "hash": []byte{1},
		}
	},
	"consents": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"address_key": word(), "state": "OptedIn", "number": 1}
	},
	"contact_identities": func(of func(string) uuid.UUID) map[string]any {
		return map[string]any{"contact_id": of("Contact"), "kind": "WhatsAppUser", "value": word()}
	},
	"contact_import_drafts": func(of func(string) uuid.UUID) map[string]any {
		return map[string]any{"import_id": of("ContactImport"), "contact_id": uuid.New(), "key": "k"}
	},
	"conversation_notes": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"conversation_id": uuid.New(), "at": time.Now(), "body": "Call back.", "author": "ada@example.org"}
	},
	"conversations": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"channel_id": uuid.New(), "address": "ada@example.org", "address_kind": "Email", "address_key": word(), "active_at": time.Now(),
			"last_message_id": uuid.New(), "last_message_at": time.Now(),
		}
	},
	"decision_counts": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"subject_id": uuid.New(), "module": "Contact", "action": "View",
			"day": 20261125, "allowed": true, "calls": 1,
		}
	},
	"event_sequences": func(func(string) uuid.UUID) map[string]any { return map[string]any{"last": 0} },
	"numbered_events": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"sequence": 1, "type": "contact.deleted", "data": "{}", "raised_at": time.Now()}
	},
	"raised_events": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"type": "contact.deleted", "record_id": uuid.New(), "raised_at": time.Now()}
	},
	"webhooks": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"name": "CRM", "url": "https://crm.example.org", "event_types": "[]", "ordered": false, "status": "Active", "secret": []byte{1},
			"maker": "{}", "position": 0, "created_at": time.Now(), "updated_at": time.Now(),
		}
	},
	"webhook_lanes": func(func(string) uuid.UUID) map[string]any { return map[string]any{"position": 0} },
	"webhook_deliveries": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"webhook_id": uuid.New(), "event_id": uuid.New(), "event_type": "contact.deleted", "status": "Pending", "attempts": 0, "step": 0,
			"created_at": time.Now(),
		}
	},
	"webhook_replays": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"webhook_id": uuid.New(), "since": time.Now(), "until": time.Now(), "event_types": "[]", "position": 0}
	},
	"hook_events": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"channel_id": uuid.New(), "received_at": time.Now(), "due_at": time.Now(), "events": "[]"}
	},
	"message_keys": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"provider_message_id": word(), "occurred_at": time.Now()}
	},
	"notification_counters": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"user_id": uuid.New(), "sent": 0, "expired": 0}
	},
	"message_media": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"content_type": "image/png", "name": "a.png", "status": "Pending", "used_at": time.Now()}
	},
	"notification_sequences": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"last": 0, "expired": 0}
	},
	"outgoing_messages": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"occurred_at": time.Now(), "channel_id": uuid.New(), "class": 1, "state": "Queued", "expires_at": time.Now(), "price": 1,
			"charge_on": "Sent", "resend": false, "actor_kind": "System", "actor_name": "firmhub", "content": "{}",
		}
	},
	"pricing_allowances": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"month": 20261101, "category": "Marketing", "country": "", "kind": "", "used": 1}
	},
	"wallet_keys": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"key": word(), "request": []byte{1}, "entry_id": uuid.New()}
	},
	"quick_replies": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{"shortcut": word(), "body": "Hello"}
	},
	"templates": func(func(string) uuid.UUID) map[string]any {
		return map[string]any{
			"created_at": time.Now(), "updated_at": time.Now(), "name": word(), "language": "en", "kind": "Sms", "category": "Utility",
			"content": "{}", "version": 1, "status": "Draft",
		}
	},
}

// insert inserts a row into one of onlyTables, and returns its id and to which entities it belongs.
func (b *bundle) insert(ctx context.Context, name string, among rows) (id uuid.UUID, parents []string, err error) {
	values := onlyTables[name](func(entity string) uuid.UUID {
		parents = append(parents, entity)
		return among[entity]
	})
	id = uuid.New()
	values["id"], values["firm_id"] = id, among["Firm"]
	for _, column := range []string{"created_at", "updated_at"} {
		if hasColumn(tableNamed(name), column) {
			values[column] = time.Now()
		}
	}
	var columns, places []string
	var args []any
	for _, column := range slices.Sorted(maps.Keys(values)) {
		columns, args = append(columns, column), append(args, values[column])
		places = append(places, fmt.Sprintf("$%d", len(args)))
	}
	_, err = dbtest.SQL(ctx, b.DB).Exec("INSERT INTO "+name+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(places, ", ")+")", args...)
	return id, parents, err
}

func tableNamed(name string) *schema.Table {
	return tables.Tables[slices.IndexFunc(tables.Tables, func(t *schema.Table) bool { return t.Name == name })]
}

func hasColumn(of *schema.Table, name string) bool {
	return slices.ContainsFunc(of.Columns, func(c *schema.Column) bool { return c.Name == name })
}

// TestBreakIn_MovePastEnt moves rows of these tables.
func TestBreakIn_CreatePastEnt(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		before := b.snapshot(t)
		for name := range onlyTables {
			nameless := maps.Clone(b.mine)
			nameless["Firm"] = uuid.New()
			_, parents, err := b.insert(b.ctx, name, nameless)
			require.True(t, db.IsForeignKey(err), "%s in no firm: %v", name, err)
			for _, parent := range parents {
				among := maps.Clone(b.mine)
				among[parent] = b.theirs[parent]
				_, _, err := b.insert(b.ctx, name, among)
				require.True(t, db.IsForeignKey(err), "%s under their %s: %v", name, parent, err)
			}
		}
		require.Equal(t, before, b.snapshot(t), "rows changed")
	})
}

func TestOnlyTables(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		named := map[string]bool{ // no firm owns them
			"wallet_totals": true, "known_devices": true, "login_challenges": true, "recovery_codes": true, "totp_factors": true,
			"factor_tries": true, "passkeys": true, "passkey_challenges": true,
			"oidc_links": true, "oidc_logins": true,
		}
		for _, e := range entities(b.Client) {
			named[table(t, b, e)] = true
		}
		for _, of := range tables.Tables {
			require.True(t, named[of.Name] || onlyTables[of.Name] != nil, "say in onlyTables how to make a row of %s", of.Name)
		}
	})
}

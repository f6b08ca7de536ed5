package privacy

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/firmhub/firmhub/internal/db"
)

// mentioning are the tables that may name a person in any row, in the order in which they are
// erased. What is still to become messages comes first.
func mentioning() []*mentions {
	return []*mentions{
		{
			section: section{"providerEvents", "hook_events", []string{"id:id", "received_at:time", "events:json"}},
			texts:   []string{"events"}, about: anyText, erase: eraseHook,
		},
		{
			section: section{"auditEntries", "audit_entries", []string{
				"id:id", "created_at:time", "actor_name", "action", "target_type", "target_id:id", "target_name", "before:json", "after:json",
			}},
			texts: []string{"target_type", "target_id", "target_name", "before", "after"}, about: audited,
			erase: set("audit_entries", "target_name = '', before = NULL, after = NULL"),
		},
		{
			section: section{"events", "numbered_events", []string{"id:id", "sequence:int", "type", "raised_at:time", "data:json"}},
			texts:   []string{"data"}, about: anyText, erase: onlyID("numbered_events", 0),
		},
		{
			section: section{"unnumberedEvents", "raised_events", []string{"id:id", "type", "raised_at:time", "data:json"}},
			texts:   []string{"data"}, about: anyText, erase: onlyID("raised_events", 0),
		},
		{
			section: section{"webhookDeliveries", "webhook_deliveries", []string{
				"id:id", "event_id:id", "event_type", "status", "response_status:int", "response_body", "created_at:time",
			}},
			texts: []string{"response_body"}, about: anyText, erase: set("webhook_deliveries", "response_body = NULL"),
		},
		{
			section: section{"notifications", "notifications", []string{
				"id:id", "created_at:time", "module", "module_id:id", "title", "message", "metadata",
			}},
			texts: []string{"module_id", "title", "message", "metadata"}, about: anyText,
			erase: set("notifications", "title = 'Erased', message = 'The contact was erased.', metadata = ''"),
		},
		{
			section: section{"importRejects", "contact_import_rejects", []string{
				"id:id", "import_id:id", "row:int", "column", "contact_id:id", "error", "cells:json",
			}},
			texts: []string{"contact_id", "cells", "error"}, about: rejected, erase: eraseReject,
		},
		{
			section: section{"importChanges", "contact_import_changes", []string{
				"id:id", "import_id:id", "contact_id:id", "before:json", "left_at:time",
			}},
			texts: []string{"contact_id"}, about: anyText,
		},
		{
			section: section{"importDrafts", "contact_import_drafts", []string{"id:id", "import_id:id", "contact_id:id", "key", "contact:json"}},
			texts:   []string{"contact_id", "key", "contact"}, about: anyText,
		},
		{
			section: section{"imports", "contact_imports", []string{"id:id", "created_at:time", "file_name", "status", "error", "preview:json"}},
			texts:   []string{"file_name", "error", "preview"},
			about:   func(n *names, texts []string) bool { return slices.ContainsFunc(texts, n.inCells) },
			erase:   set("contact_imports", "file_name = 'erased', error = '', preview = NULL"),
		},
	}
}

// audited reports whether an entry of the audit log is about the person. One that is about another
// contact may have the same name.
func audited(n *names, texts []string) bool {
	kind, target, values := texts[0], texts[1], texts[2:]
	if n.isID(target) || slices.ContainsFunc(values, n.addressIn) {
		return true
	}
	return kind != "contact" && slices.ContainsFunc(values, n.in)
}

// rejected reports whether a row of an import is about the person: it was imported as the contact,
// or it was imported as none and names the person.
func rejected(n *names, texts []string) bool {
	contact, values := texts[0], texts[1:]
	if contact != "" && !n.isID(contact) {
		return slices.ContainsFunc(values, n.addressIn)
	}
	return contact != "" || slices.ContainsFunc(values, n.inCells)
}

// eraseReject empties the cells of a row, which keeps their number.
func eraseReject(ctx context.Context, d *db.DB, _ *names, r mention) error {
	var cells []string
	if err := json.Unmarshal([]byte(r.Texts[1]), &cells); err != nil {
		return err
	}
	clear(cells)
	empty, err := json.Marshal(cells)
	if err != nil {
		return err
	}
	return d.InFirm(ctx).Later(
		"UPDATE contact_import_rejects SET error = 'The contact was erased.', cells = $3 WHERE firm_id = $1 AND id = $2",
		r.ID, string(empty))
}

// eraseHook removes what a provider says about the person from a call that is still to be worked
// on.
func eraseHook(ctx context.Context, d *db.DB, n *names, r mention) error {
	var events []json.RawMessage
	if err := json.Unmarshal([]byte(r.Texts[0]), &events); err != nil {
		return err
	}
	left := slices.DeleteFunc(events, func(event json.RawMessage) bool { return n.idIn(string(event)) || n.in(string(event)) })
	if len(left) == 0 {
		return d.InFirm(ctx).Delete("hook_events", "id = $2", r.ID)
	}
	encoded, err := json.Marshal(left)
	if err != nil {
		return err
	}
	return d.InFirm(ctx).Later("UPDATE hook_events SET events = $3 WHERE firm_id = $1 AND id = $2", r.ID, string(encoded))
}

package privacy

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// The actions of the audit log.
const (
	exported = "contact.export"
	erased   = "contact.erase"
)

// done is what entries of these actions say, after the change.
type done struct {
	Exported bool `json:"exported,omitempty"`
	Erased   bool `json:"erased,omitempty"`
}

// mentioning are the tables that may name a person in any row, in the order in which they are
// erased. What is still to become messages comes first, events before they are numbered come before
// those that are, and these before what their receivers have answered.
func mentioning() []*mentions {
	return []*mentions{
		{
			section: section{"providerEvents", "hook_events", []string{"id:id", "received_at:time", "events:json"}},
			at:      "received_at", exact: true,
			texts: []string{"events"}, about: inbound, erase: eraseHook,
		},
		{
			section: section{"auditEntries", "audit_entries", []string{
				"id:id", "created_at:time", "actor_name", "action", "target_type", "target_id:id", "target_name", "before:json", "after:json",
			}},
			at:    "created_at",
			texts: []string{"action", "target_id", "target_name", "before:json", "after:json"}, about: audited,
			erase: set("audit_entries", "target_name = '', before = NULL, after = NULL"),
		},
		{
			section: section{"unnumberedEvents", "raised_events", []string{"id:id", "type", "raised_at:time", "data:json"}},
			at:      "raised_at",
			texts:   []string{"data:json"}, about: anyText, erase: onlyID("raised_events", 0),
		},
		{
			section: section{"events", "numbered_events", []string{"id:id", "sequence:int", "type", "raised_at:time", "data:json"}},
			at:      "raised_at", late: true,
			texts: []string{"data:json"}, about: anyText, erase: onlyID("numbered_events", 0),
		},
		{
			section: section{"webhookDeliveries", "webhook_deliveries", []string{
				"id:id", "event_id:id", "event_type", "status", "response_status:int", "response_body", "created_at:time",
			}},
			at: "created_at", late: true,
			texts: []string{"response_body:json"}, about: anyText, erase: set("webhook_deliveries", "response_body = NULL"),
		},
		{
			section: section{"notifications", "notifications", []string{
				"id:id", "created_at:time", "module", "module_id:id", "title", "message", "metadata",
			}},
			at:    "created_at",
			texts: []string{"module_id", "title", "message", "metadata:json"}, about: anyText,
			erase: set("notifications", "title = 'Erased', message = 'The contact was erased.', metadata = ''"),
		},
		{
			section: section{"importRejects", "contact_import_rejects", []string{
				"id:id", "import_id:id", "row:int", "column", "contact_id:id", "error", "cells:json",
			}},
			at:    "created_at",
			texts: []string{"contact_id", "cells:json", "error"}, about: rejected, erase: eraseReject, ofImport: "import_id",
		},
		{
			section: section{"importChanges", "contact_import_changes", []string{
				"id:id", "import_id:id", "contact_id:id", "before:json", "left_at:time",
			}},
			at:    "created_at",
			texts: []string{"contact_id"}, about: anyText,
		},
		{
			section: section{"importDrafts", "contact_import_drafts", []string{"id:id", "import_id:id", "contact_id:id", "key", "contact:json"}},
			at:      "created_at",
			texts:   []string{"contact_id", "key", "contact:json"}, about: anyText, ofImport: "import_id",
		},
		{
			section: section{"imports", "contact_imports", []string{"id:id", "created_at:time", "file_name", "status", "error", "preview:json"}},
			at:      "created_at",
			texts:   []string{"file_name", "error", "preview:json"}, ofImport: "id",
			about: func(n *names, texts []string) bool { return slices.ContainsFunc(texts, n.in) },
			erase: set("contact_imports", "file_name = 'erased', error = '', preview = NULL"),
		},
	}
}

// ofImports returns the tables in which imports store what their rows say, limited to some imports.
func ofImports(imports []uuid.UUID) []*mentions {
	tables := slices.DeleteFunc(mentioning(), func(t *mentions) bool { return t.ofImport == "" })
	for _, t := range tables {
		t.imports = imports
	}
	return tables
}

// audited reports whether an entry of the audit log is about the person. One that is about somebody
// else may have the same name, and those of exports and erasures say nothing of the person.
func audited(n *names, texts []string) bool {
	action, target, values := texts[0], texts[1], texts[2:]
	if action == exported || action == erased {
		return false
	}
	return n.isID(target) || slices.ContainsFunc(values, n.addressIn)
}

// rejected reports whether a row of an import is about the person: it was imported as the contact,
// or it was imported as none and names the person.
func rejected(n *names, texts []string) bool {
	contact, values := texts[0], texts[1:]
	if contact != "" && !n.isID(contact) {
		return slices.ContainsFunc(values, n.addressIn)
	}
	return contact != "" || slices.ContainsFunc(values, n.in)
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

// inbound reports whether a call of a provider has a message or a preference of the person, which
// is still to be worked on or could not be read. Statuses of messages stay: they settle what
// messages cost.
func inbound(n *names, texts []string) bool {
	var events []json.RawMessage
	return json.Unmarshal([]byte(texts[0]), &events) == nil && slices.ContainsFunc(events, n.sent)
}

// sent reports whether an event of a provider is a message or a preference that the person has
// sent, or could not be read and names the person.
func (n *names) sent(event json.RawMessage) bool {
	var of struct {
		Err        string
		Raw        []byte
		Inbound    *provider.Inbound
		Status     *provider.Status
		Preference *provider.Preference
	}
	switch {
	case json.Unmarshal(event, &of) != nil: // Another version has stored it.
		of.Raw = event
	case of.Inbound != nil:
		return n.addressIn(of.Inbound.Phone) || n.addressIn(of.Inbound.UserID)
	case of.Preference != nil:
		return n.addressIn(of.Preference.Phone) || n.addressIn(of.Preference.UserID)
	case of.Err == "":
		return false
	case of.Status != nil:
		return n.addressIn(of.Status.Phone) || n.addressIn(of.Status.UserID)
	}
	raw := string(of.Raw)
	return n.addressIn(raw) || n.addressIn(unescaped(raw))
}

// eraseHook removes what the person has sent from a call that is still to be worked on.
func eraseHook(ctx context.Context, d *db.DB, n *names, r mention) error {
	var events []json.RawMessage
	if err := json.Unmarshal([]byte(r.Texts[0]), &events); err != nil {
		return err
	}
	left := slices.DeleteFunc(events, n.sent)
	if len(left) == 0 {
		return d.InFirm(ctx).Delete("hook_events", "id = $2", r.ID)
	}
	encoded, err := json.Marshal(left)
	if err != nil {
		return err
	}
	return d.InFirm(ctx).Later("UPDATE hook_events SET events = $3 WHERE firm_id = $1 AND id = $2", r.ID, string(encoded))
}

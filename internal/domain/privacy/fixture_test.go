package privacy_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The texts that occur wherever the person does.
const (
	firstName = "Needlefirst"
	lastName  = "Needlelast"
	number    = "+5511912345678"
	mail      = "needle.mail@example.org"
	user      = "BR.1502576394655843"
	street    = "Needle Street 17"
	said      = "needle-text-of-a-message"
	noted     = "needle-text-of-a-note"
)

var needles = []string{firstName, lastName, "11912345678", mail, user, street, said, noted}

// fill adds a person to every table that may know one, and returns the contact.
func (b *bundle) fill(t *testing.T) uuid.UUID {
	t.Helper()
	made, err := contact.Create(b.ctx, b.DB, contact.CreateInput{
		FirstName: firstName, LastName: lastName, Phones: []contact.PhoneInput{{Phone: "+55 (11) 91234-5678"}},
		Emails:    []contact.EmailInput{{Email: mail}},
		Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: street, City: "São Paulo"}}},
		Tags:      []string{"VIP"},
	})
	require.NoError(t, err)
	id, now := made.ID, entity.Now()
	b.insert(t, "contact_identities", map[string]any{
		"created_at": now, "updated_at": now, "contact_id": id, "kind": "WhatsAppUser", "value": user, "phone_key": number,
	})
	for _, address := range []string{number, mail, user} {
		_, err = consent.Set(b.ctx, b.DB, consent.SetInput{Address: &address, State: consent.OptedOut, Evidence: "call of " + firstName + " " + lastName})
		require.NoError(t, err)
	}
	b.fillMessages(t, id)
	b.fillTraces(t, id)
	return id
}

func (b *bundle) fillMessages(t *testing.T, id uuid.UUID) {
	t.Helper()
	now := entity.Now()
	channel := b.insert(t, "channels", map[string]any{
		"created_at": now, "updated_at": now, "name": "Sandbox", "kind": "Sandbox", "sender": "+5511900000000", "status": "Active", "settings": "{}",
		"secrets_set": "[]", "messages_per_second": 10, "is_default": true,
	})
	thread := b.insert(t, "conversations", map[string]any{
		"created_at": now, "updated_at": now, "channel_id": channel, "address": number, "address_kind": "Phone", "address_key": number,
		"contact_id": id, "active_at": now, "last_message_id": uuid.New(), "last_message_at": now,
	})
	b.insert(t, "conversation_notes", map[string]any{"conversation_id": thread, "at": now, "body": noted, "author": "Ada", "reference": "about " + mail})
	media := entity.NewID()
	system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID})
	key := "media/" + media.String()
	err := b.files.Keep(system, file.Blob{ID: media, Key: key}, strings.NewReader(said), func(context.Context, int64) error {
		return nil
	})
	require.NoError(t, err)
	b.insert(t, "message_media", map[string]any{
		"id": media, "content_type": "text/plain", "name": said + ".txt", "size": len(said), "status": "Ready", "blob_key": key, "used_at": now,
	})
	for _, m := range []map[string]any{
		{"direction": "Inbound", "status": "Delivered", "media_id": media, "provider_message_id": "wamid." + number},
		{"direction": "Outbound", "status": "Read", "reference": "for " + mail, "subject": said, "error_text": "no such " + number},
		{"direction": "Outbound", "status": "Queued", "channel_id": channel, "charge": "None", "attempts": 0, "events": "[]"},
	} {
		message := entity.NewID()
		values := map[string]any{
			"id": message, "created_at": now, "updated_at": now, "occurred_at": now, "provider_message_id": message.String(), "contact_id": id,
			"phone": number, "person_key": number, "category": "Service", "body": said, "address": number, "address_kind": "Phone",
			"conversation_id": thread,
		}
		maps.Copy(values, m)
		b.insert(t, "messages", values)
		keys := map[string]any{"id": message, "provider_message_id": values["provider_message_id"], "occurred_at": now}
		if values["reference"] != nil {
			keys["reference"] = values["reference"]
		}
		b.insert(t, "message_keys", keys)
		if m["status"] == "Queued" {
			b.insert(t, "outgoing_messages", map[string]any{
				"id": message, "occurred_at": now, "channel_id": channel, "class": 1, "state": "Queued", "due_at": now, "expires_at": now.AddDate(0, 0, 1),
				"price": 0, "charge_on": "Sent", "resend": false, "actor_kind": "System", "actor_name": "firmhub",
				"content": `{"to":{"kind":"Phone","value":"` + number + `"},"category":"Service","body":"` + said + `"}`,
			})
		}
	}
}

func (b *bundle) fillTraces(t *testing.T, id uuid.UUID) {
	t.Helper()
	now := entity.Now()
	about := `{"id":"` + id.String() + `","name":"` + firstName + ` ` + lastName + `","phone":"` + number + `","email":"` + mail + `","body":"` + said + `"}`
	b.insert(t, "audit_entries", map[string]any{
		"created_at": now, "actor_kind": "System", "actor_name": "firmhub", "action": "contact.update", "target_type": "contact", "target_id": id,
		"target_name": firstName + " " + lastName, "before": about, "after": about, "address": "", "request_id": "",
	})
	event := b.insert(t, "numbered_events", map[string]any{"sequence": 1000, "type": "contact.updated", "data": about, "raised_at": now})
	b.insert(t, "raised_events", map[string]any{"type": "consent.changed", "record_id": id, "data": about, "raised_at": now})
	b.insert(t, "webhook_deliveries", map[string]any{
		"webhook_id": uuid.New(), "event_id": event, "event_type": "contact.updated", "status": "Delivered", "attempts": 1, "step": 1,
		"response_body": "got " + mail, "created_at": now,
	})
	b.insert(t, "notifications", map[string]any{
		"created_at": now, "updated_at": now, "number": 1000, "user_id": uuid.Nil, "module": "Messaging", "module_id": id,
		"title": "Message from " + number, "message": said, "metadata": `{"name":"` + firstName + `"}`,
	})
	b.insert(t, "hook_events", map[string]any{
		"channel_id": uuid.New(), "received_at": now, "due_at": now, "events": `[{"inbound":{"phone":"` + number + `","body":"` + said + `"}}]`,
	})
	table := "Name;Phone\n" + firstName + " " + lastName + ";" + number + "\n"
	uploaded, err := b.files.Upload(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}),
		upload.File{Name: "contacts.csv", Content: strings.NewReader(table)})
	require.NoError(t, err)
	imported := b.insert(t, "contact_imports", map[string]any{
		"created_at": now, "updated_at": now, "file_id": uploaded.ID, "file_name": firstName + " " + lastName + ".csv", "file_size": 10,
		"queued_by_kind": "System", "queued_by_id": uuid.Nil, "options": "{}", "dry_run": false, "status": "Completed", "error": "",
		"preview": `["` + number + `"]`, "finished_at": now,
	})
	b.insert(t, "contact_import_rejects", map[string]any{
		"created_at": now, "updated_at": now, "import_id": imported, "row": 2, "position": 0, "column": "",
		"error": "phone " + number + " is wrong", "cells": `["` + firstName + `","` + lastName + `","` + number + `"]`,
	})
	b.insert(t, "contact_import_changes", map[string]any{
		"created_at": now, "updated_at": now, "import_id": imported, "contact_id": id, "before": about, "left_at": now,
	})
	b.insert(t, "contact_import_drafts", map[string]any{
		"created_at": now, "updated_at": now, "import_id": imported, "contact_id": uuid.New(), "key": number, "contact": about,
	})
	campaign := b.insert(t, "campaigns", map[string]any{
		"created_at": now, "updated_at": now, "name": "Sale", "channel_id": uuid.New(), "template_id": uuid.New(), "audience": "{}",
		"parameters": "{}", "time_zone": "Firm", "status": "Completed", "actor_kind": "System", "actor_name": "firmhub", "finished_at": now,
	})
	b.insert(t, "campaign_recipients", map[string]any{
		"campaign_id": campaign, "contact_id": id, "address": number, "address_kind": "Phone", "address_key": number,
		"parameters": `{"name":"` + firstName + `"}`, "state": "Entered", "message_id": uuid.New(), "message_at": now,
	})
}

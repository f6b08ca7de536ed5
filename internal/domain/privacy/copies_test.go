package privacy_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// What only a deleted copy of the person has.
const (
	copyName   = "Needlebefore"
	copyNumber = "+5511944445555"
	copyMail   = "needle.before@example.org"
)

// createCopy adds a contact that will be a copy, with two numbers.
func (b *bundle) createCopy(t *testing.T) *ent.Contact {
	t.Helper()
	picture, err := b.files.Upload(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}),
		upload.File{Name: "picture.csv", Content: strings.NewReader("the picture of the copy")})
	require.NoError(t, err)
	token := uuid.NewString()
	_, err = b.InFirm(b.ctx).Exec("UPDATE files SET public_token = $3 WHERE firm_id = $1 AND id = $2", picture.ID, token)
	require.NoError(t, err)
	made, err := contact.Create(b.ctx, b.DB, contact.CreateInput{
		FirstName: firstName, LastName: copyName, ProfilePic: new("https://api.example.com/public/" + token),
		Phones: []contact.PhoneInput{{Phone: number}, {Phone: copyNumber}}, Emails: []contact.EmailInput{{Email: copyMail}},
	})
	require.NoError(t, err)
	return made
}

// fillCopy adds what is stored about a copy before it is deleted.
func (b *bundle) fillCopy(t *testing.T, id uuid.UUID) {
	t.Helper()
	now := entity.Now()
	b.fillThread(t, number, id)
	result, err := b.messages.Report(b.ctx, messaging.ReportInput{Messages: []*messaging.MessageInput{{
		ProviderMessageID: "second", Direction: message.DirectionInbound, Phone: new(copyNumber), Category: "Service", Body: new(said),
		Status: "Delivered", OccurredAt: time.Now(),
	}}})
	require.NoError(t, err)
	require.Equal(t, 1, result.Accepted)
	_, err = consent.Set(b.ctx, b.DB, consent.SetInput{
		Address: new(number), State: consent.OptedOut, Evidence: "call of " + firstName + " " + copyName,
	})
	require.NoError(t, err)
	imported := b.insert(t, "contact_imports", map[string]any{
		"created_at": now, "updated_at": now, "file_id": uuid.New(), "file_name": "all.csv", "file_size": 10, "queued_by_kind": "System",
		"queued_by_id": uuid.Nil, "options": "{}", "dry_run": false, "status": "Completed", "error": "", "finished_at": now,
	})
	b.insert(t, "contact_import_changes", map[string]any{
		"created_at": now, "updated_at": now, "import_id": imported, "contact_id": id, "left_at": now,
		"before": `{"lastName":"` + copyName + `"}`,
	})
	campaign := b.insert(t, "campaigns", map[string]any{
		"created_at": now, "updated_at": now, "name": "Sale", "channel_id": uuid.New(), "template_id": uuid.New(), "audience": "{}",
		"parameters": "{}", "time_zone": "Firm", "status": "Completed", "actor_kind": "System", "actor_name": "firmhub", "finished_at": now,
	})
	b.insert(t, "campaign_recipients", map[string]any{
		"campaign_id": campaign, "contact_id": id, "address": number, "address_kind": "Phone", "address_key": number,
		"parameters": `{"name":"` + copyName + `"}`, "state": "Entered", "message_id": uuid.New(), "message_at": now,
	})
}

// fillThread adds a conversation with a note.
func (b *bundle) fillThread(t *testing.T, address string, of uuid.UUID) {
	t.Helper()
	now := entity.Now()
	thread := b.insert(t, "conversations", map[string]any{
		"created_at": now, "updated_at": now, "channel_id": uuid.New(), "address": address, "address_kind": "Phone", "address_key": address,
		"contact_id": of, "active_at": now, "last_message_id": uuid.New(), "last_message_at": now,
	})
	b.insert(t, "conversation_notes", map[string]any{"conversation_id": thread, "at": now, "body": noted + " of " + copyName, "author": "Ada"})
}

func TestExport_copies(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		copied := b.createCopy(t)
		b.fillCopy(t, copied.ID)
		require.NoError(t, contact.Delete(b.ctx, d, copied.ID))
		made := b.create(t, firstName, lastName, number, mail)
		b.create(t, firstName, "Another", "+5511977776666", "another@example.org")
		document, err := b.Export(b.ctx, made.ID)
		require.NoError(t, err)
		require.NotContains(t, string(document), "Another")
		for _, needle := range []string{copyName, "11944445555", copyMail, said, noted, "contact.delete", `"importChanges":[{`, "picture.csv"} {
			require.Contains(t, string(document), needle)
		}
		var parts struct {
			Copies []struct {
				Contact    struct{ ID uuid.UUID }
				Recipients []any `json:"campaignRecipients"`
			} `json:"deletedCopies"`
		}
		require.NoError(t, json.Unmarshal(document, &parts))
		require.Len(t, parts.Copies, 1)
		require.Equal(t, copied.ID, parts.Copies[0].Contact.ID)
		require.Len(t, parts.Copies[0].Recipients, 1)
	})
}

func TestErase_copies(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKDeletedCopy", func(t *testing.T) {
			b := newBundle(t, d)
			copied := b.createCopy(t)
			b.fillCopy(t, copied.ID)
			require.NoError(t, contact.Delete(b.ctx, d, copied.ID))
			made := b.create(t, firstName, lastName, number, mail)
			require.NoError(t, b.Erase(b.ctx, made.ID))
			require.NotContains(t, b.mentions(t, noted), "conversation_notes.body")
			b.finish(t)
			for _, needle := range []string{"11912345678", "11944445555", copyName, copyMail, said, noted} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
			require.NotContains(t, strings.Join(b.stored(t), "\n"), "the picture of the copy")
			left, err := db.All[uuid.UUID](b.InFirm(b.ctx), "SELECT id FROM contact_import_changes WHERE firm_id = $1")
			require.NoError(t, err)
			require.Empty(t, left)
			b.verifyConsent(t)
		})
		t.Run("OKConversationOfErased", func(t *testing.T) { // An erasure by an older program has left it.
			b := newBundle(t, d)
			copied := b.create(t, firstName, copyName, number, mail).ID
			require.NoError(t, b.Erase(b.ctx, copied))
			b.finish(t)
			b.fillThread(t, number, copied)
			require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
			for _, needle := range []string{"11912345678", noted} {
				require.NotContains(t, strings.Join(b.mentions(t, needle), " "), "conversation")
			}
			b.finish(t)
		})
		t.Run("OKOthersOfCopy", func(t *testing.T) { // What a copy had and another contact has is not the person's.
			for _, deleted := range []bool{false, true} {
				b := newBundle(t, d)
				copied := b.createCopy(t)
				require.NoError(t, contact.Delete(b.ctx, d, copied.ID))
				other := b.create(t, "Another", "Person", copyNumber, "another@example.org")
				b.fillThread(t, copyNumber, other.ID)
				if deleted {
					require.NoError(t, contact.Delete(b.ctx, d, other.ID))
				}
				require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
				b.finish(t)
				document, err := b.Export(b.ctx, other.ID)
				require.NoError(t, err)
				require.Contains(t, string(document), `"e164":"`+copyNumber)
				require.Contains(t, string(document), noted)
			}
		})
	})
}

// Besides those with a number of the person, deleted contacts are copies if an import would take
// both for one person, or if they were merged into the contact.
func TestErase_copiesByEmail(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKSameName", func(t *testing.T) {
			b := newBundle(t, d)
			b.delete(t, b.create(t, "NEEDLEFIRST", lastName, copyNumber, mail).ID)
			b.delete(t, b.createWithoutPhone(t, firstName, copyName, mail))
			require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
			b.finish(t)
			for _, needle := range []string{"11944445555", lastName, copyName, mail} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
		})
		t.Run("OKWithoutPhone", func(t *testing.T) {
			b := newBundle(t, d)
			b.delete(t, b.create(t, firstName, copyName, copyNumber, mail).ID)
			require.NoError(t, b.Erase(b.ctx, b.createWithoutPhone(t, firstName, lastName, mail)))
			b.finish(t)
			for _, needle := range []string{"11944445555", copyName, mail} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
		})
		t.Run("OKMerged", func(t *testing.T) { // Whatever the contact has lost since, it is the same person.
			b := newBundle(t, d)
			made := b.create(t, firstName, lastName, number, mail).ID
			merged := b.create(t, firstName, copyName, copyNumber, copyMail).ID
			b.insert(t, "contact_identities", map[string]any{
				"created_at": entity.Now(), "updated_at": entity.Now(), "contact_id": merged, "kind": "WhatsAppUser", "value": user, "phone_key": "",
			})
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				_, err := contact.Link(ctx, d, []contact.Named{{Phone: number, UserID: user}}, contact.Wait)
				return err
			}))
			_, err := contact.Update(b.ctx, d, contact.UpdateInput{
				ID: made, Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: number}}},
				Emails: []contact.UpdateEmailInput{{EmailInput: contact.EmailInput{Email: mail}}},
			})
			require.NoError(t, err)
			require.NoError(t, b.Erase(b.ctx, made))
			b.finish(t)
			for _, needle := range []string{"11944445555", copyName, copyMail} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
		})
	})
}

// Who once had the same e-mail address, such as that of an office, is somebody else: neither an
// export nor an erasure of one is about the other.
func TestErase_sharedEmail(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		ana := b.create(t, "Ana", copyName, copyNumber, mail)
		b.fillThread(t, copyNumber, ana.ID)
		b.fillThread(t, mail, ana.ID)
		result, err := b.messages.Report(b.ctx, messaging.ReportInput{Messages: []*messaging.MessageInput{{
			ProviderMessageID: "of Ana", Direction: message.DirectionInbound, Phone: new(copyNumber), Category: "Service", Body: new(said),
			Status: "Delivered", OccurredAt: time.Now(),
		}}})
		require.NoError(t, err)
		require.Equal(t, 1, result.Accepted)
		_, err = consent.Set(b.ctx, d, consent.SetInput{Address: new(copyNumber), State: consent.OptedOut, Evidence: "call of Ana " + copyName})
		require.NoError(t, err)
		_, err = contact.Update(b.ctx, d, contact.UpdateInput{ID: ana.ID, IsActive: new(false)})
		require.NoError(t, err)
		b.delete(t, ana.ID)
		b.insert(t, "numbered_events", map[string]any{
			"sequence": 1000, "type": "contact.updated", "raised_at": entity.Now(),
			"data": `{"id":"` + ana.ID.String() + `","phone":"` + copyNumber + `","email":"` + mail + `"}`,
		})
		of := func() []string {
			var all []string
			for _, needle := range []string{copyName, "11944445555", said, noted, mail} {
				all = append(all, b.mentions(t, needle)...)
			}
			return all
		}
		before := of()
		bo := b.create(t, firstName, lastName, number, mail)

		document, err := b.Export(b.ctx, bo.ID)
		require.NoError(t, err)
		for _, other := range []string{ana.ID.String(), "Ana", copyName, "11944445555", said, noted} {
			require.NotContains(t, string(document), other)
		}
		require.Contains(t, string(document), mail)
		require.NoError(t, b.Erase(b.ctx, bo.ID))
		b.finish(t)
		require.ElementsMatch(t, before, of())
		_, err = b.Export(b.ctx, ana.ID)
		require.NoError(t, err)

		require.NoError(t, b.Erase(b.ctx, ana.ID))
		b.finish(t)
		require.Empty(t, of())
	})
}

func (b *bundle) delete(t *testing.T, id uuid.UUID) {
	t.Helper()
	require.NoError(t, contact.Delete(b.ctx, b.DB, id))
}

func (b *bundle) createWithoutPhone(t *testing.T, first, last, email string) uuid.UUID {
	t.Helper()
	made, err := contact.Create(b.ctx, b.DB, contact.CreateInput{
		FirstName: first, LastName: last, Emails: []contact.EmailInput{{Email: email}},
	})
	require.NoError(t, err)
	return made.ID
}

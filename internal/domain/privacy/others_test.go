package privacy_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// fillNamesake adds somebody with the name of the person, and addresses that contain those of the
// person, to tables with texts.
func (b *bundle) fillNamesake(t *testing.T) {
	t.Helper()
	const theirNumber, theirMail = "+4915119123456", "another." + mail
	now, id := entity.Now(), b.create(t, firstName, lastName, theirNumber, theirMail).ID
	about := `{"id":"` + id.String() + `","firstName":"` + firstName + `","name":"` + firstName + ` ` + lastName + `","phone":"` + theirNumber +
		`","email":"` + theirMail + `"}`
	b.insert(t, "audit_entries", map[string]any{
		"created_at": now, "actor_kind": "System", "actor_name": "firmhub", "action": "contact.update", "target_type": "contact", "target_id": id,
		"target_name": firstName + " " + lastName, "before": about, "after": about, "address": "", "request_id": "",
	})
	b.insert(t, "audit_entries", map[string]any{
		"created_at": now, "actor_kind": "System", "actor_name": "firmhub", "action": "role.update", "target_type": "role", "target_id": uuid.New(),
		"target_name": "Sales", "before": `{"permissions":[]}`, "after": `{"permissions":["Contact:View"]}`, "address": "", "request_id": "",
	})
	b.insert(t, "numbered_events", map[string]any{"sequence": 2000, "type": "contact.updated", "data": about, "raised_at": now})
	b.insert(t, "raised_events", map[string]any{"type": "contact.updated", "record_id": id, "data": about, "raised_at": now})
	b.insert(t, "notifications", map[string]any{
		"created_at": now, "updated_at": now, "number": 2000, "user_id": uuid.Nil, "module": "Messaging", "module_id": id,
		"title": "Message from " + firstName + " " + lastName, "message": "Hello", "metadata": "",
	})
	b.insert(t, "hook_events", map[string]any{
		"channel_id": uuid.New(), "received_at": now, "due_at": now,
		"events": `[{"Inbound":{"Phone":"` + theirNumber + `","ProfileName":"` + firstName + ` ` + lastName + `","Body":"call ` + number + `"}},` +
			`{"Status":{"ProviderID":"p-1","State":"Delivered","Phone":"` + number + `"}}]`,
	})
	_, err := b.files.Upload(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), upload.File{
		Name: "others.csv", Content: strings.NewReader("Name;Phone\n" + firstName + " " + lastName + ";" + theirNumber + "\n"),
	})
	require.NoError(t, err)
}

// texts returns the rows of the tables with texts, as they are stored.
func (b *bundle) texts(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for table, columns := range map[string]string{
		"audit_entries":   "coalesce(target_name, '') || coalesce(CAST(before AS text), '') || coalesce(CAST(after AS text), '')",
		"numbered_events": "CAST(data AS text)", "raised_events": "CAST(data AS text)", "notifications": "title || message", "files": "name",
		"hook_events": "CAST(events AS text)",
	} {
		rows, err := db.All[string](b.InFirm(b.ctx), "SELECT coalesce("+columns+", '') AS text FROM "+table+" WHERE firm_id = $1 ORDER BY id")
		require.NoError(t, err)
		require.NotEmpty(t, rows, table)
		all[table] = rows
	}
	return all
}

// Neither a name, nor a part of an address, nor what somebody has entered as a street is taken for
// the person.
func TestErase_namesake(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.fillNamesake(t)
		before := b.texts(t)
		made, err := contact.Create(b.ctx, d, contact.CreateInput{
			FirstName: firstName, LastName: lastName, Phones: []contact.PhoneInput{{Phone: number}}, Emails: []contact.EmailInput{{Email: mail}},
			Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: `"firstName"`, Line2: `"permissions"`}}},
		})
		require.NoError(t, err)
		document, err := b.Export(b.ctx, made.ID)
		require.NoError(t, err)
		require.NotContains(t, string(document), "role.update")
		require.NotContains(t, string(document), "others.csv")
		require.NoError(t, b.Erase(b.ctx, made.ID))
		b.finish(t)
		after := b.texts(t)
		for table, rows := range before {
			require.Subset(t, after[table], rows, table)
		}
	})
}

// A rotation of the key for secrets counts the erasures that need the old one.
func TestSealedByOlder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
		count := func(keys string) []int64 {
			key, err := secret.ParseKey(keys)
			require.NoError(t, err)
			older, lost, err := privacy.SealedByOlder(t.Context(), d, key)
			require.NoError(t, err)
			return []int64{older, lost}
		}
		present, other := strings.Repeat("A", 43)+"=", strings.Repeat("B", 42)+"A="
		require.Equal(t, []int64{0, 0}, count(present))
		require.Equal(t, []int64{1, 0}, count(other+","+present))
		require.Equal(t, []int64{0, 1}, count(other))
		b.finish(t)
		require.Equal(t, []int64{0, 0}, count(other))
	})
}

// A rotation seals again the erasures that do not run: those that wait, were cancelled or failed.
func TestSealAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		for range 2 {
			require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
		}
		set := func(where, values string) {
			_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE river_job SET " + values + " WHERE kind = 'contact.erase' AND " + where)
			require.NoError(t, err)
		}
		manager, err := job.NewManager(d)
		require.NoError(t, err)
		require.NoError(t, manager.Cancel(t.Context(), b.jobs(t, job.Available)[0]))
		present, other := strings.Repeat("A", 43)+"=", strings.Repeat("B", 42)+"A="
		parse := func(keys string) *secret.Key {
			key, err := secret.ParseKey(keys)
			require.NoError(t, err)
			return key
		}
		seal := func(keys string, changed int64, counted ...int64) {
			t.Helper()
			done, err := privacy.SealAgain(t.Context(), d, parse(keys))
			require.NoError(t, err)
			require.Equal(t, changed, done)
			older, lost, err := privacy.SealedByOlder(t.Context(), d, parse(keys))
			require.NoError(t, err)
			require.Equal(t, []int64{older, lost}, counted)
		}
		seal(other+","+present, 2, 0, 0)
		seal(other, 0, 0, 0)
		seal(present, 0, 0, 1)
		seal(present+","+other, 2, 0, 0)

		// One that runs keeps its key until it has ended.
		set("state = 'available'", "state = 'running', attempt = 1, attempted_at = CURRENT_TIMESTAMP")
		seal(other+","+present, 1, 1, 0)
		seal(present+","+other, 1, 0, 0)

		// One that has failed for good counts until its domain knows, which queues a new job.
		set("state = 'running'", "state = 'discarded', finalized_at = CURRENT_TIMESTAMP")
		seal(other, 0, 0, 1)
		right := b.Manager
		b.Manager = privacy.NewManager(d, b.files, b.messages, nil, b.imports, privacy.Config{}) // without a key
		stop := b.start(t)
		require.Eventually(t, func() bool { return len(b.jobs(t, job.Scheduled)) == 1 }, time.Minute, 20*time.Millisecond)
		stop()
		seal(other, 0, 0, 1)
		set("state = 'scheduled'", "state = 'completed', finalized_at = CURRENT_TIMESTAMP")
		seal(other, 0, 0, 0)

		// What was sealed again and again can be opened: the one that was cancelled, and the one
		// that failed.
		for _, id := range append(b.jobs(t, job.Cancelled), b.jobs(t, job.Discarded)...) {
			require.NoError(t, manager.Retry(t.Context(), id))
		}
		b.Manager = right
		b.finish(t)
	})
}

func TestErase_others(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKFormerNumber", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, firstName, lastName, number, mail)
			result, err := b.messages.Report(b.ctx, messaging.ReportInput{Messages: []*messaging.MessageInput{{
				ProviderMessageID: "former", Direction: message.DirectionInbound, Phone: new(number), Category: "Service", Body: new(said),
				Status: "Delivered", OccurredAt: time.Now(),
			}}})
			require.NoError(t, err)
			require.Equal(t, 1, result.Accepted)
			_, err = contact.Update(b.ctx, d, contact.UpdateInput{ID: made.ID, Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: "+5511933334444"}}}})
			require.NoError(t, err)
			require.NoError(t, b.Erase(b.ctx, made.ID))
			b.finish(t)
			for _, needle := range []string{"11912345678", "11933334444", said} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
		})
		t.Run("OKFormerTimeZone", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, firstName, lastName, number, mail)
			result, err := b.messages.Report(b.ctx, messaging.ReportInput{Messages: []*messaging.MessageInput{{
				ProviderMessageID: "counted", Direction: message.DirectionInbound, Phone: new(number), Category: "Service", Status: "Delivered",
				OccurredAt: time.Now(),
			}}})
			require.NoError(t, err)
			require.Equal(t, 1, result.Accepted)
			d.Client.Firm.Update().Where(firm.ID(b.firm.ID)).SetTimeZone("Pacific/Kiritimati").ExecX(rule.AcrossFirms(t.Context(), "a test"))
			for more := true; more; {
				more, err = messaging.Recount(t.Context(), d)
				require.NoError(t, err)
			}
			require.NoError(t, b.Erase(b.ctx, made.ID))
			b.finish(t)
			require.Empty(t, b.mentions(t, "11912345678"))
			_, err = messaging.Verify(t.Context(), d, &b.firm.ID, func(f messaging.Fault) { t.Error(f.What) })
			require.NoError(t, err)
		})
		t.Run("OKSharedConversation", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.fill(t)
			b.create(t, "Brother", "Sharing", number, "brother@example.org")
			require.NoError(t, b.Erase(b.ctx, id))
			b.finish(t)
			var address string
			_, err := b.InFirm(b.ctx).Row([]any{&address}, "SELECT address FROM conversations WHERE firm_id = $1")
			require.NoError(t, err)
			require.Equal(t, number, address)
		})
		t.Run("ErrTooManyRequests", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.create(t, firstName, lastName, number, mail).ID
			var err error
			for err == nil { // Another one is allowed each two seconds.
				err = b.Erase(context.WithoutCancel(b.ctx), id)
			}
			require.ErrorContains(t, err, "Too many tries")
		})
	})
}

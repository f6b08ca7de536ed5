package privacy_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// stored returns the texts of all files of the store.
func (b *bundle) stored(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(b.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(all, string(text))
		return err
	})
	require.NoError(t, err)
	return all
}

func (b *bundle) refusal(t *testing.T, address string) provider.ErrorCode {
	t.Helper()
	parsed, faults := consent.ParseAddress(address)
	require.Empty(t, faults)
	rules, err := consent.ReadRules(b.ctx, b.DB, []consent.Address{parsed})
	require.NoError(t, err)
	return rules.Refusal(parsed, true, false, uuid.New())
}

func (b *bundle) verifyConsent(t *testing.T) {
	t.Helper()
	verified, err := consent.Verify(t.Context(), b.DB, &b.firm.ID, func(f consent.Fault) { t.Error(f.Number, f.What) })
	require.NoError(t, err)
	require.Zero(t, verified.Faults)
}

func TestExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.fill(t)
		b.create(t, "Another", "Person", "+5511977776666", "another@example.org")
		document, err := b.Export(b.ctx, id)
		require.NoError(t, err)
		for _, needle := range needles {
			require.Contains(t, string(document), needle)
		}
		for _, list := range []string{
			"phones", "emails", "addresses", "identities", "tags", "messages", "queuedMessages", "media", "conversations", "notes", "consent",
			"campaignRecipients", "auditEntries", "events", "unnumberedEvents", "webhookDeliveries", "notifications", "providerEvents",
			"importRejects", "importChanges", "importDrafts", "imports", "files",
		} {
			require.Contains(t, string(document), `"`+list+`":[{`, list)
		}
		require.NotContains(t, string(document), "Another")
		_, err = newBundle(t, d).Export(b.ctx, uuid.New())
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		other := newBundle(t, d)
		_, err = other.Export(other.ctx, id)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.True(t, fault.Is(other.Erase(other.ctx, id), fault.NotFound))
	})
}

func TestErase(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.fill(t)
			another := b.create(t, "Another", "Person", "+5511977776666", "another@example.org")
			before, err := b.Export(b.ctx, another.ID)
			require.NoError(t, err)
			require.NoError(t, b.Erase(b.ctx, id))
			_, err = b.Export(b.ctx, id)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			require.NotContains(t, b.mentions(t, noted), "conversation_notes.body")
			require.NotContains(t, b.mentions(t, said), "messages.body")
			b.finish(t)
			for _, needle := range needles {
				require.Empty(t, b.mentions(t, needle), needle)
				for _, text := range b.stored(t) {
					require.NotContains(t, text, needle)
				}
			}
			after, err := b.Export(b.ctx, another.ID)
			require.NoError(t, err)
			require.Equal(t, withoutAudit(t, before), withoutAudit(t, after))
			b.verifyConsent(t)
			require.NoError(t, b.Erase(b.ctx, id)) // again
		})
		t.Run("OKConsentStays", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.fill(t)
			require.NoError(t, b.Erase(b.ctx, id))
			b.finish(t)
			for range 2 { // The person comes again, and is erased again.
				for _, address := range []string{number, mail, user} {
					require.Equal(t, provider.OptedOut, b.refusal(t, address), address)
					proof, err := consent.Prove(t.Context(), d, b.firm.ID, address, time.Now().Add(time.Minute))
					require.NoError(t, err)
					require.NotEmpty(t, proof.Entries)
					require.Empty(t, proof.Faults)
				}
				again := b.create(t, firstName, lastName, number, mail)
				entries, err := consent.Set(b.ctx, d, consent.SetInput{ContactID: &again.ID, State: consent.OptedOut, Evidence: "again"})
				require.NoError(t, err)
				require.Len(t, entries, 2)
				b.verifyConsent(t)
				require.NoError(t, b.Erase(b.ctx, again.ID))
				b.finish(t)
			}
			b.verifyConsent(t)
			require.Empty(t, b.mentions(t, mail))
		})
		t.Run("OKAmountsStay", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.create(t, firstName, lastName, number, mail).ID
			for i, status := range []messaging.Status{"Delivered", "Read", "Failed"} {
				result, err := b.messages.Report(b.ctx, messaging.ReportInput{Messages: []*messaging.MessageInput{
					{
						ProviderMessageID: fmt.Sprint("out-", i), Direction: message.DirectionOutbound, Phone: new(number), Category: "Service",
						Body: new(said), Status: status, OccurredAt: time.Now().AddDate(0, -i, 0),
					},
					{
						ProviderMessageID: fmt.Sprint("in-", i), Direction: message.DirectionInbound, Phone: new(number), Category: "Service",
						Body: new(said), Status: "Delivered", OccurredAt: time.Now(),
					},
				}})
				require.NoError(t, err)
				require.Equal(t, 2, result.Accepted)
			}
			counts := func() (all []string) {
				all, err := db.All[string](b.InFirm(b.ctx), `
SELECT kind || ' ' || CAST(day AS text) || ' ' || CAST(sum(sent) AS text) || ' ' || CAST(sum(received) AS text) || ' ' || CAST(sum(delivered) AS text)
  || ' ' || CAST(sum("read") AS text) || ' ' || CAST(sum(failed) AS text) AS text
FROM message_counts WHERE firm_id = $1 GROUP BY kind, day
UNION ALL SELECT direction || ' ' || status || ' ' || CAST(count(*) AS text) FROM messages WHERE firm_id = $1 GROUP BY direction, status ORDER BY 1`)
				require.NoError(t, err)
				require.NotEmpty(t, all)
				return all
			}
			before := counts()
			require.NoError(t, b.Erase(b.ctx, id))
			b.finish(t)
			require.Empty(t, b.mentions(t, "11912345678"))
			require.Equal(t, before, counts())
			_, err := messaging.Verify(t.Context(), d, &b.firm.ID, func(f messaging.Fault) { t.Error(f.What) })
			require.NoError(t, err)
			_, err = wallet.Verify(t.Context(), d, &b.firm.ID, func(f wallet.Fault) { t.Error(f.What) })
			require.NoError(t, err)
		})
		t.Run("OKSharedAddress", func(t *testing.T) {
			b := newBundle(t, d)
			one := b.create(t, firstName, lastName, number, "family@example.org")
			two := b.create(t, "Brother", "Sharing", number, "family@example.org")
			address := number
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &address, State: consent.OptedIn})
			require.NoError(t, err)
			require.NoError(t, b.Erase(b.ctx, one.ID))
			b.finish(t)
			require.Empty(t, b.mentions(t, firstName))
			document, err := b.Export(b.ctx, two.ID)
			require.NoError(t, err)
			require.Contains(t, string(document), `"address":"`+number+`"`)
			require.Contains(t, string(document), "family@example.org")
		})
	})
}

// withoutAudit returns a document without what the export before it has changed.
func withoutAudit(t *testing.T, document []byte) (rest map[string]any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(document, &rest))
	delete(rest, "auditEntries")
	delete(rest, "exportedAt")
	return rest
}

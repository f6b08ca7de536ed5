package messaging_test

import (
	"context"
	"io"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	guards "github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// mediaBundle is a firm with a channel at a double of WhatsApp.
type mediaBundle struct {
	*bundle

	blobs *hooked
	files *file.Store
	media *media.Manager
	// channel is at the double, and ready gets the messages whose files are fetched or not there.
	channel uuid.UUID
	ready   chan media.Origin
}

func newMediaBundle(t *testing.T, d *db.DB) *mediaBundle {
	t.Helper()
	return newMediaBundleWith(t, d, messaging.Config{})
}

func newMediaBundleWith(t *testing.T, d *db.DB, config messaging.Config) *mediaBundle {
	t.Helper()
	opened, err := blob.Open("file://" + t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	blobs := &hooked{Store: opened}
	b := &mediaBundle{
		bundle: newBundleWith(t, d, config), blobs: blobs, files: file.New(d, blobs, authz.New(d.Client, authz.DefaultSize), "https://api.example.com"),
		ready: make(chan media.Origin, 10),
	}
	server := httptest.NewServer(double.New(double.Options{AccessToken: "token"}).Handler())
	t.Cleanup(server.Close)
	guard := guards.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	client := guard.Client(guards.Limits{Time: time.Minute, Body: 1 << 20})
	key, err := secret.ParseKey(strings.Repeat("A", 43) + "=")
	require.NoError(t, err)
	channels := channel.NewManager(d, channel.Config{
		Key: key, Guard: guard, Adapters: map[provider.Kind]provider.Adapter{provider.WhatsApp: whatsapp.New(client, client, time.Now)},
	})
	var secrets channel.Secrets
	secrets.Put(provider.AccessToken, new("token"))
	made, err := channels.Create(b.ctx, channel.CreateInput{
		Name: "WhatsApp", Kind: provider.WhatsApp, Secrets: &secrets,
		Settings: &channel.Settings{BaseURL: &server.URL, PhoneNumberID: new("123"), BusinessAccountID: new("55")},
	})
	require.NoError(t, err)
	b.channel = made.ID
	b.media = media.NewManager(d, b.files, channels, media.NewLinks(key, ""), func(ctx context.Context, firm uuid.UUID, of media.Origin) {
		db.AfterCommit(ctx, func(context.Context) error {
			if firm == b.firm.ID {
				b.ready <- of
			}
			return nil
		})
	})
	b.SetMedia(b.media)
	return b
}

// run fetches files until stop is called, or the end of the test.
func (b *mediaBundle) run(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.media.Run(ctx)
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

func (b *mediaBundle) upload(t *testing.T, name, content string) uuid.UUID {
	t.Helper()
	stored, err := b.files.Upload(b.ctx, upload.File{Name: name, Content: strings.NewReader(content)})
	require.NoError(t, err)
	return stored.ID
}

// content returns the file of a message.
func (b *mediaBundle) content(t *testing.T, id uuid.UUID) (*media.Media, string) {
	t.Helper()
	of, content, err := b.media.Content(b.ctx, id)
	require.NoError(t, err)
	text, err := io.ReadAll(content)
	require.NoError(t, err)
	require.NoError(t, content.Close())
	return of, string(text)
}

func picture(id, ref string) provider.Event {
	return provider.Event{Inbound: &provider.Inbound{
		ProviderID: id, Phone: phones[0], Kind: "image", Body: "Look", At: time.Now(),
		Media: []provider.MediaRef{{ID: ref, ContentType: "image/jpeg"}},
	}}
}

func TestMedia_Arrives(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newMediaBundle(t, d)
			inbox := b.inbox(t)
			b.events(t, b.channel, picture("in-1", "media-1"))
			list := b.conversations(t, inbox, conversation.ListInput{})
			entries, err := inbox.Messages(b.ctx, conversation.EntriesInput{ID: list[0].ID})
			require.NoError(t, err)
			require.Equal(t, media.Pending, entries.Items[0].Media.Status)
			_, _, err = b.media.Content(b.ctx, entries.Items[0].ID)
			require.Equal(t, fault.Conflict, fault.From(err).Code)

			b.run(t)
			of := <-b.ready
			require.Equal(t, list[0].ID, of.ConversationID)
			found, text := b.content(t, of.MessageID)
			require.Equal(t, double.Content("media-1"), text)
			require.Equal(t, []any{"image.jpg", "image/jpeg", int64(len(text))}, []any{found.Name, found.ContentType, found.Size})
			shown, err := messaging.Get(b.ctx, d, of.MessageID)
			require.NoError(t, err)
			require.Equal(t, media.Ready, shown.Media.Status)
			require.Equal(t, "Look", *shown.Media.Caption)

			_, elsewhere := dbtest.Firm(t, d, uuid.NewString())
			_, _, err = b.media.Content(elsewhere, of.MessageID)
			require.Equal(t, fault.NotFound, fault.From(err).Code)
		})

		t.Run("Err the provider has it no more", func(t *testing.T) {
			b := newMediaBundle(t, d)
			b.inbox(t)
			b.run(t)
			b.events(t, b.channel, picture("in-1", "media-gone"))
			of := <-b.ready
			shown, err := messaging.Get(b.ctx, d, of.MessageID)
			require.NoError(t, err)
			require.Equal(t, media.Failed, shown.Media.Status)
			_, _, err = b.media.Content(b.ctx, of.MessageID)
			require.Equal(t, fault.NotFound, fault.From(err).Code)
		})
	})
}

func TestMedia_Sent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sent := func(id uuid.UUID, to string) *messaging.SendMessage {
			return &messaging.SendMessage{
				To: &to, Media: &messaging.SendMedia{FileID: id, Caption: " Our menu "}, Category: new(marketing), Reference: new("menu"),
			}
		}
		t.Run("OK", func(t *testing.T) {
			b := newMediaBundle(t, d)
			b.credit(t, 10*price)
			sandbox := b.addChannel(t, provider.Sandbox)
			b.Client.Channel.UpdateOneID(b.channel).SetIsDefault(false).ExecX(b.ctx)
			uploaded := b.upload(t, "menu.txt", "Coffee 3.50")
			id := b.accepted(t, sent(uploaded, phones[0]))
			shown, err := messaging.Get(b.ctx, d, id)
			require.NoError(t, err)
			require.Equal(t, []any{"menu.txt", media.Ready, "Our menu"}, []any{shown.Media.Name, shown.Media.Status, *shown.Media.Caption})

			// It stays when the uploaded file goes, and so does what was accepted by its reference.
			require.NoError(t, b.files.Delete(b.ctx, uploaded))
			require.Equal(t, id, b.accepted(t, sent(uploaded, phones[0])))
			_, text := b.content(t, id)
			require.Equal(t, "Coffee 3.50", text)
			claimed := b.claim(t, sandbox)
			require.Len(t, claimed, 1)
			content, err := b.media.Open(b.ctx, claimed[0].Content.Media.Key)
			require.NoError(t, err)
			require.NoError(t, content.Close())

			// The file goes after its messages.
			system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System})
			_, err = media.Cleanup(system, d, b.files, time.Now().Add(-time.Hour))
			require.NoError(t, err)
			b.content(t, id)
			_, err = media.Cleanup(system, d, b.files, time.Now().Add(time.Hour))
			require.NoError(t, err)
			_, _, err = b.media.Content(b.ctx, id)
			require.Equal(t, fault.NotFound, fault.From(err).Code)
			_, err = b.blobs.Get(t.Context(), claimed[0].Content.Media.Key)
			require.ErrorIs(t, err, blob.ErrNotFound)
		})

		t.Run("while the message may still be sent", func(t *testing.T) {
			const days = 3
			b := newMediaBundleWith(t, d, messaging.Config{BodyRetention: days})
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			b.Client.Channel.UpdateOneID(b.channel).SetIsDefault(false).ExecX(b.ctx)
			waits := sent(b.upload(t, "menu.txt", "Coffee 3.50"), phones[0])
			waits.ExpiresAt = new(time.Now().AddDate(0, 0, 20))
			id := b.accepted(t, waits)
			system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System})
			_, err := media.Cleanup(system, d, b.files, messaging.Retained(*waits.ExpiresAt, days))
			require.NoError(t, err)
			b.content(t, id)
			_, err = media.Cleanup(system, d, b.files, messaging.Retained(waits.ExpiresAt.AddDate(0, 0, 2), days))
			require.NoError(t, err)
			_, _, err = b.media.Content(b.ctx, id)
			require.Equal(t, fault.NotFound, fault.From(err).Code)
		})

		t.Run("one copy of a file", func(t *testing.T) {
			b := newMediaBundle(t, d)
			b.credit(t, 10*price)
			uploaded := b.upload(t, "menu.txt", "Coffee 3.50")
			first, err := b.media.Copy(b.ctx, uploaded)
			require.NoError(t, err)
			second, err := b.media.Copy(b.ctx, uploaded)
			require.NoError(t, err)
			require.Equal(t, first.ID, second.ID)
		})

		t.Run("Err", func(t *testing.T) {
			b := newMediaBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.SMS)
			sms := func(m *messaging.SendMessage) *messaging.SendMessage {
				m.Kind = new(provider.SMS)
				return m
			}
			uploaded := b.upload(t, "menu.txt", "Coffee 3.50")
			code, _ := b.rejected(t, sms(sent(uuid.New(), phones[0])))
			require.Equal(t, string(fault.NotFound), code)
			code, text := b.rejected(t, sms(sent(uploaded, phones[0])))
			require.Equal(t, string(fault.ValidationError), code)
			require.Contains(t, text, "is not sent by Sms without FIRMHUB_PUBLIC_URL")
			both := sms(sent(uploaded, phones[0]))
			both.Body = "Hello"
			_, text = b.rejected(t, both)
			require.Contains(t, text, "is instead of body")
			long := sms(sent(uploaded, phones[0]))
			long.Media.Caption = strings.Repeat("a", 1025)
			_, text = b.rejected(t, long)
			require.Contains(t, text, "at most 1024 characters")

			// A colleague without Contact:Import can't send the file of another.
			colleague := viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: b.firm.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "bob@example.com",
			})
			_, err := b.media.Copy(colleague, uploaded)
			require.Equal(t, fault.NotFound, fault.From(err).Code)

			many := make([]*messaging.SendMessage, 11)
			for i := range many {
				many[i] = sms(sent(uuid.New(), phones[0]))
			}
			_, err = b.Send(b.ctx, messaging.SendInput{Messages: many}, allRights)
			require.Equal(t, fault.ValidationError, fault.From(err).Code)
		})
	})
}

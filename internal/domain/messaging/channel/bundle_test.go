package channel_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sandbox"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/realtime/broker"
)

// token is a secret of channels, which must never be shown.
const token = "t0p-s3cret"

// bundle is a manager of channels with a firm, and a provider on this machine, which accepts token.
type bundle struct {
	*db.DB
	*channel.Manager

	ctx      context.Context //nolint:containedctx // It is the test's.
	firmID   uuid.UUID
	provider string
}

func newBundle(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	server := httptest.NewServer(double.New(double.Options{AccessToken: token}).Handler())
	t.Cleanup(server.Close)
	firm, ctx := dbtest.Firm(t, d, entity.NewID().String())
	return &bundle{d, newManager(t, d, 'k'), ctx, firm.ID, server.URL}
}

// newManager returns a manager with the key that consists of a letter. It may call this machine.
func newManager(t *testing.T, d *db.DB, letter byte) *channel.Manager {
	t.Helper()
	guard := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	client := guard.Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	t.Cleanup(func() {
		center.Close()
		require.NoError(t, events.Close())
	})
	return channel.NewManager(d, channel.Config{
		Notifications: center,
		Key:           newKey(t, letter), Guard: guard, Hooks: "https://api.example.com/hooks",
		Adapters: map[provider.Kind]provider.Adapter{
			provider.WhatsApp: whatsapp.New(client, client, time.Now),
			provider.Sandbox:  sandbox.New([]byte("key"), time.Now, nil),
		},
	})
}

func newKey(t *testing.T, letter byte) *secret.Key {
	t.Helper()
	key, err := secret.ParseKey(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{letter}, secret.KeySize)))
	require.NoError(t, err)
	return key
}

// whatsApp returns the input of a channel at the provider of the bundle.
func (b *bundle) whatsApp(name string) channel.CreateInput {
	return channel.CreateInput{
		Name: name, Kind: provider.WhatsApp, Secrets: secrets(provider.AccessToken, token),
		Settings: &channel.Settings{BaseURL: &b.provider, PhoneNumberID: new("123"), BusinessAccountID: new("55")},
	}
}

func sandboxInput(name string) channel.CreateInput {
	return channel.CreateInput{Name: name, Kind: provider.Sandbox}
}

// secrets returns changes of secrets: names, each followed by its value.
func secrets(pairs ...string) *channel.Secrets {
	var changes channel.Secrets
	for i := 0; i < len(pairs); i += 2 {
		changes.Put(pairs[i], &pairs[i+1])
	}
	return &changes
}

func (b *bundle) create(t *testing.T, in channel.CreateInput) *channel.Channel {
	t.Helper()
	made, err := b.Create(b.ctx, in)
	require.NoError(t, err)
	return made
}

func (b *bundle) get(t *testing.T, id uuid.UUID) *channel.Channel {
	t.Helper()
	found, err := b.Get(b.ctx, id)
	require.NoError(t, err)
	return found
}

// row returns the stored row of a channel.
func (b *bundle) row(t *testing.T, id uuid.UUID) *ent.Channel {
	t.Helper()
	row, err := b.Client.Channel.Get(b.ctx, id)
	require.NoError(t, err)
	return row
}

// change is an entry of the audit log: its action, before and after.
type change struct{ action, before, after string }

// audited returns the entries about a channel, the oldest first.
func (b *bundle) audited(t *testing.T, id uuid.UUID) []change {
	t.Helper()
	rows, err := b.Client.AuditEntry.Query().Where(auditentry.TargetID(id)).Order(ent.Asc(auditentry.FieldID)).All(b.ctx)
	require.NoError(t, err)
	changes := make([]change, 0, len(rows))
	for _, row := range rows {
		changes = append(changes, change{row.Action, string(row.Before), string(row.After)})
	}
	return changes
}

package channel_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		made := b.create(t, b.whatsApp("Shop"))
		require.Equal(t, &channel.Channel{
			ID: made.ID, Name: "Shop", Kind: provider.WhatsApp, Sender: "123", SecretsSet: []string{"accessToken"},
			Settings: channel.Settings{
				BaseURL: &b.provider, APIVersion: new("v23.0"), PhoneNumberID: new("123"), BusinessAccountID: new("55"),
			},
			MessagesPerSecond: 80, Status: "Active", IsDefault: true, HookURL: new("https://api.example.com/hooks/" + made.ID.String()),
			CreatedAt: made.CreatedAt, UpdatedAt: made.UpdatedAt,
		}, made)
		require.Equal(t, made, b.get(t, made.ID))
		require.NotContains(t, string(*b.row(t, made.ID).Secrets), token, "sealed")
		require.Equal(t, []change{{"channel.create", "", fmt.Sprintf(
			`{"name":"Shop","kind":"WhatsApp","settings":{"baseUrl":%q,"apiVersion":"v23.0","phoneNumberId":"123",`+
				`"businessAccountId":"55"},"secretsSet":["accessToken"],"messagesPerSecond":80,"status":"Active","isDefault":true}`, b.provider,
		)}}, b.audited(t, made.ID))

		t.Run("WithoutSecrets", func(t *testing.T) {
			other := sandboxInput("A sandbox")
			other.MessagesPerSecond = new(7)
			made := b.create(t, other)
			require.Equal(t, 7, made.MessagesPerSecond)
			require.Equal(t, "sandbox", made.Sender)
			require.True(t, made.IsDefault, "the first of its kind")
			require.Empty(t, made.SecretsSet)
			require.Nil(t, made.HookURL)
		})
		t.Run("Default", func(t *testing.T) {
			second := b.create(t, b.whatsApp("second"))
			require.False(t, second.IsDefault)
			third := b.whatsApp("Third")
			third.IsDefault = true
			require.True(t, b.create(t, third).IsDefault)
			require.False(t, b.get(t, made.ID).IsDefault)
			entries := b.audited(t, made.ID)
			require.Equal(t, change{"channel.update", `{"isDefault":true}`, `{"isDefault":false}`}, entries[len(entries)-1])
		})
		t.Run("Lists", func(t *testing.T) {
			list, err := b.List(b.ctx)
			require.NoError(t, err)
			names, err := b.Lookup(b.ctx)
			require.NoError(t, err)
			require.Len(t, names, 4)
			for i, want := range []string{"A sandbox", "second", "Shop", "Third"} {
				require.Equal(t, want, list[i].Name)
				require.Equal(t, &channel.Name{ID: list[i].ID, Name: want, Kind: list[i].Kind, FileLimits: provider.LimitsOf(list[i].Kind)}, names[i])
			}
		})
	})
}

func TestCreate_faults(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		_, err := b.Create(b.ctx, channel.CreateInput{
			Kind: provider.Email, MessagesPerSecond: new(10_001), Secrets: secrets(provider.AccessToken, token),
			Settings: &channel.Settings{BaseURL: new("https://example.com"), Host: new("10.0.0.1"), Port: new(25), From: new("nobody")},
		})
		require.Equal(t, fault.ValidationError, code(err))
		require.ElementsMatch(t, []string{
			"name", "messagesPerSecond", "settings.baseUrl", "settings.host", "settings.from", "settings.security", "secrets.accessToken",
		}, fields(err))
		require.NotContains(t, err.Error(), token)
	})
}

func TestCreate_maximum(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		for i := range 100 {
			b.create(t, sandboxInput(fmt.Sprint("Sandbox ", i)))
		}
		_, err := b.Create(b.ctx, sandboxInput("One too many"))
		require.Equal(t, fault.Conflict, code(err))
		list, err := b.List(b.ctx)
		require.NoError(t, err)
		require.Len(t, list, 100)
		require.NoError(t, b.Delete(b.ctx, list[0].ID))
		b.create(t, sandboxInput("In its place"))
	})
}

// TestCreate_atOnce creates the first channels of a kind at the same time: one is the default.
func TestCreate_atOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		made, errs := make([]*channel.Channel, 4), make([]error, 4)
		var group sync.WaitGroup
		for i := range made {
			group.Go(func() { made[i], errs[i] = b.Create(b.ctx, sandboxInput("Sandbox")) })
		}
		group.Wait()
		defaults := 0
		for i, c := range made {
			require.NoError(t, errs[i])
			if c.IsDefault {
				defaults++
			}
		}
		require.Equal(t, 1, defaults)
	})
}

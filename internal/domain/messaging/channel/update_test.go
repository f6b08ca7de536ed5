package channel_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// code returns the code of a refusal.
func code(err error) fault.Code {
	if refused, is := errors.AsType[*fault.Error](err); is {
		return refused.Code
	}
	return ""
}

// fields returns the fields that a refusal names.
func fields(err error) []string {
	refused, is := errors.AsType[*fault.Error](err)
	if !is {
		return nil
	}
	names := make([]string, 0, len(refused.Details))
	for _, detail := range refused.Details {
		names = append(names, detail.Field)
	}
	return names
}

func (b *bundle) update(t *testing.T, in channel.UpdateInput) *channel.Channel {
	t.Helper()
	updated, err := b.Update(b.ctx, in)
	require.NoError(t, err)
	return updated
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		made := b.create(t, b.whatsApp("Shop"))
		sealed := *b.row(t, made.ID).Secrets
		updated := b.update(t, channel.UpdateInput{
			ID: made.ID, Name: new("Store"), Kind: new(provider.SMS), MessagesPerSecond: new(5), IsDefault: new(true),
		})
		want := *made
		want.Name, want.MessagesPerSecond, want.UpdatedAt = "Store", 5, updated.UpdatedAt
		require.Equal(t, &want, updated)
		require.Equal(t, sealed, *b.row(t, made.ID).Secrets, "secrets that are left out stay")
		entries := b.audited(t, made.ID)
		require.Equal(t, change{
			"channel.update", `{"messagesPerSecond":80,"name":"Shop"}`, `{"messagesPerSecond":5,"name":"Store"}`,
		}, entries[len(entries)-1])

		t.Run("Settings", func(t *testing.T) {
			settings := made.Settings
			settings.PhoneNumberID, settings.APIVersion = new("456"), nil
			updated := b.update(t, channel.UpdateInput{ID: made.ID, Settings: &settings})
			require.Equal(t, "456", *updated.Settings.PhoneNumberID)
			require.Equal(t, "v23.0", *updated.Settings.APIVersion, "all are replaced, and what is left out is the standard")
			require.Equal(t, "456", updated.Sender)
		})
		t.Run("Secrets", func(t *testing.T) {
			updated := b.update(t, channel.UpdateInput{
				ID: made.ID, Secrets: secrets(provider.AccessToken, "another "+token, provider.AppSecret, token),
			})
			require.Equal(t, []string{"accessToken", "appSecret"}, updated.SecretsSet)
			entries := b.audited(t, made.ID)
			require.Equal(t, change{
				"channel.update", `{"secretsSet":["accessToken"]}`,
				`{"secretsChanged":["accessToken","appSecret"],"secretsSet":["accessToken","appSecret"]}`,
			}, entries[len(entries)-1])
			var removed channel.Secrets
			removed.Put(provider.AppSecret, nil)
			require.Equal(t, []string{"accessToken"}, b.update(t, channel.UpdateInput{ID: made.ID, Secrets: &removed}).SecretsSet)
			for _, entry := range b.audited(t, made.ID) {
				require.NotContains(t, entry.before+entry.after, token)
			}
		})
		t.Run("Default", func(t *testing.T) {
			second := b.create(t, b.whatsApp("Second"))
			require.True(t, b.update(t, channel.UpdateInput{ID: second.ID, IsDefault: new(true)}).IsDefault)
			require.False(t, b.get(t, made.ID).IsDefault)
			require.False(t, b.update(t, channel.UpdateInput{ID: made.ID, IsDefault: new(false)}).IsDefault)
			_, err := b.Update(b.ctx, channel.UpdateInput{ID: second.ID, IsDefault: new(false)})
			require.Equal(t, []string{"isDefault"}, fields(err))
		})
		t.Run("Faults", func(t *testing.T) {
			var removed channel.Secrets
			removed.Put(provider.AccessToken, nil)
			removed.Put(provider.Password, new("x"))
			_, err := b.Update(b.ctx, channel.UpdateInput{
				ID: made.ID, Name: new(" "), MessagesPerSecond: new(0), Settings: &channel.Settings{Host: new("example.com")}, Secrets: &removed,
			})
			require.Equal(t, fault.ValidationError, code(err))
			require.ElementsMatch(t, []string{
				"name", "messagesPerSecond", "settings.host", "settings.phoneNumberId", "settings.businessAccountId",
				"secrets.accessToken", "secrets.password",
			}, fields(err))
		})
		t.Run("NotFound", func(t *testing.T) {
			_, err := b.Update(b.ctx, channel.UpdateInput{ID: uuid.New(), Name: new("x")})
			require.Equal(t, fault.NotFound, code(err))
			_, theirs := dbtest.Firm(t, d, "Theirs")
			_, err = b.Update(theirs, channel.UpdateInput{ID: made.ID, Name: new("x")})
			require.Equal(t, fault.NotFound, code(err))
		})
	})
}

func TestPause(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, sandboxInput("Sandbox")).ID
		for range 2 { // the second time changes nothing
			paused, err := b.Pause(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, entchannel.StatusPaused, paused.Status)
		}
		for range 2 {
			resumed, err := b.Resume(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, entchannel.StatusActive, resumed.Status)
		}
		require.Equal(t, []change{
			{"channel.pause", `{"status":"Active"}`, `{"status":"Paused"}`}, {"channel.resume", `{"status":"Paused"}`, `{"status":"Active"}`},
		}, b.audited(t, id)[1:])

		b.fail(t, id)
		require.Equal(t, "refused", *b.get(t, id).StatusReason)
		_, err := b.Resume(b.ctx, id)
		require.Equal(t, fault.Conflict, code(err))
		_, err = b.Pause(b.ctx, uuid.New())
		require.Equal(t, fault.NotFound, code(err))
	})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		var made []*channel.Channel
		for _, name := range []string{"First", "Second", "Third"} {
			made = append(made, b.create(t, b.whatsApp(name)))
		}
		require.NoError(t, b.Delete(b.ctx, made[0].ID))
		_, err := b.Get(b.ctx, made[0].ID)
		require.Equal(t, fault.NotFound, code(err))
		require.True(t, b.get(t, made[1].ID).IsDefault, "the oldest other one")
		require.NoError(t, b.Delete(b.ctx, made[2].ID))
		require.NoError(t, b.Delete(b.ctx, made[1].ID))
		require.Equal(t, fault.NotFound, code(b.Delete(b.ctx, made[1].ID)))
		require.True(t, b.create(t, b.whatsApp("Fourth")).IsDefault)
		require.Equal(t, "channel.delete", b.audited(t, made[0].ID)[1].action)
		require.Contains(t, b.audited(t, made[0].ID)[1].before, `"isDefault":true`)
	})
}

// fail makes a channel Failing, as the server does when the provider refuses it.
func (b *bundle) fail(t *testing.T, id uuid.UUID) {
	t.Helper()
	failing := func(update *ent.ChannelUpdateOne) *ent.ChannelUpdateOne {
		return update.SetStatus(entchannel.StatusFailing).SetStatusReason("refused")
	}
	require.NoError(t, failing(b.Client.Channel.UpdateOne(b.row(t, id))).Exec(b.ctx))
}

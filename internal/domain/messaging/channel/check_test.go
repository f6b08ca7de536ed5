package channel_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestTest(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, b.whatsApp("Shop")).ID
		b.fail(t, id)
		tested, err := b.Test(b.ctx, id)
		require.NoError(t, err)
		require.True(t, tested.OK, tested.Message)
		found := b.get(t, id)
		require.Equal(t, entchannel.StatusActive, found.Status)
		require.Nil(t, found.StatusReason)
		require.NotEqual(t, "123", found.Sender, "the number that the provider names")
		require.Contains(t, found.Sender, "555")
		entries := b.audited(t, id)
		require.Equal(t, change{
			"channel.update", `{"status":"Failing","statusReason":"refused"}`, `{"status":"Active","statusReason":""}`,
		}, entries[len(entries)-1])
		require.Equal(t, "channel.test", entries[len(entries)-2].action, "secrets were sent")

		t.Run("Paused", func(t *testing.T) {
			_, err := b.Pause(b.ctx, id)
			require.NoError(t, err)
			_, err = b.Test(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, entchannel.StatusPaused, b.get(t, id).Status, "a person has paused it")
		})
		t.Run("Refused", func(t *testing.T) {
			wrong := b.whatsApp("Wrong")
			wrong.Secrets = secrets(provider.AccessToken, "wr0ng")
			id := b.create(t, wrong).ID
			tested, err := b.Test(b.ctx, id)
			require.NoError(t, err)
			require.False(t, tested.OK)
			require.NotEmpty(t, tested.Message)
			require.NotContains(t, tested.Message, "wr0ng")
			require.Equal(t, "123", b.get(t, id).Sender)
		})
		t.Run("NotFound", func(t *testing.T) {
			_, err := b.Test(b.ctx, uuid.New())
			require.Equal(t, fault.NotFound, code(err))
		})
		t.Run("TooMany", func(t *testing.T) {
			id := b.create(t, sandboxInput("Sandbox")).ID
			var err error
			for range 31 { // what came before counts, too
				if _, err = b.Test(b.ctx, id); err != nil {
					break
				}
			}
			require.Equal(t, fault.TooManyRequests, code(err))
		})
	})
}

// TestSealed moves the sealed secrets of a channel to another row, and opens them with another key.
func TestSealed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		from, to := b.create(t, b.whatsApp("From")), b.create(t, b.whatsApp("To"))
		stolen := *b.row(t, from.ID).Secrets
		require.NoError(t, b.Client.Channel.UpdateOne(b.row(t, to.ID)).SetSecrets(stolen).Exec(b.ctx))
		other := newManager(t, d, 'o')
		for m, id := range map[*channel.Manager]uuid.UUID{b.Manager: to.ID, other: from.ID} {
			tested, err := m.Test(b.ctx, id)
			require.NoError(t, err)
			require.False(t, tested.OK)
			require.Contains(t, tested.Message, "FIRMHUB_SECRETS_KEY")
			_, err = m.Update(b.ctx, channel.UpdateInput{ID: id, Name: new("Renamed")})
			require.Equal(t, []string{"secrets.accessToken"}, fields(err), "it has to be entered again")
			_, err = m.Update(b.ctx, channel.UpdateInput{ID: id, Secrets: secrets(provider.AccessToken, token)})
			require.NoError(t, err)
			tested, err = m.Test(b.ctx, id)
			require.NoError(t, err)
			require.True(t, tested.OK, tested.Message)
		}
	})
}

func TestWithoutKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, sandboxInput("Sandbox")).ID
		without := channel.NewManager(d, channel.Config{})
		_, created := without.Create(b.ctx, sandboxInput("Another"))
		_, read := without.Get(b.ctx, id)
		_, listed := without.List(b.ctx)
		_, updated := without.Update(b.ctx, channel.UpdateInput{ID: id})
		_, tested := without.Test(b.ctx, id)
		_, paused := without.Pause(b.ctx, id)
		_, resumed := without.Resume(b.ctx, id)
		for i, err := range []error{created, read, listed, updated, tested, paused, resumed, without.Delete(b.ctx, id)} {
			require.Equal(t, fault.Unavailable, code(err), strconv.Itoa(i))
		}
		names, err := without.Lookup(b.ctx)
		require.NoError(t, err)
		require.Len(t, names, 1)
	})
}

func TestSecrets_hidden(t *testing.T) {
	t.Parallel()
	in := channel.CreateInput{Secrets: secrets(provider.AccessToken, token)}
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", in.Secrets, in.Secrets, *in.Secrets), token)
}

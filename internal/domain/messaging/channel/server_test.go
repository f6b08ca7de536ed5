package channel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// TestUpdate_server: whoever may change a channel, and may not read its secrets, can't have them
// sent to another server.
func TestUpdate_server(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		whatsApp := b.create(t, b.whatsApp("Shop")).ID
		mail := b.create(t, channel.CreateInput{
			Name: "Mail", Kind: provider.Email, Secrets: secrets(provider.Password, "s3cret"),
			Settings: &channel.Settings{
				Host: new("mail.example.com"), Port: new(587), Security: new(provider.StartTLS), Username: new("ada"), From: new("ada@example.com"),
			},
		}).ID
		elsewhere := &channel.Settings{BaseURL: new("https://evil.example.com"), PhoneNumberID: new("123"), BusinessAccountID: new("55")}
		plain := &channel.Settings{
			Host: new("mail.example.com"), Port: new(587), Security: new(provider.None), Username: new("ada"), From: new("ada@example.com"),
		}
		for _, in := range []channel.UpdateInput{
			{ID: whatsApp, Settings: elsewhere},
			{ID: whatsApp, Settings: elsewhere, Secrets: secrets(provider.VerifyToken, "another")},
			{ID: mail, Settings: plain},
		} {
			before := b.get(t, in.ID)
			_, err := b.Update(b.ctx, in)
			require.Subset(t, []string{"secrets.accessToken", "secrets.appSecret", "secrets.verifyToken", "secrets.password"}, fields(err))
			require.NotEmpty(t, fields(err))
			require.Equal(t, before, b.get(t, in.ID))
		}
		b.update(t, channel.UpdateInput{ID: mail, Settings: plain, Secrets: secrets(provider.Password, "s3cret")})
		b.update(t, channel.UpdateInput{ID: mail, Settings: plain, Name: new("Post")})
	})
}

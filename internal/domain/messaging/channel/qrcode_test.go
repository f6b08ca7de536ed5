package channel_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func requireCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	require.True(t, fault.Is(err, code), "%v", err)
}

func TestQRCodes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		text := func(from string) channel.CreateInput {
			return channel.CreateInput{
				Name: "Text", Kind: provider.SMS, Secrets: secrets(provider.AuthToken, token),
				Settings: &channel.Settings{AccountSID: new("AC1"), From: &from},
			}
		}
		mail := channel.CreateInput{
			Name: "Mail", Kind: provider.Email,
			Settings: &channel.Settings{Host: new("mail.example.com"), Port: new(587), Security: new(provider.StartTLS), From: new("ada+shop@example.com")},
		}
		for name, c := range map[string]struct {
			in   channel.CreateInput
			link string
		}{
			"WhatsApp": {b.whatsApp("Shop"), "https://wa.me/message/DOUBLE00000001"},
			"Sms":      {text("+15551234567"), "sms:+15551234567?body=Hello%20%26%20ol%C3%A1%2B"},
			"Email":    {mail, "mailto:ada+shop@example.com?body=Hello%20%26%20ol%C3%A1%2B"},
		} {
			t.Run("OK"+name, func(t *testing.T) {
				id := b.create(t, c.in).ID
				empty, err := b.QRCodes(b.ctx, id)
				require.NoError(t, err)
				require.Empty(t, empty)
				made, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: " Hello & olá+ "})
				require.NoError(t, err)
				require.Equal(t, "Hello & olá+", made.Text)
				require.Equal(t, c.link, made.Link)
				encoded, ok := strings.CutPrefix(made.ImageURL, "data:image/png;base64,")
				require.True(t, ok)
				picture, err := base64.StdEncoding.DecodeString(encoded)
				require.NoError(t, err)
				_, err = png.Decode(bytes.NewReader(picture))
				require.NoError(t, err)
				another, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: "Another"})
				require.NoError(t, err)
				all, err := b.QRCodes(b.ctx, id)
				require.NoError(t, err)
				require.Equal(t, []*channel.QRCode{made, another}, all)

				require.NoError(t, b.DeleteQRCode(b.ctx, channel.QRCodeRef{ID: id, Code: made.Code}))
				all, err = b.QRCodes(b.ctx, id)
				require.NoError(t, err)
				require.Equal(t, []*channel.QRCode{another}, all)
				var actions []string
				for _, entry := range b.audited(t, id) {
					actions = append(actions, entry.action)
				}
				require.Equal(t, []string{"channel.create", "channel.createQrCode", "channel.createQrCode", "channel.deleteQrCode"}, actions)
				for _, code := range []string{made.Code, "", "../x", "a b"} {
					requireCode(t, b.DeleteQRCode(b.ctx, channel.QRCodeRef{ID: id, Code: code}), fault.NotFound)
				}
			})
		}
		t.Run("ErrNobodyCanWrite", func(t *testing.T) {
			for _, in := range []channel.CreateInput{text("Shop"), sandboxInput("Sandbox")} {
				id := b.create(t, in).ID
				_, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: "Hello"})
				requireCode(t, err, fault.Conflict)
				codes, err := b.QRCodes(b.ctx, id)
				require.NoError(t, err)
				require.Empty(t, codes)
			}
		})
		t.Run("ErrFull", func(t *testing.T) {
			id := b.create(t, text("+15551234567")).ID
			for range 100 {
				_, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: "Hello"})
				require.NoError(t, err)
			}
			_, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: "Hello"})
			requireCode(t, err, fault.Conflict)
		})
		t.Run("ErrRefused", func(t *testing.T) {
			wrong := b.whatsApp("Wrong")
			wrong.Secrets = secrets(provider.AccessToken, "wr0ng")
			id := b.create(t, wrong).ID
			_, err := b.QRCodes(b.ctx, id)
			requireCode(t, err, fault.Conflict)
			_, err = b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: id, Text: "Hello"})
			requireCode(t, err, fault.Conflict)
			requireCode(t, b.DeleteQRCode(b.ctx, channel.QRCodeRef{ID: id, Code: "DOUBLE00000001"}), fault.Conflict)
		})
		t.Run("ErrUnavailable", func(t *testing.T) {
			gone := b.whatsApp("Gone")
			gone.Settings.BaseURL = new("http://127.0.0.1:1")
			_, err := b.QRCodes(b.ctx, b.create(t, gone).ID)
			requireCode(t, err, fault.Unavailable)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			for _, text := range []string{"", "  ", strings.Repeat("x", 141)} {
				_, err := b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: uuid.New(), Text: text})
				require.Equal(t, []string{"text"}, fields(err))
			}
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := b.QRCodes(b.ctx, uuid.New())
			requireCode(t, err, fault.NotFound)
			_, err = b.CreateQRCode(b.ctx, channel.QRCodeInput{ID: uuid.New(), Text: "Hello"})
			requireCode(t, err, fault.NotFound)
			requireCode(t, b.DeleteQRCode(b.ctx, channel.QRCodeRef{ID: uuid.New(), Code: "ABC"}), fault.NotFound)
		})
	})
}

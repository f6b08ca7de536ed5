package messaging_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const linkBase = "https://api.example.com"

func parseKey(t *testing.T, letter string) *secret.Key {
	t.Helper()
	key, err := secret.ParseKey(strings.Repeat(letter, 43) + "=")
	require.NoError(t, err)
	return key
}

// withLinks makes providers get files from the server of the bundle.
func (b *mediaBundle) withLinks(t *testing.T, d *db.DB) media.Links {
	t.Helper()
	links := media.NewLinks(parseKey(t, "A"), linkBase)
	b.media = media.NewManager(d, b.files, nil, links, nil)
	b.SetMedia(b.media)
	return links
}

// TestMedia_Link gets a file that is sent by SMS as its provider does, and as attackers try to.
func TestMedia_Link(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newMediaBundle(t, d)
		links := b.withLinks(t, d)
		b.credit(t, 10*price)
		channel := b.addChannel(t, provider.SMS)
		uploaded := b.upload(t, "menu.txt", "Coffee 3.50")
		sms := func(file uuid.UUID) *messaging.SendMessage {
			return &messaging.SendMessage{
				To: &phones[0], Kind: new(provider.SMS), Media: &messaging.SendMedia{FileID: file}, Category: new(marketing),
			}
		}
		id := b.accepted(t, sms(uploaded))
		shown, err := messaging.Get(b.ctx, d, id)
		require.NoError(t, err)
		require.Equal(t, 1, *shown.Segments, "a message with a file is one MMS")
		file := b.claim(t, channel)[0].Content.Media
		stranger := viewer.NewContext(t.Context(), &viewer.Viewer{})
		follow := func(link string) (string, error) {
			token, ok := strings.CutPrefix(link, linkBase+media.LinkPath)
			require.True(t, ok, link)
			_, content, err := b.media.Linked(stranger, token)
			if err != nil {
				return "", err
			}
			text, err := io.ReadAll(content)
			require.NoError(t, err)
			require.NoError(t, content.Close())
			return string(text), nil
		}
		soon := time.Now().Add(time.Hour)

		t.Run("OK", func(t *testing.T) {
			link := b.media.Link(b.firm.ID, file.ID)
			require.NotEqual(t, link, b.media.Link(b.firm.ID, file.ID), "each call has a link of its own")
			text, err := follow(link)
			require.NoError(t, err)
			require.Equal(t, "Coffee 3.50", text)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			other, _ := dbtest.Firm(t, d, uuid.NewString())
			right := links.URL(b.firm.ID, file.ID, soon)
			unsubscribe := consent.NewLinks(d, parseKey(t, "A"), linkBase).URL(b.firm.ID, "ada@example.com").String()
			for name, wrong := range map[string]string{
				"another firm":       links.URL(other.ID, file.ID, soon),
				"another file":       links.URL(b.firm.ID, uuid.New(), soon),
				"an uploaded file":   links.URL(b.firm.ID, uploaded, soon),
				"expired":            links.URL(b.firm.ID, file.ID, time.Now().Add(-time.Second)),
				"another key":        media.NewLinks(parseKey(t, "B"), linkBase).URL(b.firm.ID, file.ID, soon),
				"for another use":    strings.Replace(unsubscribe, consent.LinkPath, media.LinkPath, 1),
				"a changed nonce":    changed(right, len(linkBase)+len(media.LinkPath)),
				"a changed firm":     changed(right, len(linkBase)+len(media.LinkPath)+20),
				"a changed time":     changed(right, len(linkBase)+len(media.LinkPath)+65),
				"a changed seal":     changed(right, len(right)-5),
				"a shorter seal":     right[:len(right)-4],
				"empty":              linkBase + media.LinkPath,
				"no base64":          linkBase + media.LinkPath + "../../etc/passwd",
				"very long nonsense": linkBase + media.LinkPath + strings.Repeat("A", 8000),
			} {
				_, err := follow(wrong)
				require.Equal(t, fault.NotFound, fault.From(err).Code, name)
			}
		})
		t.Run("ErrTooLarge", func(t *testing.T) {
			large := b.upload(t, "large.txt", string(bytes.Repeat([]byte("a"), 5_000_001)))
			code, text := b.rejected(t, sms(large))
			require.Equal(t, string(fault.ValidationError), code)
			require.Contains(t, text, "at most 5000000 bytes, by Sms")
		})
		t.Run("ErrWithoutAddress", func(t *testing.T) {
			for _, none := range []media.Links{
				media.NewLinks(nil, linkBase), media.NewLinks(parseKey(t, "A"), ""), media.NewLinks(parseKey(t, "A"), "http://api.example.com"),
			} {
				require.Empty(t, none.URL(b.firm.ID, file.ID, soon))
			}
			require.True(t, media.NewLinks(parseKey(t, "A"), "http://127.0.0.1:8080").Exist(), "for a provider on this machine")
		})
		t.Run("ErrDeleted", func(t *testing.T) {
			link := b.media.Link(b.firm.ID, file.ID)
			system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System})
			_, err := media.Cleanup(system, d, b.files, time.Now().Add(time.Hour))
			require.NoError(t, err)
			_, err = follow(link)
			require.Equal(t, fault.NotFound, fault.From(err).Code)
		})
	})
}

// changed returns a link with another letter at an index.
func changed(link string, at int) string {
	letter := "A"
	if link[at] == 'A' {
		letter = "B"
	}
	return link[:at] + letter + link[at+1:]
}

package records_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestUnsubscribe opts an address out by the link in a mail.
func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra & Co", "olga@torra.example")
		key, err := secret.ParseKey(base64.StdEncoding.EncodeToString([]byte(firmhubtest.SecretsKey)))
		require.NoError(t, err)
		links := consent.NewLinks(a.DB, key, a.URL)
		link := links.URL(uuid.MustParse(owner.Firms[0].FirmID), "ada@example.com").String()
		open := func(t *testing.T, method, link string) (status int, header http.Header, page string) {
			t.Helper()
			request, err := http.NewRequestWithContext(t.Context(), method, link, strings.NewReader("List-Unsubscribe=One-Click"))
			require.NoError(t, err)
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { require.NoError(t, response.Body.Close()) }()
			text, err := io.ReadAll(response.Body)
			require.NoError(t, err)
			return response.StatusCode, response.Header, string(text)
		}
		state := func(t *testing.T) (states []string) {
			t.Helper()

			var page struct {
				Items []struct{ State, Source string }
			}
			a.REST(http.MethodGet, "/api/v1/messaging/consent?address=ada@example.com", owner.Token, nil).Into(t, &page)
			for _, entry := range page.Items {
				states = append(states, entry.State+" "+entry.Source)
			}
			return states
		}
		t.Run("OK", func(t *testing.T) {
			for range 2 {
				status, header, page := open(t, http.MethodGet, link)
				require.Equal(t, http.StatusOK, status)
				require.Contains(t, page, "<button>")
				require.Contains(t, page, "Torra &amp; Co")
				require.Contains(t, page, "ada@example.com")
				require.Equal(t, "no-store", header.Get("Cache-Control"))
				require.Contains(t, header.Get("Content-Security-Policy"), "default-src 'none'")
			}
			require.Empty(t, state(t), "programs follow the links in mails")
			for range 2 {
				status, _, page := open(t, http.MethodPost, link)
				require.Equal(t, http.StatusOK, status)
				require.NotContains(t, page, "<button>")
			}
			require.Equal(t, []string{"OptedOut Link"}, state(t))
			_, _, page := open(t, http.MethodGet, link)
			require.NotContains(t, page, "<button>")
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			other, err := secret.ParseKey(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", secret.KeySize))))
			require.NoError(t, err)
			for _, wrong := range []string{
				a.URL + "/u/x", link[:len(link)-2] + "AA", consent.NewLinks(a.DB, other, a.URL).URL(uuid.MustParse(owner.Firms[0].FirmID), "ada@example.com").String(),
				links.URL(uuid.New(), "ada@example.com").String(), links.URL(uuid.MustParse(owner.Firms[0].FirmID), "nobody").String(),
			} {
				for _, method := range []string{http.MethodGet, http.MethodPost} {
					status, _, page := open(t, method, wrong)
					require.Equal(t, http.StatusNotFound, status, wrong)
					require.Equal(t, "There is no such page.\n", page)
				}
			}
			require.Nil(t, consent.NewLinks(a.DB, nil, a.URL).URL(uuid.New(), "ada@example.com"))
			require.Nil(t, consent.NewLinks(a.DB, key, "").URL(uuid.New(), "ada@example.com"))
		})
	})
}

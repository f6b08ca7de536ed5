package whatsapp

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// FetchMedia implements [provider.MediaFetcher]: the API answers the address of the file, which is
// valid for five minutes and needs the token, too.
func (a *Adapter) FetchMedia(ctx context.Context, account provider.Account, ref provider.MediaRef) (io.ReadCloser, provider.Outcome) {
	request, err := a.request(ctx, account, http.MethodGet, ref.ID)
	if err != nil {
		return nil, provider.Refusal(provider.Rejected, err.Error())
	}
	query := request.URL.Query()
	query.Set("phone_number_id", account.Settings.PhoneNumberID)
	request.URL.RawQuery = query.Encode()
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return nil, lost.Cleaned()
	}
	var found struct {
		URL string `json:"url"`
	}
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &found) != nil || found.URL == "" {
		return nil, a.judge(answer).Cleaned()
	}
	target, err := url.Parse(found.URL)
	if err != nil || !isOwn(target, account.Settings.BaseURL) {
		return nil, provider.Refusal(provider.Rejected, "WhatsApp named an address that is not its own")
	}
	if request, err = http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil); err != nil {
		return nil, provider.Refusal(provider.Rejected, err.Error())
	}
	request.Header.Set("Authorization", "Bearer "+account.Secrets[provider.AccessToken])
	content, answer, lost := httpcall.Open(a.files, request)
	switch {
	case content != nil:
		return content, lost
	case answer != nil:
		return nil, a.judge(answer).Cleaned()
	}
	return nil, lost.Cleaned()
}

// fileHosts are the domains on which WhatsApp keeps files.
var fileHosts = []string{".fbsbx.com", ".facebook.com", ".whatsapp.net"}

// isOwn reports whether the address of a file is one of WhatsApp, or of the host that stands for it
// in the settings, so that it may see the token.
func isOwn(target *url.URL, base string) bool {
	if api, err := url.Parse(base); err == nil && api.Host == target.Host && api.Scheme == target.Scheme {
		return true
	}
	for _, host := range fileHosts {
		if target.Scheme == "https" && target.Port() == "" && strings.HasSuffix(strings.ToLower(target.Hostname()), host) {
			return true
		}
	}
	return false
}

package sms

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// FetchMedia implements [provider.MediaFetcher]. The address of the file redirects to one that needs
// no credentials.
func (a *Adapter) FetchMedia(ctx context.Context, account provider.Account, ref provider.MediaRef) (io.ReadCloser, provider.Outcome) {
	target, err := url.Parse(ref.Link)
	if err != nil {
		return nil, provider.Refusal(provider.Rejected, "the address of the file is no URL")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, provider.Refusal(provider.Rejected, err.Error())
	}
	if api, err := url.Parse(account.Settings.BaseURL); err == nil && api.Host == target.Host && api.Scheme == target.Scheme {
		request.SetBasicAuth(account.Settings.AccountSID, account.Secrets[provider.AuthToken])
	}
	content, answer, lost := httpcall.Open(a.files, request)
	switch {
	case content != nil:
		return content, lost
	case answer != nil:
		return nil, a.judge(answer).Cleaned()
	}
	return nil, lost.Cleaned()
}

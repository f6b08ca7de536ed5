package whatsapp

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

const (
	// templatesPerPage is how many templates one call reads, and templatePages how many pages.
	templatesPerPage = "100"
	templatePages    = 100
)

// SubmitTemplate implements [provider.Templater].
func (a *Adapter) SubmitTemplate(
	ctx context.Context, account provider.Account, from provider.Form,
) (provider.Outcome, provider.TemplateState) {
	sent := newForm(from)
	path := []string{account.Settings.BusinessAccountID, "message_templates"}
	if from.ProviderID != "" {
		path = []string{from.ProviderID}
		sent.Name, sent.Language, sent.Format = "", "", ""
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error()), ""
	}
	request, err := a.request(ctx, account, http.MethodPost, path...)
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error()), ""
	}
	setBody(request, text)
	request.Header.Set("Content-Type", "application/json")
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return lost.Cleaned(), ""
	}
	var made struct {
		ID      httpcall.Text `json:"id"`
		Status  string        `json:"status"`
		Success bool          `json:"success"`
	}
	ok := answer.Status < http.StatusMultipleChoices && json.Unmarshal(answer.Body, &made) == nil
	if !ok || made.ID == "" && !made.Success {
		return a.judge(answer).Cleaned(), ""
	}
	if made.ID == "" { // a change answers success alone
		made.ID = httpcall.Text(from.ProviderID)
	}
	state := cmp.Or(stateOf(made.Status), provider.TemplateIsSubmitted) // A change says no state.
	return provider.Outcome{Result: provider.Taken, ProviderID: string(made.ID)}.Cleaned(), state
}

// Templates implements [provider.Templater].
func (a *Adapter) Templates(ctx context.Context, account provider.Account) (forms []provider.Form, _ provider.Outcome) {
	query := url.Values{
		"limit":  {templatesPerPage},
		"fields": {"id,name,language,status,category,parameter_format,components,rejected_reason"},
	}
	for range templatePages {
		request, err := a.request(ctx, account, http.MethodGet, account.Settings.BusinessAccountID, "message_templates")
		if err != nil {
			return nil, provider.Refusal(provider.Rejected, err.Error())
		}
		request.URL.RawQuery = query.Encode()
		answer, lost := httpcall.Do(a.client, request)
		if answer == nil {
			return nil, lost.Cleaned()
		}
		var page struct {
			Data   []form `json:"data"`
			Paging struct {
				Next    string `json:"next"`
				Cursors struct {
					After string `json:"after"`
				} `json:"cursors"`
			} `json:"paging"`
		}
		if answer.Status >= http.StatusMultipleChoices || json.Unmarshal(answer.Body, &page) != nil {
			return nil, a.judge(answer).Cleaned()
		}
		for _, each := range page.Data {
			forms = append(forms, each.read())
		}
		// The address of the next page is not followed: it could be any address.
		if page.Paging.Next == "" || page.Paging.Cursors.After == "" {
			return forms, provider.Outcome{Result: provider.Taken}
		}
		query.Set("after", page.Paging.Cursors.After)
	}
	// Those that were not read must not look as if they were deleted.
	return nil, provider.Refusal(provider.Rejected, "WhatsApp has more templates than firmhub reads.")
}

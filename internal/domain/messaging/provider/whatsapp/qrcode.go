package whatsapp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

const (
	qrCodes = "message_qrdls"
	// maxCode, maxText and maxLink are the lengths of what is read of a QR code.
	maxCode, maxText, maxLink = 64, 140, 500
)

// qrCode is a QR code in the API.
type qrCode struct {
	Code string `json:"code"`
	Text string `json:"prefilled_message"`
	Link string `json:"deep_link_url"`
}

// read returns the QR code, and false for one that opens no page of the web.
func (q qrCode) read() (provider.QRCode, bool) {
	read := provider.QRCode{
		Code: provider.Clean(q.Code, maxCode), Text: provider.Clean(q.Text, maxText), Link: provider.Clean(q.Link, maxLink),
	}
	return read, read.Code != "" && strings.HasPrefix(read.Link, "https://")
}

// QRCodes implements [provider.QRCoder].
func (a *Adapter) QRCodes(ctx context.Context, account provider.Account, limit int) ([]provider.QRCode, provider.Outcome) {
	var page struct {
		Data []qrCode `json:"data"`
	}
	outcome := a.askQRCodes(ctx, account, http.MethodGet, nil, url.Values{
		"fields": {"code,prefilled_message,deep_link_url"}, "limit": {strconv.Itoa(limit)},
	}, &page)
	codes := make([]provider.QRCode, 0, len(page.Data))
	for _, each := range page.Data[:min(limit, len(page.Data))] {
		if read, ok := each.read(); ok {
			codes = append(codes, read)
		}
	}
	return codes, outcome
}

// CreateQRCode implements [provider.QRCoder].
func (a *Adapter) CreateQRCode(ctx context.Context, account provider.Account, text string) (provider.QRCode, provider.Outcome) {
	var made qrCode
	outcome := a.askQRCodes(ctx, account, http.MethodPost, map[string]string{"prefilled_message": text}, nil, &made)
	read, ok := made.read()
	if outcome.Result == provider.Taken && !ok {
		outcome = provider.Outcome{Result: provider.Unknown, Message: "WhatsApp answered without a QR code."}
	}
	return read, outcome
}

// DeleteQRCode implements [provider.QRCoder].
func (a *Adapter) DeleteQRCode(ctx context.Context, account provider.Account, code string) provider.Outcome {
	var answer struct{}
	return a.askQRCodes(ctx, account, http.MethodDelete, nil, nil, &answer, code)
}

// askQRCodes calls the API of the QR codes of a number, and reads the answer into out.
func (a *Adapter) askQRCodes(
	ctx context.Context, account provider.Account, method string, body any, query url.Values, out any, code ...string,
) provider.Outcome {
	request, err := a.request(ctx, account, method, append([]string{account.Settings.PhoneNumberID, qrCodes}, code...)...)
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error())
	}
	request.URL.RawQuery = query.Encode()
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return provider.Refusal(provider.Rejected, err.Error())
		}
		setBody(request, text)
		request.Header.Set("Content-Type", "application/json")
	}
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return lost.Cleaned()
	}
	if answer.Status >= http.StatusMultipleChoices || json.Unmarshal(answer.Body, out) != nil {
		return a.judge(answer).Cleaned()
	}
	return provider.Outcome{Result: provider.Taken}
}

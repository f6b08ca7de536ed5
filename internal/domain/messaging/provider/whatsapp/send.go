package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

type (
	// call is the body of a call that sends a message. A phone number stands in To. The id of a
	// user stands in Recipient: in To the API takes it, and delivers nothing.
	call struct {
		Product       string    `json:"messaging_product"`
		RecipientType string    `json:"recipient_type"`
		To            string    `json:"to,omitempty"`
		Recipient     string    `json:"recipient,omitempty"`
		Type          string    `json:"type"`
		Text          *body     `json:"text,omitempty"`
		Template      *template `json:"template,omitempty"`
		Image         *media    `json:"image,omitempty"`
		Video         *media    `json:"video,omitempty"`
		Audio         *media    `json:"audio,omitempty"`
		Document      *media    `json:"document,omitempty"`
		Context       *quoted   `json:"context,omitempty"`
		OurID         string    `json:"biz_opaque_callback_data"`

		// doubtful is the upload of the file if WhatsApp may not have it any more.
		doubtful *upload
	}
	body struct {
		Body string `json:"body"`
	}
	quoted struct {
		MessageID string `json:"message_id"`
	}
	media struct {
		ID       string `json:"id,omitempty"`
		Link     string `json:"link,omitempty"`
		Caption  string `json:"caption,omitempty"`
		Filename string `json:"filename,omitempty"`
	}
	template struct {
		Name       string      `json:"name"`
		Language   language    `json:"language"`
		Components []component `json:"components,omitempty"`
	}
	language struct {
		Code string `json:"code"`
	}
	component struct {
		Type       string      `json:"type"`
		SubType    string      `json:"sub_type,omitempty"`
		Index      string      `json:"index,omitempty"`
		Parameters []parameter `json:"parameters"`
	}
	parameter struct {
		Type       string `json:"type"`
		Name       string `json:"parameter_name,omitempty"`
		Text       string `json:"text,omitempty"`
		Payload    string `json:"payload,omitempty"`
		CouponCode string `json:"coupon_code,omitempty"`
		Image      *media `json:"image,omitempty"`
		Video      *media `json:"video,omitempty"`
		Document   *media `json:"document,omitempty"`
	}
)

// Send implements [provider.Adapter]. A file is uploaded first, unless [Adapter.Prepare] did so.
// That is not yet a call for the message: if the upload fails, the message was not taken.
func (a *Adapter) Send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	return a.send(ctx, account, message).Cleaned()
}

func (a *Adapter) send(ctx context.Context, account provider.Account, message provider.Message) provider.Outcome {
	sent := call{Product: "whatsapp", RecipientType: "individual", OurID: message.ID.String()}
	switch message.To.Kind {
	case provider.Phone:
		sent.To = message.To.Value
	case provider.WhatsAppUser:
		sent.Recipient = message.To.Value
	case provider.EmailAddress:
		return provider.Refusal(provider.InvalidAddress, "WhatsApp needs a phone number or a user id")
	}
	if message.ReplyTo != "" {
		sent.Context = &quoted{MessageID: message.ReplyTo}
	}
	if failed := a.fill(ctx, account, message, &sent); failed != nil {
		return *failed
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error())
	}
	request, err := a.request(ctx, account, http.MethodPost, account.Settings.PhoneNumberID, "messages")
	if err != nil {
		return provider.Refusal(provider.Rejected, err.Error())
	}
	setBody(request, text)
	request.Header.Set("Content-Type", "application/json")
	answer, lost := httpcall.Do(a.client, request)
	if answer == nil {
		return lost
	}
	var taken struct {
		Messages []struct {
			ID string `json:"id"`
		} `json:"messages"`
	}
	ok := answer.Status < http.StatusMultipleChoices && json.Unmarshal(answer.Body, &taken) == nil
	if ok && len(taken.Messages) > 0 && taken.Messages[0].ID != "" {
		return provider.Outcome{Result: provider.Taken, ProviderID: taken.Messages[0].ID}
	}
	return a.unlessGone(sent, a.judge(answer))
}

// unlessGone returns the outcome of a call. If the call was refused and the file was uploaded some
// time ago, the message is sent again with a new upload: WhatsApp has no code of its own for a file
// that it does not have. It was not taken, so it may be called again, and not at once because of
// the channel's rate.
func (a *Adapter) unlessGone(sent call, outcome provider.Outcome) provider.Outcome {
	if sent.doubtful == nil || outcome.Result != provider.Refused || outcome.Code != provider.Rejected {
		return outcome
	}
	a.uploads.forget(*sent.doubtful)
	outcome.Result, outcome.Waits, outcome.Code = provider.NotTaken, provider.WaitMessage, ""
	return outcome
}

// setBody sets a body that the client can send again if nothing of it was written.
func setBody(request *http.Request, text []byte) {
	request.Body = io.NopCloser(bytes.NewReader(text))
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	request.ContentLength = int64(len(text))
}

// fill sets the content of the call. It returns an outcome if that failed.
func (a *Adapter) fill(ctx context.Context, account provider.Account, message provider.Message, sent *call) *provider.Outcome {
	switch {
	case message.Template != nil:
		return a.fillTemplate(ctx, account, *message.Template, sent)
	case message.Media != nil:
		file, failed := a.media(ctx, account, *message.Media, sent)
		if failed != nil {
			return failed
		}
		switch sent.Type = mediaType(message.Media.ContentType); sent.Type {
		case "image":
			sent.Image = file
		case "video":
			sent.Video = file
		case "audio":
			file.Caption = "" // the API refuses one
			sent.Audio = file
		default:
			file.Filename = message.Media.FileName
			sent.Document = file
		}
	default:
		sent.Type, sent.Text = "text", &body{Body: message.Body}
	}
	return nil
}

func (a *Adapter) fillTemplate(ctx context.Context, account provider.Account, from provider.Template, sent *call) *provider.Outcome {
	filled := &template{Name: from.Name, Language: language{Code: from.Language}}
	sent.Type, sent.Template = "template", filled
	add := func(kind string, parameters []parameter) {
		if len(parameters) > 0 {
			filled.Components = append(filled.Components, component{Type: kind, Parameters: parameters})
		}
	}
	if from.HeaderMedia != nil {
		file, failed := a.media(ctx, account, *from.HeaderMedia, sent)
		if failed != nil {
			return failed
		}
		file.Caption = ""
		header := parameter{Type: mediaType(from.HeaderMedia.ContentType)}
		switch header.Type {
		case "image":
			header.Image = file
		case "video":
			header.Video = file
		default:
			file.Filename = from.HeaderMedia.FileName
			header.Type, header.Document = "document", file
		}
		add("header", []parameter{header})
	}
	add("header", texts(from.Header, from.Named))
	add("body", texts(from.Body, from.Named))
	for _, button := range from.Buttons {
		filled.Components = append(filled.Components, buttonComponent(button))
	}
	return nil
}

// texts returns parameters by name, or in their order.
func texts(from []provider.Parameter, named bool) []parameter {
	all := make([]parameter, len(from))
	for i, p := range from {
		all[i] = parameter{Type: "text", Text: p.Value}
		if named {
			all[i].Name = p.Name
		}
	}
	return all
}

func buttonComponent(button provider.Button) component {
	filled := component{Type: "button", Index: strconv.Itoa(button.Index)}
	switch button.Type {
	case provider.ButtonCopyCode:
		filled.SubType, filled.Parameters = "copy_code", []parameter{{Type: "coupon_code", CouponCode: button.Value}}
	case provider.ButtonQuickReply:
		filled.SubType, filled.Parameters = "quick_reply", []parameter{{Type: "payload", Payload: button.Value}}
	case provider.ButtonURL, provider.ButtonPhone:
		filled.SubType, filled.Parameters = "url", []parameter{{Type: "text", Text: button.Value}}
	}
	return filled
}

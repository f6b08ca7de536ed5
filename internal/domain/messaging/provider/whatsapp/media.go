package whatsapp

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// mediaType returns the type of message that shows files of a content type.
func mediaType(contentType string) string {
	kind, _, _ := strings.Cut(contentType, "/")
	if kind == "image" || kind == "video" || kind == "audio" {
		return kind
	}
	return "document"
}

// media returns the file as a message refers to it, after it was uploaded unless it has a link.
func (a *Adapter) media(ctx context.Context, account provider.Account, file provider.Media) (*media, *provider.Outcome) {
	if file.Link != "" {
		return &media{Link: file.Link, Caption: file.Caption}, nil
	}
	content, err := file.Open(ctx)
	if err != nil {
		return nil, notUploaded("the file could not be read: " + err.Error())
	}
	defer content.Close()
	request, err := a.request(ctx, account, http.MethodPost, account.Settings.PhoneNumberID, "media")
	if err != nil {
		return nil, notUploaded(err.Error())
	}
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	written := make(chan struct{})
	go func() {
		defer close(written)
		_ = writer.CloseWithError(writeForm(form, content, file))
	}()
	defer func() {
		_ = reader.Close()
		<-written // it reads the content
	}()
	request.Body = reader
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer, lost := httpcall.Do(a.files, request)
	if answer == nil {
		return nil, notUploaded(lost.Message)
	}
	var uploaded struct {
		ID httpcall.Text `json:"id"`
	}
	if answer.Status < http.StatusMultipleChoices && json.Unmarshal(answer.Body, &uploaded) == nil && uploaded.ID != "" {
		return &media{ID: string(uploaded.ID), Caption: file.Caption}, nil
	}
	outcome := a.judge(answer)
	if outcome.Result == provider.Unknown {
		return nil, notUploaded(outcome.Message)
	}
	return nil, &outcome
}

// notUploaded is the outcome of a message whose file could not be uploaded.
func notUploaded(message string) *provider.Outcome {
	return &provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: message}
}

func writeForm(form *multipart.Writer, content io.Reader, file provider.Media) error {
	if err := form.WriteField("messaging_product", "whatsapp"); err != nil {
		return err
	}
	if err := form.WriteField("type", file.HeaderType()); err != nil {
		return err
	}
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", mime.FormatMediaType("form-data", map[string]string{"name": "file", "filename": file.FileName}))
	header.Set("Content-Type", file.HeaderType())
	part, err := form.CreatePart(header)
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, content); err != nil {
		return err
	}
	return form.Close()
}

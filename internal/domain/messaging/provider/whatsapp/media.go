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

// Prepare implements [provider.Preparer].
func (a *Adapter) Prepare(ctx context.Context, account provider.Account, message provider.Message) *provider.Outcome {
	if message.Media == nil || message.Media.Key == "" {
		return nil // Without a key Send uploads the file.
	}
	_, failed := a.media(ctx, account, *message.Media, &call{})
	if failed == nil {
		return nil
	}
	cleaned := failed.Cleaned()
	return &cleaned
}

// media returns the file as a message refers to it, after it was uploaded unless it has a link or
// another message has it, too. It sets the doubtful upload of the call if that was too long ago to
// be sure of.
func (a *Adapter) media(ctx context.Context, account provider.Account, file provider.Media, sent *call) (*media, *provider.Outcome) {
	if file.Link != "" {
		return &media{Link: file.Link, Caption: file.Caption}, nil
	}
	if file.Key == "" {
		id, failed := a.upload(ctx, account, file)
		return &media{ID: id, Caption: file.Caption}, failed
	}
	of := uploadOf(account, file)
	if id, old, ok := a.uploads.find(of, a.now()); ok {
		if old {
			sent.doubtful = &of
		}
		return &media{ID: id, Caption: file.Caption}, nil
	}
	type result struct {
		id     string
		failed *provider.Outcome
	}
	// Messages that leave at the same time wait for one upload.
	shared, _, _ := a.uploads.running.Do(of.text(), func() (any, error) {
		if id, _, ok := a.uploads.find(of, a.now()); ok { // It has ended just now.
			return result{id, nil}, nil
		}
		id, failed := a.upload(ctx, account, file)
		if failed == nil {
			a.uploads.add(of, id, a.now())
		}
		return result{id, failed}, nil
	})
	done, _ := shared.(result)
	if done.failed != nil {
		failed := *done.failed
		return nil, &failed
	}
	return &media{ID: done.id, Caption: file.Caption}, nil
}

// upload uploads a file and returns its id, or the outcome for the message.
func (a *Adapter) upload(ctx context.Context, account provider.Account, file provider.Media) (id string, failed *provider.Outcome) {
	content, err := file.Open(ctx)
	if err != nil {
		return "", notUploaded("the file could not be read: " + err.Error())
	}
	defer content.Close()
	request, err := a.request(ctx, account, http.MethodPost, account.Settings.PhoneNumberID, "media")
	if err != nil {
		return "", notUploaded(err.Error())
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
		return "", notUploaded(lost.Message)
	}
	var uploaded struct {
		ID httpcall.Text `json:"id"`
	}
	if answer.Status < http.StatusMultipleChoices && json.Unmarshal(answer.Body, &uploaded) == nil && uploaded.ID != "" {
		return string(uploaded.ID), nil
	}
	outcome := a.judge(answer)
	if outcome.Result == provider.Unknown {
		return "", notUploaded(outcome.Message)
	}
	return "", &outcome
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

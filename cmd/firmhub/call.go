package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/firmhub/firmhub/internal/client"
)

type callCommand struct {
	Method string `arg:"" help:"GET, POST, PUT or DELETE."`
	Path   string `arg:"" help:"Path with its query, such as /api/v1/auth/me."`
	Body   string `arg:"" optional:"" help:"JSON to send, @ and the path of a file with it, or - for standard input."`

	Query  []string `short:"q" sep:"none" help:"Parameter of the query; it is encoded. May be repeated." placeholder:"NAME=VALUE"`
	Header []string `short:"H" sep:"none" help:"Header to send. May be repeated." placeholder:"NAME: VALUE"`
	Form   []string `short:"F" sep:"none" help:"Field of a form to send instead of JSON; @ and a path is a file. May be repeated." placeholder:"NAME=VALUE"`

	remoteFlags `embed:""`
}

// Help is the long form of the command's help.
func (*callCommand) Help() string {
	return `It uses the login of firmhub login, or the API key in FIRMHUB_API_KEY. The answer is printed as it comes; JSON is indented on a
terminal. The exit code is 1 when the status is 400 or more.

  firmhub call GET /api/v1/auth/me
  firmhub call POST /api/V1/Contact/create @contact.json
  firmhub call GET /api/V1/Contact/search -q searchTerm='ada l'
  firmhub call POST /api/v1/file/upload -F file=@contacts.csv`
}

// Run sends the request and prints the answer.
func (k *callCommand) Run(ctx context.Context, c *console) error {
	remote, err := k.client(c)
	if err != nil {
		return err
	}
	request, err := k.request(c)
	if err != nil {
		return err
	}
	answer, err := remote.Do(ctx, *request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // It was only read.
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); !strings.HasSuffix(kind, "json") {
		if _, err := io.Copy(c.stdout, answer.Body); err != nil {
			return fmt.Errorf("copy the answer: %w", err)
		}
		return c.refusalOf(answer, nil)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if err := c.printJSON(text); err != nil {
		return err
	}
	return c.refusalOf(answer, text)
}

// refusalOf returns an error for a response that refuses or redirects, else nil.
func (c *console) refusalOf(answer *http.Response, text []byte) error {
	switch {
	case answer.StatusCode >= http.StatusBadRequest:
		return c.loggedOut(client.NewRefusal(answer.StatusCode, text))
	case answer.StatusCode >= http.StatusMultipleChoices:
		return fmt.Errorf("the server answers %d and leads to %q", answer.StatusCode, answer.Header.Get("Location"))
	}
	return nil
}

func (k *callCommand) request(c *console) (*client.Request, error) {
	request := &client.Request{Method: strings.ToUpper(k.Method), Path: k.Path, Firm: k.Firm, Header: http.Header{}}
	for _, parameter := range k.Query {
		name, value, _ := strings.Cut(parameter, "=")
		separator := "?"
		if strings.Contains(request.Path, "?") {
			separator = "&"
		}
		request.Path += separator + url.QueryEscape(name) + "=" + url.QueryEscape(value)
	}
	for _, header := range k.Header {
		name, value, found := strings.Cut(header, ":")
		if !found {
			return nil, fmt.Errorf("a header is written Name: value, not %q", header)
		}
		request.Header.Add(name, strings.TrimSpace(value))
	}
	switch {
	case k.Body != "" && len(k.Form) > 0:
		return nil, errors.New("a request has a body or a form, not both")
	case len(k.Form) > 0:
		return request, k.form(request)
	case k.Body != "":
		body, err := c.content(k.Body)
		if err != nil {
			return nil, err
		}
		request.Body = bytes.NewReader(body)
	}
	return request, nil
}

// form sends the fields of the form, and reads files while they are sent.
func (k *callCommand) form(request *client.Request) error {
	for _, field := range k.Form {
		_, value, found := strings.Cut(field, "=")
		if !found {
			return fmt.Errorf("a field is written name=value or name=@file, not %q", field)
		}
		if path, isFile := strings.CutPrefix(value, "@"); isFile {
			if _, err := os.Stat(path); err != nil {
				return err //nolint:wrapcheck // It names the file.
			}
		}
	}
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	request.Body = reader
	request.Header.Set("Content-Type", form.FormDataContentType())
	go func() { writer.CloseWithError(k.writeForm(form)) }()
	return nil
}

func (k *callCommand) writeForm(form *multipart.Writer) error {
	for _, field := range k.Form {
		name, value, _ := strings.Cut(field, "=")
		path, isFile := strings.CutPrefix(value, "@")
		if !isFile {
			if err := form.WriteField(name, value); err != nil {
				return err //nolint:wrapcheck // The request has ended.
			}
			continue
		}
		if err := writeFile(form, name, path); err != nil {
			return err
		}
	}
	return form.Close() //nolint:wrapcheck // The request has ended.
}

func writeFile(form *multipart.Writer, name, path string) error {
	file, err := os.Open(path) //nolint:gosec // the user chose it
	if err != nil {
		return err //nolint:wrapcheck // It names the file.
	}
	defer func() { _ = file.Close() }() // It was only read.
	part, err := form.CreateFormFile(name, filepath.Base(path))
	if err == nil {
		_, err = io.Copy(part, file)
	}
	return err //nolint:wrapcheck // It names the file, or the request has ended.
}

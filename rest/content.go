package rest

import (
	"context"
	"io"
	"mime"
	"net/http"
	"time"
)

// File is the content of a file, open to be read.
type File struct {
	// Name is the name under which the file is saved.
	Name string
	// ContentType is never chosen by a client.
	ContentType string
	ModTime     time.Time
	Content     io.ReadSeekCloser
}

// ContentSource opens the file for the variables of an operation. The variables are bound to the
// types of the schema.
type ContentSource func(ctx context.Context, variables map[string]any) (*File, error)

// serveContent sends a file. Whatever the content, a browser saves it and runs nothing of it.
func (r *route) serveContent(w http.ResponseWriter, request *http.Request) error {
	if err := r.options.Executor.Admit(request.Context(), r.root.Definition); err != nil {
		return err
	}
	given, err := r.values(w, request)
	if err != nil {
		return err
	}
	if err := given.faults.Err(); err != nil {
		return err
	}
	file, err := r.content(request.Context(), given.variables)
	if err != nil {
		return err
	}
	defer func() { _ = file.Content.Close() }() // it was only read
	header := w.Header()
	header.Set("Content-Type", file.ContentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, request, "", file.ModTime, &renewing{ReadSeeker: file.Content, route: r, request: request, checked: time.Now()})
	return nil
}

// renewing returns an error once the caller may no longer read.
type renewing struct {
	io.ReadSeeker

	route   *route
	request *http.Request
	checked time.Time
}

// Read implements io.Reader.
func (c *renewing) Read(p []byte) (int, error) {
	if time.Since(c.checked) > renewAfter {
		if _, err := c.route.renewed(c.request); err != nil {
			return 0, err
		}
		c.checked = time.Now()
	}
	return c.ReadSeeker.Read(p)
}

package rest

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

const (
	// fileField is the name of the form's field and of the operation's variable for the file.
	fileField = "file"
	// uploadScalar is the type of the variable.
	uploadScalar = "Upload"
	// formOverhead is the maximum size in bytes of a form without its file: boundaries, headers and
	// other fields. The header of a part is read into memory.
	formOverhead = 1 << 20
)

func (r *route) serveUpload(w http.ResponseWriter, request *http.Request) error {
	if err := r.options.Executor.Admit(request.Context(), r.root.Definition); err != nil {
		return err
	}
	mediaType, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" || parameters["boundary"] == "" {
		return fault.New(fault.UnsupportedMediaType, "The body must be multipart/form-data, with the file in the field %q.", fileField)
	}
	if request.ContentLength > r.MaxFile+2*formOverhead {
		return upload.TooLarge(r.MaxFile)
	}
	given, err := r.values(w, request)
	if err != nil {
		return err
	}
	body, err := r.options.Bodies.Open(w, request, formOverhead, r.check)
	if err != nil {
		return err
	}
	form := &form{body: body, parts: multipart.NewReader(body, parameters["boundary"]), left: r.MaxFile, limit: r.MaxFile}
	if err := form.begin(); err != nil {
		return given.withFaults(err)
	}
	given.variables[fileField] = upload.File{Name: form.file.FileName(), Content: form}
	response, err := r.run(request.Context(), given.variables, given.faults, nil)
	if form.err != nil && !errors.Is(form.err, io.EOF) {
		return form.err // the operation may have hidden it
	}
	if err != nil {
		return err
	}
	return r.answer(w, request, given, response)
}

// form reads the file of a form by its Read. After the file it reads the rest of the form, so that
// the file ends without an error only if the form does.
type form struct {
	body  *upload.Body
	parts *multipart.Reader
	file  *multipart.Part
	// left is how many more bytes, of limit, the file may have.
	left, limit int64
	err         error
}

// begin reads up to the file.
func (f *form) begin() error {
	for {
		part, err := f.parts.NextPart()
		switch {
		case errors.Is(err, io.EOF) && f.body.Err() == nil:
			return fault.Details{{Field: fileField, Message: "is required"}}.Err()
		case err != nil:
			return f.refusal(err)
		case part.FormName() == fileField:
			f.file = part
			f.body.SetRest(f.limit + formOverhead)
			return nil
		}
	}
}

// Read implements io.Reader. Its errors other than io.EOF are refusals.
func (f *form) Read(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.file.Read(p)
	f.left -= int64(n)
	switch {
	case f.left < 0:
		f.err = upload.TooLarge(f.limit)
	case errors.Is(err, io.EOF):
		f.body.SetRest(formOverhead)
		f.err = f.end()
	case err != nil:
		f.err = f.refusal(err)
	}
	return n, f.err
}

// end reads the rest after the file, and returns io.EOF if the rest is valid.
func (f *form) end() error {
	for {
		part, err := f.parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			// The body includes what follows the last boundary. At the end of the body the
			// credential is checked again.
			if _, err := io.Copy(io.Discard, f.body); err != nil {
				return err
			}
			return io.EOF
		case err != nil:
			return f.refusal(err)
		case part.FormName() == fileField:
			return fault.Details{{Field: fileField, Message: "is given twice"}}.Err()
		}
	}
}

// refusal returns the error of the body, or else of the form.
func (f *form) refusal(err error) error {
	if refused := f.body.Err(); refused != nil {
		return refused
	}
	return fault.From(fault.Details{{Field: bodyField, Message: "is not a valid form"}}.Err()).Because(err)
}

package graph

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

const (
	operationsField = "operations"
	mapField        = "map"
	formType        = "multipart/form-data"
	// formOverhead is the maximum size of a form without its file: operations and map, boundaries
	// and headers, and the rest after the file. The header of a part is read into memory.
	formOverhead = 1 << 20
)

// formParams reads a form as the GraphQL multipart request specification defines it. The field
// operations is a request in JSON, the field map names the variable for the file, and the file
// follows. formParams returns when the file begins; the resolver that takes the file reads it.
// Until then the limits of a request without a file apply: only a resolver raises them, after the
// caller has passed the access check of its field.
//
// A page of another site can make a browser send such a form without a CORS preflight. That does no
// harm, since browsers attach neither access tokens nor API keys by themselves, and firmhub uses no
// cookies.
func (s *Server) formParams(w http.ResponseWriter, r *http.Request, boundary string) (*graphql.RawParams, *http.Request, error) {
	f := &form{server: s}
	var err error
	if f.body, err = s.options.Bodies.OpenForm(w, r, f.check); err != nil {
		return nil, r, err
	}
	f.parts = multipart.NewReader(f.body, boundary)
	operations, err := f.field(operationsField)
	if err != nil {
		return nil, r, err
	}
	params, err := decodeParams(operations)
	if err != nil {
		return nil, r, err
	}
	mapping, err := f.field(mapField)
	if err != nil {
		return nil, r, err
	}
	key, variable, err := decodeMap(mapping)
	switch {
	case err != nil:
	case key == "":
		if err = f.end(); errors.Is(err, io.EOF) {
			r, err = s.options.Bodies.Renew(r)
		}
	default:
		// The credential is checked again here. The operation need not read the file, at whose end
		// it is checked once more.
		if err = f.attach(params, key, variable); err == nil {
			r, err = s.options.Bodies.Renew(r)
		}
	}
	return params, r, err
}

// decodeMap decodes the field map. It returns the field of the file and the name of its variable,
// or empty names if there is no file.
func decodeMap(text []byte) (key, variable string, err error) {
	var paths map[string][]string
	if decode(text, &paths) != nil || paths == nil {
		return "", "", formFault(mapField, "must be a JSON object of arrays of strings")
	}
	if len(paths) > 1 {
		return "", "", formFault(mapField, "must name one file at most")
	}
	for field, variables := range paths {
		if len(variables) == 1 {
			var isVariable bool
			variable, isVariable = strings.CutPrefix(variables[0], "variables.")
			if field != "" && isVariable && variable != "" && !strings.Contains(variable, ".") {
				return field, variable, nil
			}
		}
		return "", "", formFault(mapField, `must name one variable for the file, such as {"0": ["variables.file"]}`)
	}
	return "", "", nil
}

// form reads a multipart form while it arrives. Read returns the content of its file.
type form struct {
	server *Server
	body   *upload.Body
	parts  *multipart.Reader
	file   *multipart.Part // nil before the file
	began  bool
	err    error
}

// field reads a text field, which must be the next one.
func (f *form) field(name string) ([]byte, error) {
	part, err := f.parts.NextPart()
	switch {
	case errors.Is(err, io.EOF) && f.body.Err() == nil:
		return nil, formFault(name, "is required")
	case err != nil:
		return nil, f.refusal(err)
	case part.FormName() != name:
		return nil, formFault(name, "is missing here: the fields must be operations, map and the file, in this order")
	}
	text, err := io.ReadAll(part)
	if err != nil {
		return nil, f.refusal(err)
	}
	return text, nil
}

// attach makes the next field, which must be the file in the map, the value of a variable.
func (f *form) attach(params *graphql.RawParams, key, variable string) error {
	if params.Variables[variable] != nil {
		return formFault("variables."+variable, "must be null, since the map puts a file there")
	}
	part, err := f.parts.NextPart()
	switch {
	case errors.Is(err, io.EOF) && f.body.Err() == nil:
		return formFault(key, "is required, since the map names it")
	case err != nil:
		return f.refusal(err)
	case part.FormName() != key:
		return formFault(key, "must follow the map, as its only file")
	}
	f.file = part
	if params.Variables == nil {
		params.Variables = map[string]any{}
	}
	params.Variables[variable] = upload.File{Name: part.FileName(), Content: f}
	return nil
}

// Read implements io.Reader for the content of the file. It returns io.EOF if the file and the form
// end as they should and the caller may still upload. Its other errors are refusals.
func (f *form) Read(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	if !f.began {
		f.began = true
		f.body.SetLimit(file.MaxSize + formOverhead)
	}
	n, err := f.file.Read(p)
	switch {
	case errors.Is(err, io.EOF):
		f.body.SetRest(formOverhead)
		f.err = f.end()
	case err != nil:
		f.err = f.refusal(err)
	}
	return n, f.err
}

// end reads the rest after the last field, and returns io.EOF if the rest is valid.
func (f *form) end() error {
	_, err := f.parts.NextPart()
	switch {
	case err == nil:
		return formFault("body", "must have no field after the file that the map names")
	case !errors.Is(err, io.EOF):
		return f.refusal(err)
	}
	if _, err := io.Copy(io.Discard, f.body); err != nil { // The rest after the last boundary is part of the body too.
		return err
	}
	return io.EOF
}

// check returns the refusal of a caller who may no longer upload. It is called at the end of the
// body.
func (f *form) check(ctx context.Context) error {
	if f.file == nil {
		return nil // The access rules of the operation are checked when it runs.
	}
	return f.server.accessUploads(ctx)
}

// refusal returns the error of the body, or else of the form.
func (f *form) refusal(err error) error {
	if refused := f.body.Err(); refused != nil {
		return refused
	}
	return fault.New(fault.ValidationError, "The form could not be read.").Because(err)
}

func formFault(field, message string) error {
	return fault.Details{{Field: fault.Shown(field), Message: message}}.Err()
}

// accessUploads checks the access rules of all fields that take a file.
func (s *Server) accessUploads(ctx context.Context) error {
	for _, field := range s.schema.Mutation.Fields {
		for _, argument := range field.Arguments {
			if argument.Type.Name() != "Upload" {
				continue
			}
			if s.Access(ctx, field) == nil {
				continue
			}
			// A refusal ends the call, so it is counted. The right may be back by now.
			if err := s.Admit(ctx, field); err != nil {
				return err
			}
		}
	}
	return nil
}

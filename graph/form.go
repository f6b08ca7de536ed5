package graph

import (
	"bytes"
	"mime/multipart"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/fault"
)

// formParams reads a form as the GraphQL multipart request specification has it: the field operations is a request in
// JSON, each other field a file, and the field map names the variables that each file is the value of.
func formParams(body []byte, boundary string) (*graphql.RawParams, error) {
	form, err := multipart.NewReader(bytes.NewReader(body), boundary).ReadForm(int64(len(body))) // All of it stays in memory.
	if err != nil {
		return nil, fault.New(fault.ValidationError, "The form could not be read.").Because(err)
	}
	field := func(name string) []byte {
		if values := form.Value[name]; len(values) == 1 {
			return []byte(values[0])
		}
		return nil
	}
	params, err := decodeParams(field("operations"))
	if err != nil {
		return nil, err
	}
	var paths map[string][]string
	if decode(field("map"), &paths) != nil {
		return nil, fault.New(fault.ValidationError, "The field map of the form must be a JSON object of arrays of texts.")
	}
	for key, variables := range paths {
		files := form.File[key]
		if len(files) != 1 || !attach(params, files[0], key, variables) {
			return nil, fault.New(fault.ValidationError, "The map of the form does not fit its files and variables.")
		}
	}
	return params, nil
}

// attach puts a file into the variables. It returns false where they have no such place, on which gqlgen panics.
func attach(params *graphql.RawParams, header *multipart.FileHeader, key string, paths []string) (fits bool) {
	defer func() {
		if recover() != nil {
			fits = false
		}
	}()
	for _, path := range paths {
		file, err := header.Open()
		if err != nil {
			return false
		}
		upload := graphql.Upload{
			File: file, Filename: header.Filename, Size: header.Size, ContentType: header.Header.Get("Content-Type"),
		}
		if params.AddUpload(upload, key, path) != nil {
			return false
		}
	}
	return true
}

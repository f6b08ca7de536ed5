package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Refuse answers a request to /graphql that has no operation to run, with the status of the error's
// code. An error that is not a *fault.Error is logged, and answered as InternalError.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	response := refusal(r.Context(), err)
	write(w, r, reason(response).Code.Status(), response)
}

// answer writes the response of an operation. As GraphQL over HTTP requires, an operation that ran
// is answered with 200, with or without errors. An operation that did not run is answered with the
// status of its code. As application/json it is answered with 200, unless the server could not run
// it now.
func answer(w http.ResponseWriter, r *http.Request, response *graphql.Response) {
	status := http.StatusOK
	if response.Data == nil {
		code := reason(response).Code
		notNow := code == fault.TooManyRequests || code == fault.Unavailable || code == fault.InternalError
		if notNow || mediaType(r) == graphqlType {
			status = code.Status()
		}
	}
	write(w, r, status, response)
}

// reason returns the first *fault.Error of a response that has errors.
func reason(response *graphql.Response) *fault.Error {
	for _, presented := range response.Errors {
		if refusal, ok := errors.AsType[*fault.Error](presented); ok {
			return refusal
		}
	}
	return fault.From(response.Errors)
}

func write(w http.ResponseWriter, r *http.Request, status int, response *graphql.Response) {
	var body bytes.Buffer
	encode(&body, response)
	w.Header().Set("Content-Type", mediaType(r)+"; charset=utf-8")
	if len(response.Errors) > 0 {
		describe(w.Header(), status, reason(response))
	}
	w.WriteHeader(status)
	_, _ = body.WriteTo(w) // The status is sent; a client that left needs no answer.
}

// describe sets the headers that tell the client how to proceed after a refusal.
func describe(header http.Header, status int, refusal *fault.Error) {
	if status != http.StatusOK && refusal.IsTemporary() {
		header.Set("Retry-After", strconv.Itoa(refusal.RetrySeconds()))
	}
	if refusal.Code == fault.Unauthorized {
		header.Set("WWW-Authenticate", viewer.Challenge(viewer.SchemeBearer, refusal))
	}
}

// mediaType returns the media type of a response that is one JSON object.
func mediaType(r *http.Request) string {
	if negotiate(r.Header.Values("Accept")).preferred == graphqlType {
		return graphqlType
	}
	return jsonType
}

// encode writes a response and a line feed. HTML is not escaped, which would make characters
// longer. The data is firmhub's own JSON and copied unchanged. It is removed from the response, so
// that there is only one copy while the client reads.
func encode(w *bytes.Buffer, response *graphql.Response) {
	opened := false
	member := func(name string) {
		mark := byte(',')
		if !opened {
			mark, opened = '{', true
		}
		w.WriteByte(mark)
		w.WriteString(`"` + name + `":`)
	}
	if len(response.Errors) > 0 {
		member("errors")
		encodeValue(w, response.Errors)
	}
	if len(response.Data) > 0 {
		member("data")
		w.Write(response.Data)
	}
	if len(response.Extensions) > 0 {
		member("extensions")
		encodeValue(w, response.Extensions)
	}
	if !opened {
		w.WriteByte('{')
	}
	w.WriteString("}\n")
	response.Data = nil
}

func encodeValue(w *bytes.Buffer, value any) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // All of it was made here. The middleware answers InternalError.
	}
	w.Truncate(w.Len() - 1) // the line feed
}

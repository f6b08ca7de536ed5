package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// maxNesting is the maximum depth of a body. The deepest body of the contract has three levels.
	maxNesting = 64
	// maxPath is the maximum length in bytes of a path of names that the client has chosen.
	maxPath = 256
)

// decodeObject decodes a body, which must be one JSON object and nothing else. It is stricter than
// encoding/json, so that every body has one meaning only: no field occurs twice, and the UTF-8 is
// valid. Numbers keep their digits as json.Number.
func decodeObject(body []byte) (map[string]any, error) {
	if !utf8.Valid(body) {
		return nil, badBody("is not valid UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	value, err := decodeValue(decoder, maxNesting)
	if err != nil {
		return nil, explain(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, badBody("must hold one JSON object and nothing after it")
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, badBody("must be a JSON object")
	}
	return object, nil
}

// misfit is a fault within well-formed JSON. Its path grows while it is returned.
type misfit struct{ path, message string }

// Error implements error.
func (m *misfit) Error() string { return m.path + " " + m.message }

// within adds the step to the front of the path of a fault.
func within(err error, step string) error {
	if m, ok := errors.AsType[*misfit](err); ok {
		switch {
		case m.path == "", strings.HasPrefix(m.path, "["):
			m.path = step + m.path
		default:
			m.path = step + "." + m.path
		}
	}
	return err
}

func decodeValue(decoder *json.Decoder, levels int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	opening, nested := token.(json.Delim)
	switch {
	case !nested:
		return token, nil
	case levels == 0:
		return nil, &misfit{message: fmt.Sprintf("is nested deeper than %d levels", maxNesting)}
	case opening == '{':
		return decodeFields(decoder, levels-1)
	}
	return decodeItems(decoder, levels-1)
}

func decodeFields(decoder *json.Decoder, levels int) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if _, twice := object[name]; twice {
			return nil, &misfit{path: fault.Shown(name), message: "is given twice"}
		}
		if object[name], err = decodeValue(decoder, levels); err != nil {
			return nil, within(err, fault.Shown(name))
		}
	}
	_, err := decoder.Token()
	return object, err
}

func decodeItems(decoder *json.Decoder, levels int) (any, error) {
	items := []any{}
	for decoder.More() {
		item, err := decodeValue(decoder, levels)
		if err != nil {
			return nil, within(err, "["+strconv.Itoa(len(items))+"]")
		}
		items = append(items, item)
	}
	_, err := decoder.Token()
	return items, err
}

// explain returns the refusal for a decoding error.
func explain(err error) error {
	if m, ok := errors.AsType[*misfit](err); ok {
		if len(m.path) > maxPath {
			m.path = fault.Shown(m.path)
		}
		return fault.Details{{Field: m.path, Message: m.message}}.Err()
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return badBody(fmt.Sprintf("is not valid JSON: %s at byte %d", syntax, syntax.Offset))
	}
	return badBody("is not valid JSON: it ends too early")
}

// badBody is a fault of the body as a whole.
func badBody(message string) error { return fault.Details{{Field: bodyField, Message: message}}.Err() }

package graph

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxAnswer bounds the data of an answer, in bytes.
const maxAnswer = 16 << 20

// limited returns the response with at most so many errors, or a refusal if it is too large. The
// data is counted while fields are resolved ([operation.resolve]): above the limit nothing more is
// resolved, the operation is refused, and a mutation is rolled back.
func (s *Server) limited(ctx context.Context, o *operation, response *graphql.Response) *graphql.Response {
	if o.size.Load() > s.answerLimit || int64(len(response.Data)) > s.answerLimit {
		tooLarge := fault.New(fault.PayloadTooLarge,
			"The answer is larger than %d MiB. Ask for less at once, such as a smaller page or fewer fields.", s.answerLimit>>20)
		return &graphql.Response{Data: []byte("null"), Errors: gqlerror.List{present(ctx, tooLarge)}}
	}
	cutErrors(response)
	return response
}

// cutErrors limits the errors of a response, and the details of all of them together.
func cutErrors(response *graphql.Response) {
	response.Errors = response.Errors[:min(len(response.Errors), errorLimit)]
	left := fault.MaxDetails
	for _, listed := range response.Errors {
		details, _ := listed.Extensions["details"].([]fault.Detail)
		if len(details) > left {
			listed.Extensions["details"] = details[:left]
		}
		left -= min(len(details), left)
	}
}

// The bytes of values of about the same length. sizeOfOther is the size of numbers, booleans and
// objects.
const (
	sizeOfID    = 38
	sizeOfTime  = 32
	sizeOfOther = 8
	// sizeOfMarks is the size of quotes, colons and commas around a text.
	sizeOfMarks = 4
)

// size returns about how many bytes of JSON a field resolves to by itself. Entries and fields below
// are counted when they are resolved.
func size(value any) int {
	switch value := value.(type) {
	case string:
		return sizeOfText(value)
	case *string:
		if value != nil {
			return sizeOfText(*value)
		}
	case []string:
		total := sizeOfMarks
		for _, text := range value {
			total += sizeOfText(text)
		}
		return total
	case json.RawMessage:
		return len(value) + sizeOfMarks
	case writtenJSON:
		return 0 // its plan has counted it
	case uuid.UUID:
		return sizeOfID + sizeOfMarks
	case time.Time:
		return sizeOfTime + sizeOfMarks
	default:
		if named := reflect.ValueOf(value); named.Kind() == reflect.String {
			return named.Len() + sizeOfMarks
		}
	}
	return sizeOfOther
}

// sizeOfText counts a control character as six bytes, and a quote or backslash as two.
func sizeOfText(text string) int {
	total := len(text) + sizeOfMarks
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ':
			total += len(`\u0000`) - 1
		case c == '"', c == '\\':
			total++
		}
	}
	return total
}

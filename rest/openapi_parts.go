package rest

import (
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// exampleRequestID is the request id of examples.
const exampleRequestID = "0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e11"

// refusalText describes a code in the OpenAPI document.
type refusalText struct {
	code                 fault.Code
	description, message string
	details              fault.Details
	headers              []string
}

func refusalTexts() []refusalText {
	return []refusalText{
		{
			code: fault.ValidationError,
			description: "The body is not JSON, or fields are missing, of the wrong type, out of their limits, or break a rule; " +
				"all of them are named.",
			message: "Invalid request: firstName is required; phones[1].isPrimary must be true or false.",
			details: fault.Details{
				{Field: "firstName", Message: "is required"},
				{Field: "phones[1].isPrimary", Message: "must be true or false"},
			},
		},
		{
			code:        fault.Unauthorized,
			description: "No credential, or one that is unknown, expired, revoked or ended, which the message says; or a bad login.",
			message:     "The access token has expired. Exchange the refresh token for a new one.", headers: []string{schemeHeader},
		},
		{
			code: fault.Forbidden, description: "The permission is missing; or MfaRequired: the firm requires a second factor.",
			message: "You may not do that.",
		},
		{code: fault.NotFound, description: "There is no such record in the caller's firm.", message: "There is no such record."},
		{code: fault.Conflict, description: "A duplicate, or a stale update.", message: "That name is taken."},
		{
			code: fault.InsufficientBalance, description: "A wallet would fall below zero.",
			message: "The balance is not enough.",
		},
		{
			code: fault.PayloadTooLarge, description: "The body is over 1 MiB, or the file over its limit.",
			message: "The body may be at most 1048576 bytes.",
		},
		{
			code: fault.UnsupportedMediaType, description: "The body is not JSON, or no multipart form where a file is expected.",
			message: "The body must be JSON in UTF-8, with Content-Type: application/json.",
		},
		{
			code: fault.TooManyRequests, description: "A rate limit is reached.",
			message: "Too many requests.", headers: []string{"Retry-After"},
		},
		{
			code: fault.InternalError, description: "A bug. The log has the cause under the request id.",
			message: "Something went wrong on our side. The log says what, under the request id.",
		},
		{
			code: fault.Unavailable, description: "The database can't be reached, or the server is stopping or overloaded.",
			message: "The database can't answer right now. Try again.", headers: []string{"Retry-After"},
		},
	}
}

// refusalResponses are the shared responses, one for each code that operations refer to.
func (d *describer) refusalResponses() object {
	var responses object
	for _, text := range refusalTexts() {
		if d.refused[text.code] {
			responses = responses.with(string(text.code), refusals(text.code))
		}
	}
	return responses
}

// refusals returns the response with one status, which several codes may share.
func refusals(codes ...fault.Code) object {
	descriptions := make([]string, 0, len(codes))
	var examples object
	header := answerHeaders()
	for _, text := range refusalTexts() {
		if !slices.Contains(codes, text.code) {
			continue
		}
		descriptions = append(descriptions, text.description)
		for _, name := range text.headers {
			header = append(header, sharedHeader(name))
		}
		examples = examples.with(string(text.code), object{{"value", failure{
			Message: text.message,
			Error:   failureReason{Code: text.code, Details: append(fault.Details{}, text.details...), RequestID: exampleRequestID},
		}}})
	}
	return object{
		{"description", strings.Join(descriptions, " Or: ")},
		{"headers", header},
		{"content", object{{"application/json", object{{"schema", componentSchema("Failure")}, {"examples", examples}}}}},
	}
}

func headers() object {
	text := func(name, description, example string) member {
		return member{name, object{{"description", description}, {"schema", object{{"type", "string"}}}, {"example", example}}}
	}
	number := func(name, description string, example int) member {
		return member{name, object{
			{"description", description},
			{"schema", object{{"type", "integer"}, {"format", "int32"}, {"minimum", 0}}},
			{"example", example},
		}}
	}
	return object{
		text(RequestIDHeader, "Of the request when well-formed, else ours; names the request in the log.", exampleRequestID),
		text("Location", "Where the created record can be read.", "/api/V1/Contact/get/"+exampleID),
		text("Content-Disposition", "The name to save the file under.", `attachment; filename="audit.csv"`),
		number(limitHeader, "How many calls are allowed at once; of log-ins, how many log-ins. Absent where there are no limits.", 200),
		number(remainingHeader, "How many of them are left.", 199),
		number(resetHeader, "In how many seconds all of them are there again.", 1),
		number("Retry-After", "Seconds to wait.", 1),
		text(schemeHeader, "The scheme that is asked for: Bearer, or ApiKey where keys alone may call.", "Bearer"),
	}
}

func securitySchemes() object {
	return object{
		{"bearer", object{
			{"type", "http"},
			{"scheme", "bearer"},
			{"bearerFormat", "JWT"},
			{"description", "The access token of login, refreshtoken or setfirm."},
		}},
		{"apiKey", object{
			{"type", "apiKey"},
			{"in", "header"},
			{"name", "X-Api-Key"},
			{"description", "The key of an API client, for third-party applications."},
		}},
	}
}

// failureSchemas describe the envelope of a refusal.
func failureSchemas() object {
	codes := []string{string(fault.MethodNotAllowed), string(fault.MfaRequired)}
	for _, text := range refusalTexts() {
		codes = append(codes, string(text.code))
	}
	text := object{{"type", "string"}}
	return object{
		{"Failure", object{
			{"type", "object"},
			{"required", []string{"isSuccess", "data", "message", "error"}},
			{"properties", object{
				{"isSuccess", object{{"type", "boolean"}, {"const", false}}},
				{"data", object{{"type", "null"}}},
				{"message", object{{"type", "string"}, {"description", "The same in one sentence."}}},
				{"error", object{
					{"type", "object"},
					{"required", []string{"code", "details", "requestId"}},
					{"properties", object{
						{"code", object{{"type", "string"}, {"enum", codes}}},
						{"details", object{
							{"type", "array"},
							{"description", "All invalid fields of the request."},
							{"items", object{
								{"type", "object"},
								{"required", []string{"field", "message"}},
								{"properties", object{{"field", text}, {"message", text}}},
							}},
						}},
						{"requestId", text},
					}},
				}},
			}},
		}},
	}
}

// firmIDHeader names a firm.
func firmIDHeader() object {
	return object{
		{"name", "X-Firm-Id"},
		{"in", "header"},
		{"required", false},
		{"schema", object{{"type", "string"}, {"format", "uuid"}}},
		{"description", "With an API key, its firm, as a check. With an access token of the super-firm, another firm to work in " +
			"for support, by what policy rules grant there."},
	}
}

// formatOfStream is the parameter that chooses the format of a stream.
func formatOfStream() object {
	formats := []stream.Format{stream.CSV, stream.NDJSON}
	return object{
		{"name", formatParameter},
		{"in", "query"},
		{"required", false},
		{"schema", object{{"type", "string"}, {"enum", formats}, {"default", stream.CSV}}},
		{"description", "CSV with a header, or one JSON object a line under the same names."},
	}
}

// formatInstead is the parameter that asks for a stream instead of the envelope.
func formatInstead() object {
	return object{
		{"name", formatParameter},
		{"in", "query"},
		{"required", false},
		{"schema", object{{"type", "string"}, {"enum", []stream.Format{stream.CSV, stream.NDJSON}}}},
		{"description", "All rows, as CSV with a header or as one JSON object a line, instead of the envelope."},
	}
}

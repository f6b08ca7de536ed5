package policy

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

const (
	maxNote = 500
	// maxName is what a permission may be named.
	maxName = 100
)

// CreateInput describes a rule.
type CreateInput struct {
	// Line is the rule as casbin writes it; see [authz.ParseLine].
	Line string
	// Note says why the rule exists.
	Note string
}

// Validate trims the texts and notes everything that is wrong. Whether what the rule names exists, only Create can tell.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	checkLine(&faults, &in.Line)
	line.Check(&faults, "note", &in.Note, maxNote)
	return faults
}

// UpdateInput changes a rule; nil keeps what is.
type UpdateInput struct {
	ID         uuid.UUID
	Line, Note *string
}

// Validate trims the texts and notes everything that is wrong. Whether what the rule names exists, only Update can tell.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Line != nil {
		text := *in.Line
		checkLine(&faults, &text)
		in.Line = &text
	}
	if in.Note != nil {
		note := *in.Note
		line.Check(&faults, "note", &note, maxNote)
		in.Note = &note
	}
	return faults
}

// checkLine puts a rule into the form in which it is shown.
func checkLine(faults *fault.Details, text *string) {
	parsed, err := authz.ParseLine(*text)
	if err != nil {
		faults.Add("line", "%v", err)
		return
	}
	*text = parsed.String()
}

// ExplainInput asks for a decision about one of a user and an API client.
type ExplainInput struct {
	UserID, APIClientID *uuid.UUID
	Module, Action      string
}

// Validate trims the texts and notes everything that is wrong.
func (in *ExplainInput) Validate() fault.Details {
	var faults fault.Details
	switch {
	case in.UserID == nil && in.APIClientID == nil:
		faults.Add("userId", "is required, unless there is an apiClientId")
		faults.Add("apiClientId", "is required, unless there is a userId")
	case in.UserID != nil && in.APIClientID != nil:
		faults.Add("userId", "must not stand beside an apiClientId")
		faults.Add("apiClientId", "must not stand beside a userId")
	}
	line.CheckName(&faults, "module", &in.Module, maxName)
	line.CheckName(&faults, "action", &in.Action, maxName)
	return faults
}

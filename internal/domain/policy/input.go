package policy

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxNote = 500
	// maxName is the maximum length of a module or action.
	maxName = 100
)

// CreateInput describes a new rule.
type CreateInput struct {
	// Line is the rule as casbin writes it; see [authz.ParseLine].
	Line string
	// Note explains why the rule exists.
	Note string
}

// Validate trims the texts and returns every fault. Create checks whether the names in the rule
// exist.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	checkLine(&faults, &in.Line)
	plaintext.Check(&faults, "note", &in.Note, maxNote)
	return faults
}

// UpdateInput describes changes of a rule. Nil fields do not change.
type UpdateInput struct {
	ID         uuid.UUID
	Line, Note *string
}

// Validate trims the texts and returns every fault. Update checks whether the names in the rule
// exist.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Line != nil {
		text := *in.Line
		checkLine(&faults, &text)
		in.Line = &text
	}
	if in.Note != nil {
		note := *in.Note
		plaintext.Check(&faults, "note", &note, maxNote)
		in.Note = &note
	}
	return faults
}

// checkLine writes a rule in normal form.
func checkLine(faults *fault.Details, text *string) {
	parsed, err := authz.ParseLine(*text)
	if err != nil {
		faults.Add("line", "%v", err)
		return
	}
	*text = parsed.String()
}

// ExplainInput names a user or an API client, and a permission.
type ExplainInput struct {
	UserID, APIClientID *uuid.UUID
	Module, Action      string
}

// Validate trims the texts and returns every fault.
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
	plaintext.CheckName(&faults, "module", &in.Module, maxName)
	plaintext.CheckName(&faults, "action", &in.Action, maxName)
	return faults
}

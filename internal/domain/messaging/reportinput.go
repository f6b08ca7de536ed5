package messaging

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// ReportInput reports messages.
type ReportInput struct{ Messages []*MessageInput }

// Validate returns a fault for a number of messages that is not allowed. A fault of a message
// rejects only that message.
func (in *ReportInput) Validate() fault.Details {
	var faults fault.Details
	checkItems(&faults, "messages", len(in.Messages))
	return faults
}

func checkItems(faults *fault.Details, field string, count int) {
	if count == 0 || count > maxItems {
		faults.Add(field, "must have 1 to %d entries", maxItems)
	}
}

// MessageInput is a message that was sent or received.
type MessageInput struct {
	ProviderMessageID string
	Direction         Direction
	// The person on the other side is either Phone or ContactID.
	Phone                        *string
	ContactID                    *uuid.UUID
	TemplateName, Campaign, Body *string
	Category                     Category
	Status                       Status
	OccurredAt                   time.Time
	// ErrorCode and ErrorText are stored for a message that failed.
	ErrorCode, ErrorText *string
}

// validate trims the texts and returns every fault. It parses the phone into parsed.
func (in *MessageInput) validate(now time.Time, parsed *number.Number) fault.Details {
	var faults fault.Details
	checkProviderID(&faults, &in.ProviderMessageID)
	switch {
	case (in.Phone == nil) == (in.ContactID == nil):
		faults.Add("phone", "is required, or contactId instead of it")
	case in.Phone != nil:
		phone, wrong := parsePhone(*in.Phone)
		*parsed, faults = phone, append(faults, wrong...)
	}
	checkOptional(&faults, "templateName", &in.TemplateName, maxName)
	checkOptional(&faults, "campaign", &in.Campaign, maxName)
	if in.Body != nil {
		switch {
		case !utf8.ValidString(*in.Body) || strings.ContainsRune(*in.Body, 0):
			faults.Add("body", "must be text in UTF-8")
		case utf8.RuneCountInString(*in.Body) > maxBody:
			faults.Add("body", "must have at most %d characters", maxBody)
		}
	}
	if !isReported(in.Status) {
		faults.Add("status", "must be Queued, Sent, Delivered, Read or Failed")
	}
	checkTime(&faults, &in.OccurredAt, now)
	checkError(&faults, &in.ErrorCode, &in.ErrorText)
	if in.Status != message.StatusFailed {
		in.ErrorCode, in.ErrorText = nil, nil
	}
	return faults
}

func checkProviderID(faults *fault.Details, id *string) {
	plaintext.CheckName(faults, "providerMessageId", id, maxProviderID)
}

// checkOptional accepts one line of text. A blank line counts as none.
func checkOptional(faults *fault.Details, field string, text **string, limit int) {
	if *text == nil {
		return
	}
	trimmed := **text
	plaintext.Check(faults, field, &trimmed, limit)
	if plaintext.IsBlank(trimmed) {
		*text = nil
		return
	}
	*text = &trimmed
}

func checkTime(faults *fault.Details, at *time.Time, now time.Time) {
	*at = at.UTC().Truncate(time.Microsecond)
	if at.Before(now.Add(-maxAge)) || at.After(now.Add(MaxAhead)) {
		faults.Add("occurredAt", "must be at most 366 days ago, and at most 5 minutes ahead")
	}
}

func checkError(faults *fault.Details, code, text **string) {
	checkOptional(faults, "errorCode", code, maxErrorCode)
	checkOptional(faults, "errorText", text, maxErrorText)
}

// Rejected describes why an item of a report was not stored.
type Rejected struct {
	// Index is the position of the item, counted from 0.
	Index int
	// Code is the code of a [fault.Error].
	Code, Message string

	faults fault.Details // those of a ValidationError
}

// reject returns a rejected item, with all its faults in one sentence.
func reject(index int, faults fault.Details) *Rejected {
	parts := make([]string, len(faults))
	for i, detail := range faults {
		parts[i] = detail.Field + " " + detail.Message
	}
	return &Rejected{Index: index, Code: string(fault.ValidationError), Message: strings.Join(parts, "; ") + ".", faults: faults}
}

package importer

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/csvfile"
	"github.com/firmhub/firmhub/internal/fault"
)

// Input asks for an import.
type Input struct {
	// FileID is the id of an uploaded file.
	FileID uuid.UUID
	// Tags are added to every contact that the file creates or updates.
	Tags []string
	// UpdateExisting is true by default. When it is false, a row that belongs to a contact changes nothing.
	UpdateExisting *bool
	// DefaultPhoneCC is the country calling code (+55) of phone numbers without one.
	DefaultPhoneCC string
	// Mapping has the fields of columns, by the name of the column in the file. It comes before what the names of columns say
	// by themselves; the field "" leaves a column out.
	Mapping map[string]string
	// DryRun reports what an import would do, and changes nothing. It is false by default.
	DryRun *bool
}

// options are how the rows of an import are read, as they are stored with it.
type options struct {
	Tags           []string          `json:"tags,omitempty"`
	UpdateExisting bool              `json:"updateExisting"`
	DefaultPhoneCC string            `json:"defaultPhoneCC,omitempty"`
	Mapping        map[string]string `json:"mapping,omitempty"`
}

func (in *Input) options() options {
	return options{
		Tags: in.Tags, UpdateExisting: in.UpdateExisting == nil || *in.UpdateExisting,
		DefaultPhoneCC: in.DefaultPhoneCC, Mapping: in.Mapping,
	}
}

// Validate returns every fault of the input.
func (in *Input) Validate() fault.Details {
	var faults fault.Details
	contact.CheckTags(&faults, "tags", in.Tags)
	contact.CheckCallingCode(&faults, "defaultPhoneCC", in.DefaultPhoneCC)
	if len(in.Mapping) > csvfile.MaxColumns {
		faults.Add("mapping", "must have at most %d columns", csvfile.MaxColumns)
		return faults
	}
	checkMapping(&faults, in.Mapping)
	return faults
}

package importer

import (
	"fmt"
	"io"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// Input describes a new import.
type Input struct {
	// FileID is the id of an uploaded file.
	FileID uuid.UUID
	// Tags are added to every contact that the file creates or updates.
	Tags []string
	// UpdateExisting is true by default. If it is false, a row that belongs to a contact changes
	// nothing.
	UpdateExisting *bool
	// DefaultPhoneCC is the country calling code (+55) of phone numbers without one.
	DefaultPhoneCC string
	// Mapping contains the fields of columns, by the name of the column in the file. It takes
	// precedence over the meaning of the name itself. The field "" leaves a column out.
	Mapping map[string]string
	// InvalidCells is [SkipCells] by default.
	InvalidCells *InvalidCells
	// DryRun reports the effect of an import, and changes nothing. It is false by default.
	DryRun *bool
}

// InvalidCells is how to handle a row with a cell that can't be stored.
type InvalidCells string //nolint:recvcheck // UnmarshalGQL changes it

const (
	// SkipCells leaves the cell out, and imports the row.
	SkipCells InvalidCells = "Skip"
	// RejectRows rejects the row.
	RejectRows InvalidCells = "Reject"
)

// MarshalGQL implements graphql.Marshaler.
func (c InvalidCells) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(c))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (c *InvalidCells) UnmarshalGQL(v any) error {
	text, _ := v.(string)
	if *c = InvalidCells(text); !c.isKnown() {
		return fmt.Errorf("%v is not a valid ContactImportInvalidCells", v)
	}
	return nil
}

func (c *InvalidCells) isKnown() bool { return *c == SkipCells || *c == RejectRows }

// Options define how the rows of an import are read. They are stored with the import.
type Options struct {
	Tags           []string          `json:"tags,omitempty"`
	UpdateExisting bool              `json:"updateExisting"`
	DefaultPhoneCC string            `json:"defaultPhoneCC,omitempty"`
	Mapping        map[string]string `json:"mapping,omitempty"`
	InvalidCells   InvalidCells      `json:"invalidCells"`
}

// OptionsOf returns the options of an import, as they were when it was queued.
func OptionsOf(row *ent.ContactImport) (*Options, error) {
	of := &Options{Tags: []string{}, Mapping: map[string]string{}}
	return of, decode(row.Options, of)
}

func (in *Input) options() Options {
	invalid := SkipCells
	if in.InvalidCells != nil {
		invalid = *in.InvalidCells
	}
	return Options{
		InvalidCells: invalid,
		Tags:         in.Tags, UpdateExisting: in.UpdateExisting == nil || *in.UpdateExisting,
		DefaultPhoneCC: in.DefaultPhoneCC, Mapping: in.Mapping,
	}
}

// Validate returns every fault of the input.
func (in *Input) Validate() fault.Details {
	var faults fault.Details
	tags.Parse(&faults, "tags", in.Tags)
	number.CheckCallingCode(&faults, "defaultPhoneCC", in.DefaultPhoneCC)
	if in.InvalidCells != nil && !in.InvalidCells.isKnown() {
		faults.Add("invalidCells", "must be %s or %s", SkipCells, RejectRows)
	}
	if len(in.Mapping) > csvfile.MaxColumns {
		faults.Add("mapping", "must have at most %d columns", csvfile.MaxColumns)
		return faults
	}
	checkMapping(&faults, in.Mapping)
	return faults
}

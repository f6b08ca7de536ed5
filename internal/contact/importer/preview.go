package importer

import (
	"encoding/json"
	"fmt"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/contact"
)

// Preview is what a dry run shows when it has ended.
type Preview struct {
	Mapping []*Column `json:"mapping"`
	// Sample are the first rows, as they would be stored.
	Sample []*contact.Stored `json:"sample"`
	Hints  []string          `json:"hints"`
}

// Column says what a column of a file is taken for.
type Column struct {
	// Column is the heading, as in the file.
	Column string `json:"column"`
	// Field is nil for a column that is ignored.
	Field *string `json:"field"`
}

// PreviewOf returns the preview of an import; an empty one unless it is a dry run that has ended.
func PreviewOf(row *ent.ContactImport) (p Preview, err error) {
	if len(row.Preview) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(row.Preview, &p); err != nil {
		return p, fmt.Errorf("read the preview of an import: %w", err)
	}
	return p, nil
}

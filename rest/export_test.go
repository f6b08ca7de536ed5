package rest

import (
	"io/fs"
)

// Build is New with another table and other documents.
func Build(options Options, table []Route, files fs.FS) (*API, error) {
	return build(options, table, files)
}

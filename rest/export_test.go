package rest

import (
	"io/fs"
)

// Build is New with another table and other documents.
func Build(options Options, table []Route, files fs.FS) (*API, error) {
	return build(options, table, files)
}

// Missing gives the method and path of every route that is not built.
func Missing() []string {
	all := make([]string, 0, len(missing()))
	for _, e := range missing() {
		all = append(all, e.method+" "+e.path)
	}
	return all
}

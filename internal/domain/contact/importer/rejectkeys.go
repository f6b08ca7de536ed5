package importer

import (
	"fmt"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// rejectKeys returns the names of the columns of a file, and of those that were added, as no two are the same: of two members of an
// object most readers of JSON keep one. The added ones keep their names, and so does the first column of each other name; the next ones
// get a number with which no column has the name. A column without a name is called by its place.
func rejectKeys(columns []string, added ...string) []string {
	keys := make([]string, len(columns), len(columns)+len(added))
	taken := make(map[string]bool, cap(keys))
	for _, name := range added {
		taken[name] = true
	}
	for i, name := range columns {
		if !plaintext.IsBlank(name) && !taken[name] {
			keys[i], taken[name] = name, true
		}
	}
	for i, name := range columns {
		if keys[i] != "" {
			continue
		}
		if plaintext.IsBlank(name) {
			name = fmt.Sprint("column ", i+1)
		}
		key := name
		for n := 2; taken[key]; n++ {
			key = fmt.Sprint(name, " ", n)
		}
		keys[i], taken[key] = key, true
	}
	return append(keys, added...)
}

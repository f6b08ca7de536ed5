package importer

import (
	"fmt"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// rejectKeys returns unique names of the columns of a file and of the added columns. They must be
// unique because most readers of JSON keep only one of two members with the same name. The added
// columns keep their names, and so does the first column with each other name. The next ones get a
// number that makes a name of no other column. A column without a name is named by its place.
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

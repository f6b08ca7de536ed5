package firm

import (
	_ "embed"
	"slices"
	"strings"
	_ "time/tzdata" // every zone of the list can be loaded, on machines without a database of them too
)

// timezones are the names in the database that Go embeds, one per line. time.LoadLocation is no check of these: it reads the
// database of the machine first, which may have other names, or the same in another case.
//
//go:generate sh -c "unzip -Z1 \"$GOROOT/lib/time/zoneinfo.zip\" | grep -v -e /$ -e ^Factory$ | LC_ALL=C sort > timezones.txt"
//go:embed timezones.txt
var timezones string

func isTimeZone(name string) bool {
	return slices.Contains(strings.Fields(timezones), name)
}

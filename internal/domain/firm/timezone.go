package firm

import (
	_ "embed"
	"slices"
	"strings"
	_ "time/tzdata" // every listed zone can be loaded, also on a machine without a database of zones
)

// timezones are the names in the database that Go embeds, one per line. time.LoadLocation can't
// check a name: it reads the database of the machine first, which may have other names, or the same
// name in another case.
//
//go:generate sh -c "unzip -Z1 \"$GOROOT/lib/time/zoneinfo.zip\" | grep -v -e /$ -e ^Factory$ | LC_ALL=C sort > timezones.txt"
//go:embed timezones.txt
var timezones string

func isTimeZone(name string) bool {
	return slices.Contains(strings.Fields(timezones), name)
}

package firm

import (
	_ "embed"
	"slices"
	"strings"
	_ "time/tzdata" // every zone of the list can be loaded, on machines without a database of them too
)

// timezones are the names in the database that Go embeds, one per line. time.LoadLocation can't tell which names are in
// there: it asks the machine first, and takes from it what other machines don't have, or write in other letters.
//
//go:generate sh -c "unzip -Z1 \"$GOROOT/lib/time/zoneinfo.zip\" | grep -v -e /$ -e ^Factory$ | LC_ALL=C sort > timezones.txt"
//go:embed timezones.txt
var timezones string

func isTimeZone(name string) bool {
	return slices.Contains(strings.Fields(timezones), name)
}

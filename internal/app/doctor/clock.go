package doctor

import (
	"context"
	"fmt"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// offset is how far another clock is ahead of the clock of this machine, and how exact that is.
type offset struct{ ahead, exact time.Duration }

// The differences of clocks that are reported.
const (
	clockWarning = 2 * time.Second
	clockFailure = time.Minute
)

// measure queries the database for the time. It returns nil if there is no answer.
func measure(ctx context.Context, d *db.DB) *offset {
	ctx, cancel := limited(ctx)
	defer cancel()
	asked := time.Now()
	var shown time.Time
	if found, err := d.Shared(ctx).Row([]any{&shown}, "SELECT clock_timestamp()"); err != nil || !found {
		return nil
	}
	return between(asked, time.Now(), shown, 0)
}

// between returns the offset of a clock that showed a time at some moment between two others. The
// time is exact to within coarse.
func between(from, to, shown time.Time, coarse time.Duration) *offset {
	half := to.Sub(from)/2 + coarse/2
	return &offset{ahead: shown.Add(coarse / 2).Sub(from.Add(to.Sub(from) / 2)), exact: half}
}

// clock compares this machine's clock with the others, each of which may be nil.
func clock(database, server *offset) Check {
	const name = "clock"
	check := Check{Name: name, Status: OK, Found: "There is no other clock to compare with."}
	compared := ""
	for _, other := range []struct {
		of string
		*offset
	}{{"the database", database}, {"the server", server}} {
		if other.offset == nil {
			continue
		}
		if compared != "" {
			compared += " and "
		}
		compared += other.of
		differs := max(other.ahead.Abs()-other.exact, 0)
		if differs < clockWarning {
			continue
		}
		direction := "ahead of"
		if other.ahead < 0 {
			direction = "behind"
		}
		check = Check{
			name, Warning, fmt.Sprintf("The clock of %s is %s %s this machine's.", other.of, differs.Round(time.Second), direction),
			"Synchronize the clocks of both machines, for instance with chrony or systemd-timesyncd.",
		}
		if differs >= clockFailure {
			check.Status = Failure
			return check
		}
	}
	if check.Status == OK && compared != "" {
		check.Found = "As that of " + compared + "."
	}
	return check
}

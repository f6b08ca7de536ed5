package db

import (
	"fmt"
	"time"
)

// Moment is a time that a query computes, for scanning. The zero Moment is NULL. SQLite returns the
// text of an expression, since only columns have types.
type Moment struct{ time.Time }

// textOfTime is how the driver of SQLite stores times.
const textOfTime = "2006-01-02 15:04:05.999999999-07:00"

// Scan implements [database/sql.Scanner].
func (m *Moment) Scan(value any) (err error) {
	switch v := value.(type) {
	case nil:
		m.Time = time.Time{}
	case time.Time:
		m.Time = v.UTC()
	case string:
		if m.Time, err = time.Parse(textOfTime, v); err != nil {
			return fmt.Errorf("read a time: %w", err)
		}
		m.Time = m.UTC()
	default:
		return fmt.Errorf("read a time: it is a %T", value)
	}
	return nil
}

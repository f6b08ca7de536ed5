package event_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/event"
)

// BenchmarkRaise compares a change with the same change and one more event, in one transaction, by
// turns. It reports the medians, which other work on the machine hardly moves.
func BenchmarkRaise(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		d := dbtest.Open(b, dialect)
		_, ctx := dbtest.Firm(b, d, "Torra")
		change := func(more bool) time.Duration {
			began := time.Now()
			err := d.Tx(ctx, func(ctx context.Context) error {
				made, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
				if err != nil || !more {
					return err
				}
				return event.RaiseAll(ctx, d, event.ContactUpdated, made.ID)
			})
			require.NoError(b, err)
			return time.Since(began)
		}
		b.Run(dialect, func(b *testing.B) {
			var took [2][]time.Duration
			for b.Loop() {
				took[0], took[1] = append(took[0], change(false)), append(took[1], change(true))
			}
			for at, name := range []string{"change-µs", "with-event-µs"} {
				slices.Sort(took[at])
				b.ReportMetric(float64(took[at][len(took[at])/2].Microseconds()), name)
			}
		})
	}
}

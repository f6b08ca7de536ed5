package wallet_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// statement returns the reasons of the entries of a month.
func (b *bundle) statement(t *testing.T, year, month int) (reasons []string, cells [][]string) {
	t.Helper()
	table, err := wallet.Statement(b.admin, b.DB, b.firm, wallet.MonthInput{Year: &year, Month: &month})
	require.NoError(t, err)
	rows := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; {
		more, err = table.Next(t.Context(), rows)
		require.NoError(t, err)
	}
	cells, err = csv.NewReader(strings.NewReader(string(rows.Bytes()))).ReadAll()
	require.NoError(t, err)
	for _, row := range cells[1:] {
		reasons = append(reasons, row[7])
	}
	return reasons, cells
}

func TestStatement(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE firms SET time_zone = 'Europe/Berlin' WHERE id = $1", b.firm)
		require.NoError(t, err)
		for _, post := range []struct{ at, kind string }{
			{"2099-02-28T22:59:59Z", "Credit"},
			{"2099-02-28T23:00:00Z", "Credit"}, // March begins in winter time
			{"2099-03-29T00:59:59Z", "Discount"},
			{"2099-03-29T01:00:00Z", "Adjustment"}, // the clock moves
			{"2099-03-31T21:59:59Z", "Debit"},      // and ends in summer time
			{"2099-03-31T22:00:00Z", "Credit"},
		} {
			at, err := time.Parse(time.RFC3339, post.at)
			require.NoError(t, err)
			amount := 2 * unit
			if post.kind == "Debit" {
				amount = -unit / 2
			}
			require.NoError(t, wallet.PostAt(b.own, d, b.firm, walletentry.Type(post.kind), amount, at))
		}
		t.Run("OK", func(t *testing.T) {
			reasons, cells := b.statement(t, 2099, 3)
			require.Equal(t, []string{"2099-02-28T23:00:00Z", "2099-03-29T00:59:59Z", "2099-03-29T01:00:00Z", "2099-03-31T21:59:59Z"}, reasons)
			require.Equal(t, []string{"2099-03-01", "Credit", "2", "4", "EUR"}, cells[1][2:7])
			require.Equal(t, []string{"2099-03-31", "Debit", "-0.5", "7.5", "EUR"}, cells[4][2:7])
			reasons, _ = b.statement(t, 2099, 4)
			require.Equal(t, []string{"2099-03-31T22:00:00Z"}, reasons)
			reasons, _ = b.statement(t, 2099, 5)
			require.Empty(t, reasons)
			require.Empty(t, b.faults(t))
		})
		t.Run("OKTimeZoneChanged", func(t *testing.T) {
			_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE firms SET time_zone = 'America/Los_Angeles' WHERE id = $1", b.firm)
			require.NoError(t, err)
			at := time.Date(2099, 4, 1, 1, 0, 0, 0, time.UTC) // still March there, but April has begun
			require.NoError(t, wallet.PostAt(b.own, d, b.firm, walletentry.TypeCredit, unit, at))
			reasons, _ := b.statement(t, 2099, 4)
			require.Len(t, reasons, 2)
			require.Empty(t, b.faults(t))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := wallet.Statement(b.admin, d, uuid.New(), wallet.MonthInput{Year: new(2099), Month: new(1)})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := wallet.Statement(b.admin, d, b.firm, wallet.MonthInput{Year: new(1999), Month: new(13)})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			require.Len(t, fault.From(err).Details, 2)
		})
	})
}

package audit_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// export returns the rows of an export by column name, and the number of its pages.
func export(ctx context.Context, t *testing.T, d *db.DB, in audit.ListInput) (rows []map[string]string, pages int) {
	t.Helper()
	table, err := audit.Export(ctx, d, in)
	require.NoError(t, err)
	written := stream.NewRows(stream.CSV, table.Columns)
	for more := true; more; pages++ {
		more, err = table.Next(ctx, written)
		require.NoError(t, err)
	}
	lines, err := csv.NewReader(bytes.NewReader(written.Bytes())).ReadAll()
	require.NoError(t, err)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows, pages
}

func TestExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Acme")
		_, inOther := dbtest.Firm(t, d, "Other")
		const entries = 1203
		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
			for i := range entries {
				c := change()
				c.Target.Name = "=" + strconv.Itoa(i)
				if err := audit.Record(ctx, d, c); err != nil {
					return err
				}
			}
			return nil
		}))
		require.NoError(t, audit.Record(inOther, d, change()))

		rows, pages := export(ctx, t, d, audit.ListInput{})
		require.Len(t, rows, entries)
		require.Equal(t, 3, pages)
		seen := map[string]bool{}
		var last time.Time
		for i, row := range rows {
			require.False(t, seen[row["id"]])
			seen[row["id"]] = true
			at, err := time.Parse(time.RFC3339, row["createdAt"])
			require.NoError(t, err)
			require.False(t, i > 0 && at.After(last), "the newest first")
			last = at
		}
		require.Equal(t, "role.update", rows[0]["action"])
		require.Equal(t, "'=", rows[0]["targetName"][:2], "a name is no formula")
		require.JSONEq(t, `{"name":"Sales"}`, rows[0]["after"])
		target := uuid.MustParse(rows[7]["targetId"])
		some, _ := export(ctx, t, d, audit.ListInput{TargetID: &target})
		require.Equal(t, rows[7:8], some)
		none, _ := export(ctx, t, d, audit.ListInput{Action: "user"})
		require.Empty(t, none)
		others, _ := export(inOther, t, d, audit.ListInput{})
		require.Len(t, others, 1)

		t.Run("Err", func(t *testing.T) {
			_, err := audit.Export(inOther, d, audit.ListInput{FirmID: &firm.ID})
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			_, err = audit.Export(ctx, d, audit.ListInput{Action: "a\nb"})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			table, err := audit.Export(ctx, d, audit.ListInput{})
			require.NoError(t, err)
			gone, leave := context.WithCancel(ctx)
			leave()
			_, err = table.Next(gone, stream.NewRows(stream.CSV, table.Columns))
			require.ErrorIs(t, err, context.Canceled)
		})
	})
}

// TestPages compares the pages of a log with its export. The entries come in turn from the firm and
// from all firms.
func TestPages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		var names []string // the newest first
		for i := range 10 {
			c := change()
			c.Target.Name = strconv.Itoa(i)
			record := func() error { return audit.Record(ctx, d, c) }
			if i%3 == 1 {
				record = func() error { return audit.RecordGlobally(ctx, d, nil, c, c) }
			}
			require.NoError(t, record())
			other := change()
			other.Target.Type = "user"
			require.NoError(t, audit.Record(ctx, d, other))
			names = append([]string{c.Target.Name}, names...)
		}

		in := audit.ListInput{Action: "role"}
		rows, _ := export(ctx, t, d, in)
		var exported, listed []string
		for _, row := range rows {
			exported = append(exported, row["targetName"])
		}
		require.Equal(t, names, exported)
		size := 3
		in.PageSize = &size
		for number := 1; number <= 4; number++ {
			in.Page = &number
			log, err := audit.List(ctx, d, in)
			require.NoError(t, err)
			require.Equal(t, len(names), total(ctx, t, log))
			items, err := log.Items(ctx)
			require.NoError(t, err)
			for _, item := range items {
				listed = append(listed, item.Target.Name)
			}
		}
		require.Equal(t, names, listed)
	})
}

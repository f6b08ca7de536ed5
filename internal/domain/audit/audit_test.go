package audit_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func change() audit.Change {
	return audit.Change{
		Action: "role.update", Target: audit.Of("role", uuid.New(), "Sales"),
		Before: map[string]any{"name": "Sale"}, After: map[string]any{"name": "Sales"},
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, _ := dbtest.Firm(t, d, "Acme")
		other, inOther := dbtest.Firm(t, d, "Other")
		ann := &viewer.Viewer{
			Kind: viewer.User, FirmID: firm.ID, UserID: uuid.New(), Email: "ann@acme.example",
			Request: viewer.Request{ID: "r-1", Address: netip.MustParseAddr("2001:db8::7")},
		}
		ctx := viewer.NewContext(t.Context(), ann)
		want := change()
		require.NoError(t, audit.Record(ctx, d, want))

		log, err := audit.List(ctx, d, audit.ListInput{})
		require.NoError(t, err)
		items, err := log.Items(ctx)
		require.NoError(t, err)
		require.Len(t, items, 1)
		got := items[0]
		require.Equal(t, audit.Actor{Kind: auditentry.ActorKindUser, ID: &ann.UserID, Name: ann.Email}, got.Actor)
		require.Equal(t, want.Target, got.Target)
		require.JSONEq(t, `{"name":"Sale"}`, string(got.Before))
		require.JSONEq(t, `{"name":"Sales"}`, string(got.After))
		require.Equal(t, "2001:db8::7", got.Address)
		require.Equal(t, "r-1", got.RequestID)

		log, err = audit.List(inOther, d, audit.ListInput{})
		require.NoError(t, err)
		require.Zero(t, total(inOther, t, log), "another firm's")
		_, err = audit.List(inOther, d, audit.ListInput{FirmID: &firm.ID})
		require.True(t, fault.Is(err, fault.Forbidden), "%v", err)

		// An API client, and somebody of the super-firm, to all firms.
		client := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.APIClient, FirmID: other.ID, APIClientID: uuid.New()})
		require.NoError(t, audit.RecordGlobally(client, d, nil, change(), change()))
		log, err = audit.List(ctx, d, audit.ListInput{})
		require.NoError(t, err)
		items, err = log.Items(ctx)
		require.NoError(t, err)
		require.Len(t, items, 2)
		require.Equal(t, &other.ID, items[0].Actor.FirmID)
		require.Equal(t, auditentry.ActorKindApiClient, items[0].Actor.Kind)

		// A change that is rolled back has no entry.
		err = d.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, audit.Record(ctx, d, change()))
			return errors.New("no")
		})
		require.Error(t, err)
		require.Equal(t, 2, total(ctx, t, log))
	})
}

func TestRecordUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		type fields struct {
			Name    string     `json:"name"`
			Expires *time.Time `json:"expires"`
			Tags    []string   `json:"tags"`
		}
		now := time.Now()
		before := fields{Name: "a", Expires: &now, Tags: []string{"x"}}
		target := audit.Of("thing", uuid.New(), "a")
		require.NoError(t, audit.RecordUpdate(ctx, d, "thing.update", target, before, before))
		after := fields{Name: "a", Tags: []string{"x", "y"}}
		require.NoError(t, audit.RecordUpdate(ctx, d, "thing.update", target, before, after))

		log, err := audit.List(ctx, d, audit.ListInput{})
		require.NoError(t, err)
		items, err := log.Items(ctx)
		require.NoError(t, err)
		require.Len(t, items, 1, "an update that changes nothing is not recorded")
		require.JSONEq(t, `{"expires":"`+now.Format(time.RFC3339Nano)+`","tags":["x"]}`, string(items[0].Before))
		require.JSONEq(t, `{"expires":null,"tags":["x","y"]}`, string(items[0].After))
	})
}

// Entries can't be changed or deleted, by ent or by SQL.
func TestAppendOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		require.NoError(t, audit.Record(ctx, d, change()))
		_, err := d.Client.AuditEntry.Delete().Exec(ctx)
		require.ErrorIs(t, err, rule.ErrAppendOnly)
		for _, statement := range []string{
			"DELETE FROM audit_entries", "UPDATE audit_entries SET action = 'nothing'", "UPDATE audit_entries SET after = NULL",
		} {
			_, err = dbtest.SQL(ctx, d).Exec(statement)
			require.ErrorContains(t, err, "only added", statement)
		}
		another := map[string]string{
			db.Postgres: "TRUNCATE audit_entries", db.SQLite: "INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries",
		}[d.Dialect()]
		_, err = dbtest.SQL(ctx, d).Exec(another)
		require.ErrorContains(t, err, "only added", another)
		log, err := audit.List(ctx, d, audit.ListInput{})
		require.NoError(t, err)
		require.Equal(t, 1, total(ctx, t, log))
	})
}

func TestListInput_Err(t *testing.T) {
	t.Parallel()
	zero, many := 0, 101
	now := time.Now()
	before := now.Add(-time.Hour)
	in := audit.ListInput{Page: &zero, PageSize: &many, From: &now, To: &before, Action: "a\nb"}
	var fields []string
	for _, detail := range in.Validate() {
		fields = append(fields, detail.Field)
	}
	require.ElementsMatch(t, []string{"page", "pageSize", "to", "action"}, fields)
}

func total(ctx context.Context, t *testing.T, log *audit.Page) int {
	t.Helper()
	count, err := log.TotalCount(ctx)
	require.NoError(t, err)
	return count
}

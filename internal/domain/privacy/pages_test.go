package privacy_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/tracing"
)

// An export reads many rows by one query. The traces of the statements tell.
func TestExport_manyRows(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		var queries atomic.Int64
		collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			spans, err := io.ReadAll(r.Body)
			if err == nil {
				queries.Add(int64(bytes.Count(spans, []byte("FROM audit_entries WHERE firm_id"))))
			}
		}))
		t.Cleanup(collector.Close)
		tracer := tracing.New(tracing.Config{Endpoint: collector.URL, Ratio: 1})
		d, err := db.OpenWith(t.Context(), dbtest.URL(t, dialect), db.Options{Tracer: tracer})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundle(t, d)
		made := b.create(t, firstName, lastName, number, mail)
		for range 501 {
			b.insert(t, "audit_entries", map[string]any{
				"created_at": entity.Now(), "actor_kind": "System", "actor_name": "firmhub", "action": "role.update", "target_type": "role",
				"target_name": "Sales", "address": "", "request_id": "",
			})
		}
		ctx, span := tracer.StartTrace(b.ctx, tracing.Server, "export")
		_, err = b.Export(ctx, made.ID)
		require.NoError(t, err)
		span.End()
		tracer.Close()
		require.EqualValues(t, 1, queries.Load())
	})
}

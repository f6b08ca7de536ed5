package metrics

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// Counts that could not be read are missing: a zero would say that nothing waits.
func TestCounted_noAnswer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		err   error
		shown int
	}{
		{"OK", nil, 2},
		{"NoAnswer", errors.New("the database does not answer"), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			collector := newWebhookCounts(func(context.Context) (webhook.Waiting, error) {
				return webhook.Waiting{Oldest: time.Minute}, test.err
			})
			for range 2 { // the second time without asking again
				out := make(chan prometheus.Metric, 10)
				collector.Collect(out)
				require.Len(t, out, test.shown)
			}
		})
	}
}

package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
)

// newQueueCounts collects the number of messages that are due, by kind of channel and class.
func newQueueCounts(count func(context.Context) ([]outgoing.Waiting, error)) prometheus.Collector {
	return &counted[[]outgoing.Waiting]{
		descs: []*prometheus.Desc{prometheus.NewDesc("firmhub_sending_queue",
			"Messages that are to be sent now in channels that send, by kind of channel and class: Authentication, Single or Campaign.",
			[]string{"kind", "class"}, nil)},
		count: count,
		show: func(counts []outgoing.Waiting, gauge func(int, int, ...string)) {
			for _, of := range counts {
				gauge(0, of.N, string(of.Kind), of.Class.String())
			}
		},
	}
}

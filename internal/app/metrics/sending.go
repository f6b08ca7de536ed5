package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
)

// sendingCounts collects the counts of the dispatcher, which sends messages.
type sendingCounts struct {
	count        func() dispatch.Stats
	lanes, calls *prometheus.Desc
}

func newSendingCounts(count func() dispatch.Stats) *sendingCounts {
	return &sendingCounts{
		count: count,
		lanes: prometheus.NewDesc("firmhub_sending_lanes", "Channels whose messages this instance sends now.", nil, nil),
		calls: prometheus.NewDesc("firmhub_sending_calls_total",
			"Calls of providers for messages, by kind of channel and what is known afterwards: Taken, NotTaken, Refused, ChannelFailing or Unknown.",
			[]string{"kind", "result"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (s *sendingCounts) Describe(out chan<- *prometheus.Desc) {
	out <- s.lanes
	out <- s.calls
}

// Collect implements prometheus.Collector.
func (s *sendingCounts) Collect(out chan<- prometheus.Metric) {
	counts := s.count()
	out <- prometheus.MustNewConstMetric(s.lanes, prometheus.GaugeValue, float64(counts.Lanes))
	for of, count := range counts.Calls {
		out <- prometheus.MustNewConstMetric(s.calls, prometheus.CounterValue, float64(count), string(of.Kind), string(of.Result))
	}
}

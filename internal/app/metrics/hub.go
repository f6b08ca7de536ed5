package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/realtime/hub"
)

// hubCounts collects the counts of the hub.
type hubCounts struct {
	count                         func() hub.Stats
	open, sent, invocations, slow *prometheus.Desc
}

func newHubCounts(count func() hub.Stats) *hubCounts {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("firmhub_hub_"+name, help, labels, nil)
	}
	return &hubCounts{
		count:       count,
		open:        describe("connections", "Open connections to the hub, by transport.", "transport"),
		sent:        describe("messages_sent_total", "Messages that the hub sent to clients."),
		invocations: describe("invocations_total", "Invocations of methods of the hub."),
		slow:        describe("slow_clients_total", "Clients that the hub cut as they did not read in time."),
	}
}

// Describe implements prometheus.Collector.
func (h *hubCounts) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{h.open, h.sent, h.invocations, h.slow} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (h *hubCounts) Collect(out chan<- prometheus.Metric) {
	counts := h.count()
	for transport, open := range counts.Open {
		out <- prometheus.MustNewConstMetric(h.open, prometheus.GaugeValue, float64(open), transport)
	}
	for desc, count := range map[*prometheus.Desc]uint64{
		h.sent: counts.Sent, h.invocations: counts.Invocations, h.slow: counts.Slow,
	} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(count))
	}
}

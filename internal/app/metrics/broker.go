package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/realtime/broker"
)

// brokerCounts collects the counts of the broker.
type brokerCounts struct {
	status func() broker.Status

	connected, subjects, messages, lost *prometheus.Desc
}

func newBrokerCounts(status func() broker.Status) *brokerCounts {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("firmhub_broker_"+name, help, labels, nil)
	}
	return &brokerCounts{
		status:    status,
		connected: describe("connected", "1 while messages reach other instances, or there can be none, else 0.", "kind"),
		subjects:  describe("subjects", "Subjects with subscribers in this process."),
		messages: describe("messages_total",
			"Messages by what became of them: published here, received from other instances, malformed from there, or dropped.", "result"),
		lost: describe("lost_total", "How often a subscriber was told that messages may be missing."),
	}
}

// Describe implements prometheus.Collector.
func (b *brokerCounts) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{b.connected, b.subjects, b.messages, b.lost} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (b *brokerCounts) Collect(out chan<- prometheus.Metric) {
	status := b.status()
	connected := 0.0
	if status.Connected {
		connected = 1
	}
	out <- prometheus.MustNewConstMetric(b.connected, prometheus.GaugeValue, connected, status.Kind)
	out <- prometheus.MustNewConstMetric(b.subjects, prometheus.GaugeValue, float64(status.Subjects))
	for result, count := range map[string]uint64{
		"published": status.Published, "received": status.Received, "malformed": status.Malformed, "dropped": status.Dropped,
	} {
		out <- prometheus.MustNewConstMetric(b.messages, prometheus.CounterValue, float64(count), result)
	}
	out <- prometheus.MustNewConstMetric(b.lost, prometheus.CounterValue, float64(status.Lost))
}

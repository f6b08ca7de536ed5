package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// posterCounts collects the counts of the posters, which charge messages.
type posterCounts struct {
	count                                            func() wallet.PosterStats
	waiting, transactions, requests, failed, refused *prometheus.Desc
}

func newPosterCounts(count func() wallet.PosterStats) *posterCounts {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("firmhub_poster_"+name, help, nil, nil)
	}
	return &posterCounts{
		count:        count,
		waiting:      describe("waiting", "Requests that wait to be charged."),
		transactions: describe("transactions_total", "Transactions in which requests were charged."),
		requests:     describe("requests_total", "Requests that were charged; divided by the transactions, how many share one."),
		failed:       describe("failed_total", "Transactions that were rolled back."),
		refused:      describe("refused_total", "Requests refused as too many waited."),
	}
}

// Describe implements prometheus.Collector.
func (p *posterCounts) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{p.waiting, p.transactions, p.requests, p.failed, p.refused} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (p *posterCounts) Collect(out chan<- prometheus.Metric) {
	counts := p.count()
	out <- prometheus.MustNewConstMetric(p.waiting, prometheus.GaugeValue, float64(counts.Waiting))
	for desc, count := range map[*prometheus.Desc]uint64{
		p.transactions: counts.Transactions, p.requests: counts.Requests, p.failed: counts.Failed, p.refused: counts.Refused,
	} {
		out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(count))
	}
}

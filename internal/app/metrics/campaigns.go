package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
)

// newCampaignCounts collects the number of campaigns that the server works on, and of their
// recipients that have no message yet.
func newCampaignCounts(count func(context.Context) ([]campaign.Working, error)) prometheus.Collector {
	return &counted[[]campaign.Working]{
		descs: []*prometheus.Desc{
			prometheus.NewDesc("firmhub_campaigns", "Campaigns of all firms that the server works on, by status.", []string{"status"}, nil),
			prometheus.NewDesc("firmhub_campaign_recipients_waiting",
				"Recipients of these campaigns whose message is not in the queue yet, by status of the campaign.", []string{"status"}, nil),
		},
		count: count,
		show: func(counts []campaign.Working, gauge func(int, int, ...string)) {
			for _, of := range counts {
				gauge(0, of.Campaigns, string(of.Status))
				gauge(1, of.Waiting, string(of.Status))
			}
		},
	}
}

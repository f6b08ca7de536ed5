package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// webhookRoutes are the routes of the events of a firm.
func webhookRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/events", Feed: true,
			Operation: "webhook/webhookEvents", Message: "Events listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
	}
}

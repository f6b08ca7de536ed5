package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// webhookRoutes are the routes of webhooks and of the events of a firm.
func webhookRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/events", Feed: true,
			Operation: "webhook/webhookEvents", Message: "Events listed.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks",
			Operation: "webhook/webhooks", Message: "Webhooks listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks",
			Operation: "webhook/createWebhook", Message: "Webhook created. Keep its secret: it is not shown again.",
			Status: http.StatusCreated, Location: "/api/v1/webhooks/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/webhook", Message: "Webhook found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/updateWebhook", Message: "Webhook updated.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/deleteWebhook", Message: "Webhook deleted.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/rotate",
			Operation: "webhook/rotateWebhookSecret", Message: "Secret rotated. Keep the new one: it is not shown again.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/test",
			Operation: "webhook/testWebhook", Message: "The receiver was called.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/replay", Status: http.StatusAccepted,
			Operation: "webhook/replayWebhook", Message: "Replay queued.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/{id}/deliveries",
			Operation: "webhook/webhookDeliveries", Message: "Deliveries listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", Status: http.StatusAccepted,
			Operation: "webhook/retryWebhookDelivery", Message: "Delivery queued.",
		},
	}
}

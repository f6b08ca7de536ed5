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
			Refusals: []fault.Code{fault.Unavailable},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks",
			Operation: "webhook/createWebhook", Message: "Webhook created. Keep its secret: it is not shown again.",
			Status: http.StatusCreated, Location: "/api/v1/webhooks/{id}",
			Refusals: []fault.Code{fault.Conflict, fault.Unavailable},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/webhook", Message: "Webhook found.",
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/updateWebhook", Message: "Webhook updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/webhooks/{id}",
			Operation: "webhook/deleteWebhook", Message: "Webhook deleted.", NoData: true,
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/rotate",
			Operation: "webhook/rotateWebhookSecret", Message: "Secret rotated. Keep the new one: it is not shown again.",
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/test",
			Operation: "webhook/testWebhook", Message: "The receiver was called.",
			Refusals: []fault.Code{fault.NotFound, fault.TooManyRequests, fault.Unavailable},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/replay", Status: http.StatusAccepted,
			Operation: "webhook/replayWebhook", Message: "Replay queued.",
			Refusals: []fault.Code{fault.NotFound, fault.TooManyRequests, fault.Unavailable},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/webhooks/{id}/deliveries",
			Operation: "webhook/webhookDeliveries", Message: "Deliveries listed.",
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", Status: http.StatusAccepted,
			Operation: "webhook/retryWebhookDelivery", Message: "Delivery queued.",
			Refusals: []fault.Code{fault.NotFound, fault.Unavailable},
		},
	}
}

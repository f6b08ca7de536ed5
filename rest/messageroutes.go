package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// messageRoutes are the routes of analytics and messages.
func messageRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/dashboard",
			Operation: "analytics/messagingDashboard", Message: "Analytics read.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/volume",
			Operation: "analytics/messageVolume", Message: "Messages counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/delivery-status",
			Operation: "analytics/messageDelivery", Message: "Statuses counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/hourly",
			Operation: "analytics/messageHours", Message: "Hours counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/templates",
			Operation: "analytics/messageTemplates", Message: "Templates counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/contacts/top",
			Operation: "analytics/topContacts", Message: "Contacts counted.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/tracking-limits",
			Operation: "analytics/messagingLimits", Message: "Limits read.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/MessagingMessageAnalytics/export", Kind: Stream,
			Operation: "analytics/messageExport", FileName: "messages",
			Message: "Every message of the period, the oldest first.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/messages",
			Operation: "messaging/messagePage", Message: "Messages listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/messages",
			Operation: "messaging/reportMessages", Message: "Messages stored.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/messages/{id}",
			Operation: "messaging/message", Message: "Message read.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/messages/{id}/media", Kind: Content,
			Operation: "messaging/messageMedia", Message: "The file of the message.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/messages/{id}/cancel",
			Operation: "messaging/cancelMessage", Message: "Message cancelled.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/send", Status: http.StatusAccepted,
			Operation: "messaging/sendMessages", Message: "Messages accepted.", Each: "messages",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/segments",
			Operation: "messaging/countSegments", Message: "Segments counted.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/statuses",
			Operation: "messaging/reportMessageStatuses", Message: "Statuses stored.",
		},
	}
}

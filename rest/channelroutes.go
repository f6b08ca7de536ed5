package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// channelRoutes are the routes of channels.
func channelRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/channels",
			Operation: "channel/channels", Message: "Channels listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/channels",
			Operation: "channel/createChannel", Message: "Channel created.",
			Status: http.StatusCreated, Location: "/api/v1/messaging/channels/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/channels/lookup",
			Operation: "channel/channelLookup", Message: "Channels found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/channels/{id}",
			Operation: "channel/channel", Message: "Channel found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/channels/{id}",
			Operation: "channel/updateChannel", Message: "Channel updated.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/messaging/channels/{id}",
			Operation: "channel/deleteChannel", Message: "Channel deleted.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/channels/{id}/test",
			Operation: "channel/testChannel", Message: "The provider was asked.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/channels/{id}/pause",
			Operation: "channel/pauseChannel", Message: "Channel paused.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/channels/{id}/resume",
			Operation: "channel/resumeChannel", Message: "Channel resumed.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/channels/{id}/qrcodes",
			Operation: "channel/channelQrCodes", Message: "QR codes listed.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/channels/{id}/qrcodes",
			Operation: "channel/createChannelQrCode", Message: "QR code created.", Status: http.StatusCreated,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/messaging/channels/{id}/qrcodes/{code}",
			Operation: "channel/deleteChannelQrCode", Message: "QR code deleted.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
		},
	}
}

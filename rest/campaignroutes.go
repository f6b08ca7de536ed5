package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// campaignRoutes are the routes of campaigns.
func campaignRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/campaigns",
			Operation: "campaign/campaigns", Message: "Campaigns listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns",
			Operation: "campaign/createCampaign", Message: "Campaign created.",
			Status: http.StatusCreated, Location: "/api/v1/messaging/campaigns/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/campaigns/{id}",
			Operation: "campaign/campaign", Message: "Campaign found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/campaigns/{id}",
			Operation: "campaign/updateCampaign", Message: "Campaign updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/messaging/campaigns/{id}",
			Operation: "campaign/deleteCampaign", Message: "Campaign deleted.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/quote", Source: FromQuery,
			Operation: "campaign/quoteCampaign", Message: "Campaign quoted.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/quote", Kind: Stream, With: "format", Source: FromQuery,
			Operation: "campaign/quoteCampaignDetails", FileName: "quote",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/execute", Status: http.StatusAccepted,
			Operation: "campaign/executeCampaign", Message: "Campaign executed.",
			Refusals: []fault.Code{fault.Conflict, fault.InsufficientBalance},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/pause",
			Operation: "campaign/pauseCampaign", Message: "Campaign paused.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/resume",
			Operation: "campaign/resumeCampaign", Message: "Campaign resumed.",
			Refusals: []fault.Code{fault.Conflict, fault.InsufficientBalance},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/campaigns/{id}/cancel",
			Operation: "campaign/cancelCampaign", Message: "Campaign cancelled.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/campaigns/{id}/recipients",
			Operation: "campaign/campaignRecipients", Message: "Recipients listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/campaigns/{id}/recipients", Kind: Stream, With: "format",
			Operation: "campaign/campaignRecipientsExport", Omit: []string{"page", "pageSize"}, FileName: "recipients",
		},
	}
}

package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// templateRoutes are the routes of templates.
func templateRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/templates",
			Operation: "template/templates", Message: "Templates listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/templates",
			Operation: "template/createTemplate", Message: "Template created.",
			Status: http.StatusCreated, Location: "/api/v1/messaging/templates/{id}",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/templates/sync", Status: http.StatusAccepted,
			Operation: "template/syncTemplates", Message: "Templates synchronized.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/templates/{id}",
			Operation: "template/template", Message: "Template found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/templates/{id}",
			Operation: "template/updateTemplate", Message: "Template updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/messaging/templates/{id}",
			Operation: "template/deleteTemplate", Message: "Template deleted.", NoData: true,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/templates/{id}/submit",
			Operation: "template/submitTemplate", Message: "Template submitted.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/messaging/templates/{id}/preview",
			Operation: "template/previewTemplate", Message: "Template shown.",
		},
	}
}

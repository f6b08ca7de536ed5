package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// firmRoutes are the routes of firms and policies.
func firmRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/firm",
			Operation: "firm/ownFirm", Message: "Firm found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/firm",
			Operation: "firm/updateOwnFirm", Message: "Firm updated.",
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/firm/create",
			Operation: "admin/createFirm", Message: "Firm created.", Warning: "warning",
			Status: http.StatusCreated, Location: "/api/v1/admin/firm/get/{id}", Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/firm/getall",
			Operation: "admin/firmPage", Message: "Firms listed.", OptionalBody: true,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/firm/get/{id}",
			Operation: "admin/firm", Message: "Firm found.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/admin/firm/update",
			Operation: "admin/updateFirm", Message: "Firm updated.", Warning: "warning",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/pricing-plans",
			Operation: "admin/pricingPlans", Message: "Pricing plans listed.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/pricing-plans",
			Operation: "admin/savePricingPlan", Message: "Pricing plan saved.",
			Status: http.StatusCreated, ChangesWith: "id", Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/sessions",
			Operation: "auth/sessions", Message: "Sessions listed.",
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/sessions/{id}",
			Operation: "auth/endSession", Message: "Session ended.", NoData: true,
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/auth/sessions",
			Operation: "auth/endOtherSessions", Message: "The other sessions have ended.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/roleproperty/getall",
			Operation: "admin/rolePropertyGroups", Message: "Permissions listed.", OptionalBody: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/roleproperty/create",
			Operation: "admin/createRoleProperties", Message: "Permissions created.",
			Status:   http.StatusCreated,
			Refusals: []fault.Code{fault.Conflict},
		},
		{
			Method: http.MethodPut, Path: "/api/v1/admin/roleproperty/update",
			Operation: "admin/updateRoleProperties", Message: "Permissions updated.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodDelete, Path: "/api/v1/admin/roleproperty/delete/{moduleName}",
			Operation: "admin/deleteRoleProperties", Message: "Permissions removed.", NoData: true,
		},
	}
}

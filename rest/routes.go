package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// Routes is the table of all that stands of the contract; [missing] lists the rest.
func Routes() []Route {
	return []Route{
		{
			Method: http.MethodPost, Path: "/api/v1/auth/login",
			Operation: "auth/login", Message: "Signed in.",
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/refreshtoken",
			Operation: "auth/refreshToken", Message: "Token refreshed.",
			Refusals: []fault.Code{fault.Unauthorized},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/setfirm",
			Operation: "auth/setFirm", Message: "Firm chosen.",
			Refusals: []fault.Code{fault.Forbidden},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/logout",
			Operation: "auth/logout", Message: "Signed out.", NoData: true,
		},
		{
			Method: http.MethodGet, Path: "/api/v1/auth/me",
			Operation: "auth/me", Message: "You are signed in.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/auth/changepassword",
			Operation: "auth/changePassword", Message: "Password changed.", NoData: true,
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/create",
			Operation: "contact/createContact", Message: "Contact created.",
			Status: http.StatusCreated, Location: "/api/V1/Contact/get/{id}",
		},
		{
			Method: http.MethodGet, Path: "/api/V1/Contact/get/{id}",
			Operation: "contact/contact", Message: "Contact found.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodPost, Path: "/api/V1/Contact/getall",
			Operation: "contact/contactPage", Message: "Contacts listed.", OptionalBody: true,
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/firm/create",
			Operation: "admin/createFirm", Message: "Firm created.",
			Status: http.StatusCreated, Refusals: []fault.Code{fault.Conflict},
		},
	}
}

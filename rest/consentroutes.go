package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// consentRoutes are the routes of consent.
func consentRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/consent",
			Operation: "consent/consents", Message: "Consent listed.",
		},
		{
			Method: http.MethodPut, Path: "/api/v1/messaging/consent",
			Operation: "consent/setConsent", Message: "Consent stored.",
			Refusals: []fault.Code{fault.NotFound},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/consent/history",
			Operation: "consent/consentHistory", Message: "History listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/messaging/consent/export", Kind: Stream,
			Operation: "consent/consentExport", Omit: []string{"page", "pageSize"}, FileName: "consent",
			Message: "What each address has consented to, the latest first.",
		},
	}
}

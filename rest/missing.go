package rest

import "net/http"

// endpoint is a method and path of the contract.
type endpoint struct{ method, path string }

// missing are the routes of the contract that are not built yet. Whoever builds one moves it to [Routes]; a test
// compares both with docs/contract.md.
func missing() []endpoint {
	const get, post = http.MethodGet, http.MethodPost
	return []endpoint{
		{get, "/api/v1/MessagingMessageAnalytics/dashboard"},
		{get, "/api/v1/MessagingMessageAnalytics/volume"},
		{get, "/api/v1/MessagingMessageAnalytics/delivery-status"},
		{get, "/api/v1/MessagingMessageAnalytics/hourly"},
		{get, "/api/v1/MessagingMessageAnalytics/templates"},
		{get, "/api/v1/MessagingMessageAnalytics/contacts/top"},
		{get, "/api/v1/MessagingMessageAnalytics/export"},
		{get, "/api/v1/MessagingMessageAnalytics/tracking-limits"},
		{post, "/api/v1/messaging/messages"},
		{post, "/api/v1/messaging/statuses"},

		{post, "/api/v1/admin/wallet/manual-credit"},
		{post, "/api/v1/admin/wallet/manual-adjust"},
		{post, "/api/v1/admin/wallet/apply-discount"},
		{get, "/api/v1/admin/wallet/client-balance/{firmId}"},
		{get, "/api/v1/admin/wallet/client-summary/{firmId}"},
		{get, "/api/v1/admin/wallet/client-transactions/{firmId}"},
		{get, "/api/v1/admin/wallet/dashboard"},
		{get, "/api/v1/admin/wallet/wallets"},
		{get, "/api/v1/admin/wallet/wallets/{firmId}"},

		{get, "/api/v1/wallet/balance"},
		{get, "/api/v1/wallet/transactions"},
		{get, "/api/v1/wallet/monthly-summary"},
	}
}

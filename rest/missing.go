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
	}
}

package rest

import "slices"

// Routes returns the table of all routes, in the order of the OpenAPI document.
func Routes() []Route {
	return slices.Concat(
		accountRoutes(),
		contactRoutes(),
		firmRoutes(),
		accessRoutes(),
		walletRoutes(),
		recordRoutes(),
		messageRoutes(),
		channelRoutes(),
		templateRoutes(),
		campaignRoutes(),
		conversationRoutes(),
		consentRoutes(),
		webhookRoutes(),
		notificationRoutes(),
	)
}

// idempotent are the headers of routes whose operation has an idempotency key.
func idempotent() map[string]string { return map[string]string{"idempotencyKey": "Idempotency-Key"} }

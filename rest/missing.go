package rest

import "net/http"

// endpoint is a method and path of the contract.
type endpoint struct{ method, path string }

// missing are the routes of the contract that are not built yet. Whoever builds one moves it to [Routes]; a test
// compares both with docs/contract.md.
func missing() []endpoint {
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	return []endpoint{
		{post, "/api/v1/admin/firm/getall"},
		{get, "/api/v1/admin/firm/get/{id}"},
		{put, "/api/v1/admin/firm/update"},
		{get, "/api/v1/admin/wallet/pricing-plans"},
		{post, "/api/v1/admin/wallet/pricing-plans"},
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

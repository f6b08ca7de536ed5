package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// walletRoutes are the routes of wallets and prices.
func walletRoutes() []Route {
	return []Route{
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/balance",
			Operation: "wallet/walletBalance", Message: "Balance found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/transactions",
			Operation: "wallet/walletTransactionPage", Message: "Transactions listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/monthly-summary",
			Operation: "wallet/walletMonthlySummary", Message: "Month summarized.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/wallet/statement", Kind: Stream,
			Operation: "wallet/walletStatement", FileName: "statement",
			Message: "The transactions of the month, the oldest first.",
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/manual-credit", Source: FromEither,
			Operation: "admin/creditWallet", Headers: idempotent(), Message: "Wallet credited.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/manual-adjust", Source: FromEither,
			Operation: "admin/adjustWallet", Headers: idempotent(), Message: "Balance adjusted.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict, fault.InsufficientBalance},
		},
		{
			Method: http.MethodPost, Path: "/api/v1/admin/wallet/apply-discount", Source: FromEither,
			Operation: "admin/discountWallet", Headers: idempotent(), Message: "Discount applied.",
			Refusals: []fault.Code{fault.NotFound, fault.Conflict},
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-balance/{firmId}",
			Operation: "admin/clientWalletBalance", Message: "Balance found.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-summary/{firmId}",
			Operation: "admin/clientWalletSummary", Message: "Month summarized.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-statement/{firmId}", Kind: Stream,
			Operation: "admin/clientWalletStatement", FileName: "statement",
			Message: "The transactions of the month, the oldest first.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/client-transactions/{firmId}",
			Operation: "admin/clientWalletTransactionPage", Message: "Transactions listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/dashboard",
			Operation: "admin/walletDashboard", Message: "Wallets at a glance.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/wallets",
			Operation: "admin/clientWalletPage", Message: "Wallets listed.",
		},
		{
			Method: http.MethodGet, Path: "/api/v1/admin/wallet/wallets/{firmId}",
			Operation: "admin/clientWallet", Message: "Wallet found.",
		},
	}
}

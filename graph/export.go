package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/contact/export"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	tables "github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Streams returns the tables that the REST API serves as CSV or NDJSON, by the root field for their
// input and access rule. They are read outside the executor, because a response of the executor is
// in memory as a whole.
func (s *Server) Streams() map[string]tables.Source {
	return map[string]tables.Source{
		"auditLog": tables.Of(func(ctx context.Context, in audit.ListInput) (*tables.Table, error) {
			return audit.Export(ctx, s.options.DB, in)
		}),
		"consents": tables.Of(func(ctx context.Context, in consent.ListInput) (*tables.Table, error) {
			return consent.Export(ctx, s.options.DB, in)
		}),
		"campaignRecipients":  tables.Of(s.options.Campaigns.ExportRecipients),
		"quoteCampaign":       tables.Of(s.options.Campaigns.QuoteDetails),
		"contactImportErrors": tables.Of(s.options.Imports.ExportRejects),
		"clientWalletSummary": tables.Of(func(ctx context.Context, in wallet.ClientMonthInput) (*tables.Table, error) {
			return wallet.Statement(ctx, s.options.DB, in.FirmID, in.MonthInput)
		}),
		"contactPage": tables.Of(func(ctx context.Context, in query.ListInput) (*tables.Table, error) {
			return export.Contacts(ctx, s.options.DB, in)
		}),
		"messageVolume": tables.Of(func(ctx context.Context, in analytics.PeriodInput) (*tables.Table, error) {
			return analytics.Export(ctx, s.options.DB, in)
		}),
		"walletMonthlySummary": tables.Of(func(ctx context.Context, in wallet.MonthInput) (*tables.Table, error) {
			return wallet.Statement(ctx, s.options.DB, viewer.From(ctx).FirmID, in)
		}),
	}
}

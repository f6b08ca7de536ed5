package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/google/uuid"
)

// CreditWallet implements creditWallet.
func (r *mutationResolver) CreditWallet(ctx context.Context, input wallet.CreditInput) (*wallet.Posted, error) {
	return r.options.Wallets.Credit(ctx, input)
}

// AdjustWallet implements adjustWallet.
func (r *mutationResolver) AdjustWallet(ctx context.Context, input wallet.AdjustInput) (*wallet.Posted, error) {
	return r.options.Wallets.Adjust(ctx, input)
}

// DiscountWallet implements discountWallet.
func (r *mutationResolver) DiscountWallet(ctx context.Context, input wallet.DiscountInput) (*wallet.Posted, error) {
	return r.options.Wallets.Discount(ctx, input)
}

// WalletBalance implements walletBalance.
func (r *queryResolver) WalletBalance(ctx context.Context) (*wallet.Balance, error) {
	return wallet.CurrentBalance(ctx, r.options.DB, viewer.From(ctx).FirmID)
}

// WalletTransactionPage implements walletTransactionPage.
func (r *queryResolver) WalletTransactionPage(ctx context.Context, input *wallet.ListInput) (*page.Numbered[*wallet.Transaction], error) {
	return wallet.List(ctx, r.options.DB, viewer.From(ctx).FirmID, given(input))
}

// WalletTransactions implements walletTransactions.
func (r *queryResolver) WalletTransactions(ctx context.Context, first *int, after *page.Cursor, last *int, before *page.Cursor, filter *wallet.FilterInput) (*wallet.Connection, error) {
	return wallet.Connect(ctx, r.options.DB, viewer.From(ctx).FirmID, wallet.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, FilterInput: given(filter),
	})
}

// WalletMonthlySummary implements walletMonthlySummary.
func (r *queryResolver) WalletMonthlySummary(ctx context.Context, input wallet.MonthInput) (*wallet.Summary, error) {
	return wallet.Summarize(ctx, r.options.DB, viewer.From(ctx).FirmID, input)
}

// ClientWalletBalance implements clientWalletBalance.
func (r *queryResolver) ClientWalletBalance(ctx context.Context, firmID uuid.UUID) (*wallet.Balance, error) {
	return wallet.CurrentBalance(ctx, r.options.DB, firmID)
}

// ClientWalletSummary implements clientWalletSummary.
func (r *queryResolver) ClientWalletSummary(ctx context.Context, input wallet.ClientMonthInput) (*wallet.Summary, error) {
	return wallet.Summarize(ctx, r.options.DB, input.FirmID, input.MonthInput)
}

// ClientWalletTransactionPage implements clientWalletTransactionPage.
func (r *queryResolver) ClientWalletTransactionPage(ctx context.Context, input wallet.ClientTransactionsInput) (*page.Numbered[*wallet.Transaction], error) {
	return wallet.List(ctx, r.options.DB, input.FirmID, input.ListInput)
}

// WalletDashboard implements walletDashboard.
func (r *queryResolver) WalletDashboard(ctx context.Context) (*wallet.Dashboard, error) {
	return wallet.ReadDashboard(ctx, r.options.DB)
}

// ClientWalletPage implements clientWalletPage.
func (r *queryResolver) ClientWalletPage(ctx context.Context, input *wallet.ClientListInput) (*page.Numbered[*wallet.Client], error) {
	return wallet.ListClients(ctx, r.options.DB, given(input))
}

// ClientWallet implements clientWallet.
func (r *queryResolver) ClientWallet(ctx context.Context, firmID uuid.UUID) (*wallet.Details, error) {
	return wallet.GetClient(ctx, r.options.DB, firmID)
}

package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// WalletBalanceChanged implements walletBalanceChanged.
func (r *subscriptionResolver) WalletBalanceChanged(ctx context.Context) (<-chan *wallet.Balance, error) {
	return r.options.Wallets.Watch(ctx)
}

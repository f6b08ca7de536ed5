package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/wallet"
)

// WalletBalanceChanged implements walletBalanceChanged.
func (r *subscriptionResolver) WalletBalanceChanged(ctx context.Context) (<-chan *wallet.Balance, error) {
	return r.wallets.Watch(ctx)
}

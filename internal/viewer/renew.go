package viewer

import "context"

// Renew returns the present viewer of a request that lasts, or why its credential is no longer
// good.
type Renew func(ctx context.Context) (*Viewer, error)

type renewKey struct{}

// WithRenew returns a context of a request whose viewer can be renewed.
func WithRenew(ctx context.Context, renew Renew) context.Context {
	return context.WithValue(ctx, renewKey{}, renew)
}

// RenewOf returns what renews the viewer of the context, or nil if nothing does.
func RenewOf(ctx context.Context) Renew {
	renew, _ := ctx.Value(renewKey{}).(Renew)
	return renew
}

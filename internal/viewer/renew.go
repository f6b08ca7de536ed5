package viewer

import "context"

// Renew returns the present viewer of a request that lasts, or why its credential is no longer
// good.
type Renew func(ctx context.Context) (*Viewer, error)

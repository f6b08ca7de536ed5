package provider

import (
	"context"
	"io"
)

// MaxMedia is the maximum size of a file that arrives or is sent in bytes: the limit of WhatsApp.
const MaxMedia = 100 << 20

// MediaFetcher is implemented by an adapter whose provider keeps the files that arrive.
type MediaFetcher interface {
	// FetchMedia opens a file that arrived, and the caller closes it. The outcome is Taken, or says
	// why there is none: Refused if the provider does not have the file any more. The credentials
	// of the account are sent to no other host than those of the provider.
	FetchMedia(ctx context.Context, account Account, ref MediaRef) (io.ReadCloser, Outcome)
}

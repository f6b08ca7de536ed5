package consent

import (
	"context"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Import adds what a file says of addresses: that those of in may get marketing messages, and that
// those of out may not. An address that has opted out stays so, whatever the file says, and an
// address in both lists opts out. An address that has the state already gets no other entry. Import
// runs in the transaction of the context.
func Import(ctx context.Context, d *db.DB, in, out []Address, evidence string) (err error) {
	defer fault.Wrap(&err, "consent.Import")
	optIn := statement{
		state: OptedIn, source: FromImport, evidence: evidence,
		changes: func(present *Entry) bool { return present == nil },
	}
	optOut := statement{
		state: OptedOut, source: FromImport, evidence: evidence,
		changes: func(present *Entry) bool { return present == nil || present.State == OptedIn },
	}
	if _, err := optIn.add(ctx, d, in); err != nil {
		return err
	}
	_, err = optOut.add(ctx, d, out)
	return err
}

package importer

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

// consents are what the rows of a part say of their phones and e-mail addresses.
type consents struct{ in, out []consent.Address }

func (c *consents) add(r *row) {
	if r.optIn == nil {
		return
	}
	to := &c.out
	if *r.optIn {
		to = &c.in
	}
	for _, phone := range r.contact.Phones {
		*to = append(*to, consent.OfPhone(phone.E164, phone.MatchKey))
	}
	for _, mail := range r.contact.Emails {
		*to = append(*to, consent.OfEmail(mail.Address))
	}
}

// save adds the statements to the ledger of the firm, with the import as the evidence.
func (c *consents) save(ctx context.Context, w *batch) error {
	if len(c.in)+len(c.out) == 0 {
		return nil
	}
	return consent.Import(ctx, w.db, c.in, c.out, fmt.Sprintf("import %s", w.row.ID))
}

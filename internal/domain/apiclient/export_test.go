package apiclient

import (
	"context"
	"errors"

	"github.com/firmhub/firmhub/internal/db"
)

// WriteTwice writes the next batch of a closed Recorder, and again as if the first commit had not
// been confirmed.
func (r *Recorder) WriteTwice(ctx context.Context, d *db.DB) error {
	r.next()
	return errors.Join(write(ctx, d, r.batch), write(ctx, d, r.batch))
}

package apiclient

import "context"

// WriteAndForget writes the next batch, and does not learn that it was written.
func (r *Recorder) WriteAndForget(ctx context.Context) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.take()
	return write(ctx, r.db, r.batch)
}

package apiclient

import "context"

// WriteAndForget writes the next batch, but keeps it as if the write had failed.
func (r *Recorder) WriteAndForget(ctx context.Context) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.take()
	return write(ctx, r.db, r.batch)
}

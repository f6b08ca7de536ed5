package httpd

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxBody is the maximum size of a body of a request with a valid credential, and
	// maxAnonymousBody of one without.
	maxBody          = 1 << 20
	maxAnonymousBody = 64 << 10
	// maxSignedBody is the maximum size of a body that is itself signed.
	maxSignedBody = 4 << 20
	// firstBuffer is the initial size of the buffer of a body. Bodies up to this size do not count
	// in the budget: the connection itself takes more memory.
	firstBuffer = 4 << 10
	// maxCredentialAge is how long ago a credential may have been checked when the operation
	// begins.
	maxCredentialAge = time.Millisecond
)

// arrival defines how fast a body must arrive: at rate bytes a second once grace is over.
type arrival struct {
	grace time.Duration
	rate  int
}

// standardArrival allows a body of 64 KiB 9 seconds and one of 1 MiB 69 seconds.
func standardArrival() arrival { return arrival{grace: 5 * time.Second, rate: 16 << 10} }

// deadline returns the time by which more of a body must have arrived, after its first size bytes.
func (a arrival) deadline(began time.Time, size int) time.Time {
	return began.Add(a.grace + time.Duration(size)*time.Second/time.Duration(a.rate))
}

// Bodies reads the bodies of requests, within the limits of the caller, and checks the credentials
// of requests again.
type Bodies struct {
	arrival

	// anonymous and firms are the budgets of bodies without and with a valid credential, and signed
	// that of bodies that are signed. They are separate so that nobody without a valid credential
	// can use up the memory of those who have one.
	anonymous, firms, signed *bodyBudget
	credentials              *Credentials
}

// NewBodies returns a reader of bodies for a server with the same credentials.
func NewBodies(credentials *Credentials) *Bodies {
	return &Bodies{
		arrival: standardArrival(), anonymous: anonymousBodies(), firms: firmBodies(), signed: signedBodies(),
		credentials: credentials,
	}
}

// incoming is the body of a request. Only [Bodies] reads it, so that no body is read without
// limits.
type incoming struct {
	source io.Reader
	// left is how much of the declared length of the request was not read. It is negative if the
	// request declares none.
	left int64
	// ended reports whether nothing more can be read, because the body was read to its end or an
	// error came first.
	ended bool
	held  *reservation
}

var errUnreceived = errors.New("httpd: a body is read by Bodies only")

// Read implements io.Reader; it always fails.
func (*incoming) Read([]byte) (int, error) { return 0, errUnreceived }

// Close implements io.Closer. The server closes the body itself.
func (*incoming) Close() error { return nil }

// read reads from the connection.
func (b *incoming) read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	b.left -= int64(n)
	b.ended = b.ended || err != nil || b.left == 0 // A source may report its end by a separate read.
	return n, err
}

// release returns the memory of the body to the budget. The body must not be used any more.
func (b *incoming) release() {
	if b != nil && b.held != nil {
		b.held.arrived()
		b.held.release()
	}
}

// Receive reads the whole body of a request for the viewer in its context. It returns nil when
// there is no body. Unless the body was there at once, it checks the credential again, since the
// caller may have lost a permission while the body arrived. The request that it returns has the
// viewer of that check. A handler calls Receive after all other checks that do not need the body.
//
// It returns PayloadTooLarge for a body over the limit, ValidationError for a body that did not
// arrive whole in time, TooManyRequests when too many bodies of the same caller are arriving,
// Unavailable when all bodies together take too much memory, and Unauthorized when the credential
// of a body that needs one has become invalid.
func (b *Bodies) Receive(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error) {
	body, ok := r.Body.(*incoming)
	if !ok {
		return nil, r, nil
	}
	v := viewer.From(r.Context())
	limit := bodyLimit(v)
	if r.ContentLength > int64(limit) {
		return nil, r, tooLarge(limit)
	}
	var err error
	if body.held, err = b.budget(v).begin(sender(v)); err != nil {
		w.Header().Set("Connection", "close")
		return nil, r, err
	}
	defer body.held.arrived()
	began := time.Now()
	data, reads, err := b.read(w, r, body, limit)
	if err != nil {
		return nil, r, err
	}
	if reads == 1 && time.Since(began) < maxCredentialAge {
		return data, r, nil
	}
	now, err := b.credentials.identify(r, v.Request, nil)
	if err != nil {
		return nil, r, err
	}
	if len(data) > bodyLimit(now) {
		return nil, r, now.Refused
	}
	return data, as(r, now), nil
}

// ReceiveSigned reads the whole body of a request for a firm whose signature the caller checks. It
// returns nil when there is no body, and the errors of [Bodies.Receive]. All such bodies share a
// budget, of which strangers who know where to send them use up that of the firm alone, and only
// from several addresses.
func (b *Bodies) ReceiveSigned(w http.ResponseWriter, r *http.Request, firm uuid.UUID) (data []byte, err error) {
	body, ok := r.Body.(*incoming)
	if !ok {
		return nil, nil
	}
	if r.ContentLength > maxSignedBody {
		return nil, tooLarge(maxSignedBody)
	}
	if body.held, err = b.signed.begin(caller{id: firm}, caller{id: firm, address: viewer.From(r.Context()).Request.Site()}); err != nil {
		w.Header().Set("Connection", "close")
		return nil, err
	}
	defer body.held.arrived()
	data, _, err = b.read(w, r, body, maxSignedBody)
	return data, err
}

// Open returns the body of a request to be read as it arrives, for a viewer whose access was
// checked. At its end, the credential is checked again, and then check is called with the current
// viewer; their errors refuse the body. Open returns ValidationError for a request without a body.
func (b *Bodies) Open(w http.ResponseWriter, r *http.Request, limit int64, check func(context.Context) error) (*upload.Body, error) {
	body, ok := r.Body.(*incoming)
	if !ok {
		return nil, fault.Details{{Field: "body", Message: "is required"}}.Err()
	}
	return b.open(w, r, limit, check, body.read), nil
}

// OpenForm does the same as [Bodies.Open] for a form whose first fields determine whether a file
// follows. Until SetLimit raises it, the limit is that of [Bodies.Receive], and the bytes read
// count in the budget of the caller.
func (b *Bodies) OpenForm(w http.ResponseWriter, r *http.Request, check func(context.Context) error) (*upload.Body, error) {
	body, ok := r.Body.(*incoming)
	if !ok {
		return nil, fault.Details{{Field: "body", Message: "is required"}}.Err()
	}
	v := viewer.From(r.Context())
	limit := int64(bodyLimit(v))
	var err error
	if body.held, err = b.budget(v).begin(sender(v)); err != nil {
		w.Header().Set("Connection", "close")
		return nil, err
	}
	var form *upload.Body
	counted := -firstBuffer
	form = b.open(w, r, limit, check, func(p []byte) (int, error) {
		n, err := body.read(p)
		if form.Limit() > limit {
			body.held.arrived() // The fields are read; the file takes no memory.
			return n, err
		}
		more := max(0, counted+n) - max(0, counted)
		counted += n
		if refused := body.held.grow(more); refused != nil {
			return 0, refused
		}
		return n, err
	})
	return form, nil
}

func (b *Bodies) open(
	w http.ResponseWriter, r *http.Request, limit int64, check func(context.Context) error, read readerFunc,
) *upload.Body {
	source := readerFunc(func(p []byte) (int, error) {
		n, err := read(p)
		if err != nil && !errors.Is(err, io.EOF) {
			w.Header().Set("Connection", "close")
		}
		return n, err
	})
	return upload.NewBody(source, limit, http.NewResponseController(w).SetReadDeadline, func() error {
		now, err := b.Renew(r)
		if err != nil {
			return err
		}
		return check(now.Context())
	})
}

// readerFunc is an io.Reader.
type readerFunc func([]byte) (int, error)

// Read implements io.Reader.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// read reads a body to its end, into a buffer that grows with what arrives. It also returns the
// number of reads.
func (b *Bodies) read(w http.ResponseWriter, r *http.Request, body *incoming, limit int) (data []byte, reads int, err error) {
	control := http.NewResponseController(w)
	began := time.Now()
	size := firstBuffer
	if r.ContentLength >= 0 {
		size = min(size, int(r.ContentLength))
	}
	data = make([]byte, 0, size)
	for !body.ended {
		if len(data) == cap(data) {
			size := min(max(2*cap(data), firstBuffer), limit+1)
			if err := body.held.grow(size - max(cap(data), firstBuffer)); err != nil {
				w.Header().Set("Connection", "close")
				return nil, reads, err
			}
			data = append(make([]byte, 0, size), data...)
		}
		// An error means that w has no deadlines. The body then has none.
		_ = control.SetReadDeadline(b.deadline(began, len(data)))
		n, err := body.read(data[len(data):cap(data)])
		reads++
		data = data[:len(data)+n]
		switch {
		case len(data) > limit:
			return nil, reads, tooLarge(limit)
		case err != nil && !errors.Is(err, io.EOF):
			w.Header().Set("Connection", "close")
			return nil, reads, incomplete(err)
		}
	}
	// If a deadline passed later, it would end the context of the request.
	_ = control.SetReadDeadline(time.Time{})
	return data, reads, nil
}

// budget returns the budget in which the body of a viewer counts.
func (b *Bodies) budget(v *viewer.Viewer) *bodyBudget {
	if isAnonymous(v) {
		return b.anonymous
	}
	return b.firms
}

// sender returns the caller whose share of the budget a body uses. It is the firm, so that a firm
// with many users and keys has no more than another. Without a valid credential it is the address.
func sender(v *viewer.Viewer) caller {
	if isAnonymous(v) || v.FirmID == uuid.Nil {
		return callerOf(v)
	}
	return caller{id: v.FirmID}
}

// isAnonymous reports whether the request has no valid credential.
func isAnonymous(v *viewer.Viewer) bool { return v.Kind == viewer.Anonymous || v.Refused != nil }

func bodyLimit(v *viewer.Viewer) int {
	if isAnonymous(v) {
		return maxAnonymousBody
	}
	return maxBody
}

func tooLarge(limit int) error {
	if limit != maxAnonymousBody {
		return fault.New(fault.PayloadTooLarge, "The body may be at most %d bytes.", limit)
	}
	return fault.New(fault.PayloadTooLarge, "Without a valid credential the body may be at most %d bytes.", limit)
}

// incomplete is the refusal of a body that could not be read to its end.
func incomplete(err error) error {
	message := "could not be read to its end"
	if errors.Is(err, os.ErrDeadlineExceeded) {
		message = "did not arrive in time"
	}
	return fault.Details{{Field: "body", Message: message}}.Err()
}

package outbound

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// ErrTooLarge is returned by the body of an answer that is larger than the limit of the client.
var ErrTooLarge = errors.New("outbound: the answer is too large")

// Limits are the limits of a client.
type Limits struct {
	// Time is how long a call may take, from the connection to the last byte of the answer.
	Time time.Duration
	// Body is the maximum size of the body of an answer in bytes, after it was unpacked.
	Body int64
}

const (
	// maxHeader is the maximum size of the header of an answer in bytes.
	maxHeader = 64 << 10
	// idleTime is how long an unused connection stays open. It is shorter than servers usually
	// keep theirs, so that a call is seldom written to a connection that is about to be closed.
	idleTime = 20 * time.Second
	// idleConns is how many unused connections to one host stay open, and allIdleConns how many to
	// all hosts: each firm has hosts of its own.
	idleConns    = 64
	allIdleConns = 1000
	// hostConns is how many connections to one host are open. Further calls wait, so that a slow
	// host does not take the sockets of the others.
	hostConns = 256
)

// Client returns a client for URLs that users entered. It does not follow redirects, but returns
// them. It uses no proxy. A call by http succeeds only on an address that the operator opened.
func (g *Guard) Client(limits Limits) *http.Client {
	return &http.Client{
		Transport: &transport{
			https: newTransport(g.DialContext),
			http:  newTransport(dialer(g.isAllowed).DialContext),
			body:  limits.Body,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       limits.Time,
	}
}

// transport sends calls by https and http over separate connections, because fewer addresses are
// permitted for http.
type transport struct {
	https, http *http.Transport
	body        int64
}

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	next := t.https
	if request.URL.Scheme == "http" {
		next = t.http
	}
	response, err := next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	response.Body = &limitedBody{ReadCloser: response.Body, left: t.body}
	return response, nil
}

// CloseIdleConnections is called by [http.Client.CloseIdleConnections].
func (t *transport) CloseIdleConnections() {
	t.https.CloseIdleConnections()
	t.http.CloseIdleConnections()
}

func newTransport(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    dialTime,
		MaxIdleConns:           allIdleConns,
		MaxIdleConnsPerHost:    idleConns,
		MaxConnsPerHost:        hostConns,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// limitedBody fails with ErrTooLarge after left bytes.
type limitedBody struct {
	io.ReadCloser

	left int64
}

// Read implements [io.Reader].
func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1] // one byte more shows that the limit is exceeded
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return n - 1, ErrTooLarge
	}
	return n, err
}

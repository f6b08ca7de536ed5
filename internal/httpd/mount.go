package httpd

import "net/http"

// Kind says what the requests and answers of a mount are like. The limit of the body, the deadlines, the credential and
// the rate limiter follow from it.
type Kind uint8

// The kinds.
const (
	// API is a request on somebody's behalf. Its body is received whole by [Bodies.Receive], and its answer is sent whole,
	// unless the handler streams.
	API Kind = iota + 1
	// Upload is an API request whose body is a file, which the handler reads as it arrives by [Bodies.Open].
	Upload
	// Stream is an API request whose answer is written as it is read. Each write has a deadline, the whole an hour.
	Stream
	// Content is a Stream of a file as it is stored. It is counted apart, so that downloads leave room for exports.
	Content
	// Page is for everybody: pages, documents, and refusals of unknown paths. No credential is looked at, and the call counts
	// for the address.
	Page
	// Probe is for monitors. Each mount has a rate limit of its own, and requests are logged at the level debug.
	Probe
)

// identifies reports whether the requests are made on somebody's behalf.
func (k Kind) identifies() bool { return k == API || k.transfers() }

// transfers reports whether a request may last as long as a file or a table takes.
func (k Kind) transfers() bool { return k == Upload || k.streams() }

// streams reports whether the answer is written as it is read.
func (k Kind) streams() bool { return k == Stream || k == Content }

// Credential says where a credential may be.
type Credential uint8

const (
	// Header takes an access token or an API key from the headers.
	Header Credential = iota
	// Query takes an access token from the query parameter access_token too, for clients that can't set headers.
	Query
)

// Mount is a handler at a path.
type Mount struct {
	// Method is the method that the handler takes; empty for a handler that takes all of them and refuses by itself.
	Method string
	// Head serves HEAD too, where Method is GET.
	Head bool
	// Path is matched exactly, letter case included. A segment {name} matches any one segment, which the handler reads by
	// http.Request.PathValue; a segment of text goes before it.
	Path       string
	Kind       Kind
	Credential Credential
	// Unlimited requests are in no rate limit. For a probe that costs nothing.
	Unlimited bool
	Handler   http.Handler
	// Refuse answers a request that does not reach the handler. Nil is [Options.Refuse].
	Refuse func(http.ResponseWriter, *http.Request, error)

	// limiter is nil for none.
	limiter *Limiter
}

// pattern is the method and path, as metrics show them.
func (m *Mount) pattern() string {
	if m.Method == "" {
		return m.Path
	}
	return m.Method + " " + m.Path
}

package httpd

import "net/http"

// Kind is the kind of requests and responses of a mount. It determines the limit of the body, the
// deadlines, the credential and the rate limiter.
type Kind uint8

// The kinds.
const (
	// API is a request of a caller. Its body is received whole by [Bodies.Receive], and its
	// response is sent whole, unless the handler streams.
	API Kind = iota + 1
	// Upload is an API request whose body is a file, which the handler reads as it arrives by
	// [Bodies.Open].
	Upload
	// Stream is an API request whose response is written while it is read. Each write has a
	// deadline, and the whole an hour.
	Stream
	// Content is a Stream of a stored file. It is counted separately, so that downloads leave room
	// for exports.
	Content
	// Page is public: pages, documents, and refusals of unknown paths. No credential is read, and
	// the call counts for the address.
	Page
	// Probe is for monitors. Each mount has its own rate limit, and requests are logged at the
	// level debug.
	Probe
)

// identifies reports whether the requests have a caller.
func (k Kind) identifies() bool { return k == API || k.transfers() }

// transfers reports whether a request may last as long as the transfer of a file or a table.
func (k Kind) transfers() bool { return k == Upload || k.streams() }

// streams reports whether the response is written while it is read.
func (k Kind) streams() bool { return k == Stream || k == Content }

// Credential is where a credential may be.
type Credential uint8

const (
	// Header takes an access token or an API key from the headers.
	Header Credential = iota
	// Query also takes an access token from the query parameter access_token, for clients that
	// can't set headers.
	Query
)

// Mount is a handler at a path.
type Mount struct {
	// Method is the method of the handler. It is empty for a handler that takes all methods and
	// refuses by itself.
	Method string
	// Head also serves HEAD if Method is GET.
	Head bool
	// Path is matched exactly, including letter case. A segment {name} matches any one segment,
	// which the handler reads by http.Request.PathValue. A segment of text takes precedence over
	// it. A last segment {name...} matches all that nothing else matches below its path.
	Path       string
	Kind       Kind
	Credential Credential
	// Unlimited exempts requests from rate limits. It is meant for a probe that costs nothing.
	Unlimited bool
	Handler   http.Handler
	// Refuse answers a request that does not reach the handler. Nil is [Options.Refuse].
	Refuse func(http.ResponseWriter, *http.Request, error)

	// limiter is the rate limiter, or nil for none.
	limiter *Limiter
}

// pattern returns the method and path, as metrics show them.
func (m *Mount) pattern() string {
	if m.Method == "" {
		return m.Path
	}
	return m.Method + " " + m.Path
}

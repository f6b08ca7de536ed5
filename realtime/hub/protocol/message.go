package protocol

// Message is a message of the hub protocol: *[Invocation], *[Completion], *[StreamInvocation],
// *[StreamItem], *[CancelInvocation], [Ping], *[Close], *[Ack] or *[Sequence].
type Message interface{ isMessage() }

// Invocation calls a method of the other side.
type Invocation struct {
	// ID is the id to which the Completion refers. It is empty when the caller wants no Completion.
	ID     string
	Target string
	// Arguments are the arguments of a received message. They are never nil in one.
	Arguments Arguments
	// Values are the arguments of a message to send. Each is a value that encoding/json encodes.
	Values []any
	// Streams is set when the caller will send StreamItem messages of its own streams.
	Streams bool
}

// Completion is the answer to an invocation.
type Completion struct {
	ID string
	// Result is the result of a message to send, if HasResult is set. It is a value that
	// encoding/json encodes.
	Result any
	// HasResult is set when the method returned a value, which may be null.
	HasResult bool
	// Received contains the result of a received message as its only value, if HasResult is set.
	// Otherwise it is nil.
	Received Arguments
	// Error is why the invocation failed. It is empty when the invocation succeeded. A completion
	// has a result or an error, never both.
	Error string
}

// StreamInvocation calls a method whose results are streamed.
type StreamInvocation struct{ ID, Target string }

// StreamItem is an item of a stream. The item itself is not decoded.
type StreamItem struct{ ID string }

// CancelInvocation asks for the end of an invocation.
type CancelInvocation struct{ ID string }

// Ping shows that the connection is in use.
type Ping struct{}

// Close announces that the sender closes the connection.
type Close struct {
	// Error is the reason. It is empty when there was no error.
	Error string
	// AllowReconnect tells a client with automatic reconnect that it may connect again.
	AllowReconnect bool
}

// Ack acknowledges every message up to and including SequenceID, which is not negative (stateful
// reconnect).
type Ack struct{ SequenceID int64 }

// Sequence is the first message on a connection that continues an earlier one. SequenceID is the
// number of the next message, and is not negative (stateful reconnect).
type Sequence struct{ SequenceID int64 }

func (*Invocation) isMessage()       {}
func (*Completion) isMessage()       {}
func (*StreamInvocation) isMessage() {}
func (*StreamItem) isMessage()       {}
func (*CancelInvocation) isMessage() {}
func (Ping) isMessage()              {}
func (*Close) isMessage()            {}
func (*Ack) isMessage()              {}
func (*Sequence) isMessage()         {}

// The type numbers of the messages on the wire.
const (
	typeInvocation       = 1
	typeStreamItem       = 2
	typeCompletion       = 3
	typeStreamInvocation = 4
	typeCancelInvocation = 5
	typePing             = 6
	typeClose            = 7
	typeAck              = 8
	typeSequence         = 9
)

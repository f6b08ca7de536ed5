// Package upload has the file that a request carries, as a stream: whoever takes it reads it once, while it arrives.
package upload

import "io"

// File is a file that arrives.
type File struct {
	// Name is what the client calls it. It may be anything.
	Name string
	// Content is readable until the operation returns. Its error is a fault.Error where the client is to blame: the body
	// is too large, too slow, or ends too early.
	Content io.Reader
}

// Package upload passes a file from a request to the code that stores it, while the file arrives.
package upload

import "io"

// File is a file that a client sends.
type File struct {
	// Name is the client's name of the file. It may be any text.
	Name string
	// Content is read once, as it arrives. The code that stores the file must read Content until
	// io.EOF. io.EOF is returned only when the whole request has arrived, is valid, and its sender
	// may still send it. Any other error refuses the file.
	Content io.Reader
}

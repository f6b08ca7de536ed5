// Package upload carries a file from a request to the code that stores it, while it arrives.
package upload

import "io"

// File is a file that a client sends.
type File struct {
	// Name is what the client calls the file. It may be anything.
	Name string
	// Content is read once, as it arrives. Whoever stores the file must read it until io.EOF, which is returned only when
	// the whole request arrived, is valid, and its sender may still send it. Any other error refuses the file.
	Content io.Reader
}

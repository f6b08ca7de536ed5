package template

import (
	"errors"
	"strings"
)

// maxFilled is how many bytes the texts of a message have at most when they are filled in: more
// than those of any template, and few enough that many messages are filled in at the same time.
const maxFilled = 512 << 10

// ErrTooLong is returned by [Form.Fill] for values that make texts of more than 512 KiB.
var ErrTooLong = errors.New("template: the texts have more than 512 KiB when they are filled in")

// filling fills in the texts of one message, and stops when they are too long: a text may have the
// same parameter thousands of times.
type filling struct {
	values map[string]string
	// left is how many bytes may still follow. It is negative once there were too many.
	left int
	html strings.Builder
}

// text returns a text with the values of its parameters.
func (f *filling) text(text string) string {
	f.left -= len(text)
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		value := f.values[placeholder.FindStringSubmatch(found)[1]]
		if f.left -= len(value); f.left < 0 {
			return ""
		}
		return value
	})
}

// Write adds to the HTML. It returns [ErrTooLong] when that has become too long.
func (f *filling) Write(part []byte) (int, error) {
	if f.left -= len(part); f.left < 0 {
		return 0, ErrTooLong
	}
	return f.html.Write(part)
}

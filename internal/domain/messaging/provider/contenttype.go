package provider

import (
	"mime"
	"strings"
)

// HeaderType returns the content type as it may stand in a header. One that is not a content type
// becomes application/octet-stream: a person or a provider named it, and a line break in it would
// begin a header.
func (m Media) HeaderType() string {
	const unknown = "application/octet-stream"
	kind, parameters, err := mime.ParseMediaType(m.ContentType)
	if err != nil || !strings.Contains(kind, "/") {
		return unknown
	}
	if text := mime.FormatMediaType(kind, parameters); text != "" {
		return text
	}
	return unknown
}

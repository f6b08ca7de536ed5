package template

import (
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// SaysAs reports whether a provider that fills in templates sends the same for both versions.
func (t *InUse) SaysAs(other *InUse) bool {
	return t.content != nil && other.content != nil && t.content.saysAs(other.content)
}

// saysAs compares two contents as WhatsApp has them. It does not compare what WhatsApp does not
// keep: the names of the parameters of headers and buttons, the address of a header's file, and the
// payloads of buttons. WhatsApp may change white space, and the category, which is no text.
func (c *Content) saysAs(other *Content) bool {
	return spaced(text(c.Footer)) == spaced(text(other.Footer)) && spaced(named(c.Body)) == spaced(named(other.Body)) &&
		headerOf(c) == headerOf(other) &&
		slices.EqualFunc(c.Buttons, other.Buttons, func(a, b *Button) bool { return buttonOf(a) == buttonOf(b) })
}

// spaced returns a text with single spaces.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// named returns a text whose parameters are written without spaces.
func named(text string) string { return placeholder.ReplaceAllString(text, "{{$1}}") }

// unnamed returns a text whose parameters have no names.
func unnamed(text string) string { return spaced(placeholder.ReplaceAllString(text, "{{}}")) }

func headerOf(c *Content) Header {
	switch {
	case c.Header == nil:
		return Header{}
	case c.Header.Type != provider.HeaderText:
		return Header{Type: c.Header.Type}
	}
	return Header{Type: provider.HeaderText, Text: unnamed(c.Header.Text)}
}

func buttonOf(b *Button) Button {
	switch b.Type {
	case provider.ButtonCopyCode:
		return Button{Type: b.Type}
	case provider.ButtonQuickReply:
		return Button{Type: b.Type, Text: spaced(b.Text)}
	case provider.ButtonURL, provider.ButtonPhone:
	}
	return Button{Type: b.Type, Text: spaced(b.Text), Value: unnamed(b.Value)}
}

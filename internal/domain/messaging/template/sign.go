package template

import (
	"context"
	"html"
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/internal/db"
)

// Signature returns what marketing mails of the firm of ctx end with: its name and postal address.
func Signature(ctx context.Context, d *db.DB) (string, error) {
	var name, address string
	_, err := d.InFirm(ctx).Row([]any{&name, &address}, "SELECT name, postal_address FROM firms WHERE id = $1")
	return strings.TrimSpace(name + "\n" + address), err
}

var bodyEnd = regexp.MustCompile(`(?i)</body\s*>`)

// Sign returns the text of a mail, and its HTML unless that is empty, with the sender at the end,
// as the law of many countries wants.
func Sign(body, document, sender string) (signedBody, signedHTML string) {
	body = strings.TrimLeft(body+"\n\n-- \n"+sender, "\n")
	if document == "" {
		return body, ""
	}
	footer := "<p>" + strings.ReplaceAll(html.EscapeString(sender), "\n", "<br>") + "</p>"
	end := len(document)
	if found := bodyEnd.FindAllStringIndex(document, -1); len(found) > 0 {
		end = found[len(found)-1][0]
	}
	return body, document[:end] + footer + document[end:]
}

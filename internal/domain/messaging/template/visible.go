package template

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// sentinel is an address by which the link to unsubscribe is found in a filled mail.
const sentinel = "https://unsubscribe.example/2f1c"

// showsUnsubscribe reports whether a mail that is made of the HTML shows its reader the link to
// unsubscribe: as text, or as the target of a link with a text or a picture. A link that is only in
// a comment or in an element that is not shown does not count.
func showsUnsubscribe(text string) bool {
	parsed, err := parseHTML(text)
	if err != nil {
		return false
	}
	var filled strings.Builder
	if err := parsed.Execute(&filled, map[string]string{UnsubscribeURL: sentinel}); err != nil {
		return false
	}
	document, err := html.Parse(strings.NewReader(filled.String()))
	return err == nil && shows(document)
}

func shows(node *html.Node) bool {
	if isHidden(node) {
		return false
	}
	if node.Type == html.TextNode && strings.Contains(node.Data, sentinel) {
		return true
	}
	if node.DataAtom == atom.A && strings.HasPrefix(attribute(node, "href"), sentinel) && hasContent(node) {
		return true
	}
	for child := range node.ChildNodes() {
		if shows(child) {
			return true
		}
	}
	return false
}

// hasContent reports whether an element has a text or a picture that is shown.
func hasContent(node *html.Node) bool {
	for child := range node.ChildNodes() {
		switch {
		case isHidden(child):
		case child.Type == html.TextNode && strings.TrimSpace(child.Data) != "", child.DataAtom == atom.Img, hasContent(child):
			return true
		}
	}
	return false
}

// hiding are the declarations by which a style hides an element, without spaces.
var hiding = []string{"display:none", "visibility:hidden", "font-size:0", "opacity:0", "max-height:0", "mso-hide:all"}

// isHidden reports whether mail programs don't show a node, whatever is in it.
func isHidden(node *html.Node) bool {
	switch node.DataAtom { //nolint:exhaustive // All others are shown.
	case atom.Head, atom.Script, atom.Style, atom.Template, atom.Title, atom.Noscript:
		return true
	}
	if slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "hidden" }) {
		return true
	}
	style := strings.ToLower(strings.Join(strings.Fields(attribute(node, "style")), ""))
	for declaration := range strings.SplitSeq(style, ";") {
		declaration = strings.TrimSuffix(declaration, "!important")
		if slices.ContainsFunc(hiding, func(hides string) bool {
			rest, ok := strings.CutPrefix(declaration, hides)
			return ok && (rest == "" || rest == "px" || rest == "pt" || rest == "em" || rest == "%" || rest == ".0")
		}) {
			return true
		}
	}
	return false
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

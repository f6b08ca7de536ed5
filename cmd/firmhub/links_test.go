package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	codeBlock    = regexp.MustCompile("(?s)\n *```.*?\n *```")
	documentLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.+)$`)
	anchorID     = regexp.MustCompile(`<a id="([^"]+)">`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestDocs_Links follows the links between the documents, to their headings, too.
func TestDocs_Links(t *testing.T) {
	t.Parallel()
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		found, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		documents = append(documents, found...)
	}
	for _, document := range documents {
		if filepath.Base(document) == "template.md" { // It has a link to fill in.
			continue
		}
		for _, match := range documentLink.FindAllStringSubmatch(prose(t, document), -1) {
			path, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(path, "://") || strings.HasPrefix(path, "mailto:") {
				continue
			}
			target := document
			if path != "" {
				target = filepath.Join(filepath.Dir(document), path)
			}
			require.FileExists(t, target, "%s: %s", document, match[1])
			if anchor != "" {
				require.Contains(t, anchors(t, target), anchor, "%s: %s", document, match[1])
			}
		}
	}
}

// prose returns a document without its blocks of code.
func prose(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return codeBlock.ReplaceAllString(string(text), "")
}

// anchors returns the anchors of a document, as GitHub makes them of its headings.
func anchors(t *testing.T, path string) (list []string) {
	t.Helper()
	text := prose(t, path)
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-"))
	}
	for _, match := range anchorID.FindAllStringSubmatch(text, -1) {
		list = append(list, match[1])
	}
	return list
}

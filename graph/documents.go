package graph

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

const (
	documentCacheSize = 500
	// A parsed document takes about thirty times the room of its text; what is kept of clients stays below 64 MB.
	cachedDocumentLimit = 4 << 10
)

// documents keeps parsed and validated documents by their text: those of REST for good, those of clients in an LRU.
// The executor runs what it finds here without validating it again.
type documents struct {
	pinned map[string]*ast.QueryDocument
	recent *lru.Cache[string, *ast.QueryDocument]
}

func newDocuments() (*documents, error) {
	recent, err := lru.New[string, *ast.QueryDocument](documentCacheSize)
	if err != nil {
		return nil, err
	}
	return &documents{pinned: map[string]*ast.QueryDocument{}, recent: recent}, nil
}

// Get implements gqlgen's cache.
func (d *documents) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	if document, ok := d.pinned[text]; ok {
		return document, true
	}
	return d.recent.Get(text)
}

// Add implements gqlgen's cache.
func (d *documents) Add(_ context.Context, text string, document *ast.QueryDocument) {
	if len(text) <= cachedDocumentLimit {
		d.recent.Add(text, document)
	}
}

// Pin keeps a validated document for good. Only for the start, before the first request.
func (s *Server) Pin(text string, document *ast.QueryDocument) { s.documents.pinned[text] = document }

package page

import "slices"

// Selection names the columns and edges of an entity that a read needs, by the names that ent gives
// them. The zero Selection selects every column and no edge.
type Selection struct {
	// Columns are the columns to read in addition to the id. Nil selects all.
	Columns []string
	// Edges are the related entities to read too, each with its own selection.
	Edges map[string]Selection
	// Total is set if the total of a page is selected in addition to its entities.
	Total bool
}

// Column reports whether a column is selected.
func (t Selection) Column(name string) bool {
	return t.Columns == nil || slices.Contains(t.Columns, name)
}

// Edge reports whether an edge is selected.
func (t Selection) Edge(name string) bool {
	_, selected := t.Edges[name]
	return selected
}

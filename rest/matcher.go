package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// matcher finds routes by their exact path, one node a segment. The mux of net/http would redirect a path with `//` or
// dots to a clean one; here such a path is unknown.
type matcher struct {
	static   map[string]*matcher
	wildcard *matcher
	routes   map[string]*route // by method; HEAD stands beside GET
	allow    string            // the Allow header of the path
}

// add puts a route in its place.
func (m *matcher) add(r *route) error {
	node := m
	for _, segment := range segments(r.Path) {
		node = node.child(segment)
	}
	methods := []string{r.Method}
	// A HEAD must not change anything, as one GET of the contract does.
	if r.Method == http.MethodGet && r.operation.Operation == ast.Query {
		methods = append(methods, http.MethodHead)
	}
	if r.With != "" {
		base := node.routes[r.Method]
		if base == nil || base.other != nil {
			return fmt.Errorf("%s with %s does not follow the one row without", r.pattern(), r.With)
		}
		base.other = r
		return nil
	}
	for _, method := range methods {
		if node.routes[method] != nil {
			return fmt.Errorf("%s is in the table twice", r.pattern())
		}
		if node.routes == nil {
			node.routes = map[string]*route{}
		}
		node.routes[method] = r
	}
	allowed := make([]string, 0, len(node.routes))
	for method := range node.routes {
		allowed = append(allowed, method)
	}
	slices.Sort(allowed)
	node.allow = strings.Join(allowed, ", ")
	return nil
}

func (m *matcher) child(segment string) *matcher {
	if wildcardName(segment) != "" {
		if m.wildcard == nil {
			m.wildcard = &matcher{}
		}
		return m.wildcard
	}
	if m.static[segment] == nil {
		if m.static == nil {
			m.static = map[string]*matcher{}
		}
		m.static[segment] = &matcher{}
	}
	return m.static[segment]
}

// find gives the node of a path and the values of its wildcards; nil where no route has that path.
func (m *matcher) find(escapedPath string) (*matcher, []string) {
	parts := segments(escapedPath)
	for i, part := range parts {
		if !strings.Contains(part, "%") {
			continue
		}
		decoded, err := url.PathUnescape(part)
		if err != nil {
			return nil, nil
		}
		parts[i] = decoded
	}
	return m.walk(parts, nil)
}

// walk prefers the static child and falls back to the wildcard, so that /roles/lookup and /roles/{id} live together.
func (m *matcher) walk(parts, values []string) (*matcher, []string) {
	if len(parts) == 0 {
		if m.routes == nil {
			return nil, nil
		}
		return m, values
	}
	if child := m.static[parts[0]]; child != nil {
		if found, held := child.walk(parts[1:], values); found != nil {
			return found, held
		}
	}
	if m.wildcard != nil && parts[0] != "" {
		return m.wildcard.walk(parts[1:], append(slices.Clip(values), parts[0]))
	}
	return nil, nil
}

// segments splits /a/{b}/c; a path that ends in a slash has an empty last one.
func segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

// wildcardName is the name within {}, empty for any other segment.
func wildcardName(segment string) string {
	if name, ok := strings.CutPrefix(segment, "{"); ok {
		return strings.TrimSuffix(name, "}")
	}
	return ""
}

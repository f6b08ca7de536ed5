package httpd

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
)

// Router finds the mount of a request, once.
//
// It is not an http.ServeMux, for these reasons. A ServeMux redirects paths with `//` or dots,
// answers 405 in its own form, and accepts HEAD wherever it accepts GET (a GET of the contract
// changes something). It panics on /roles/{id}/permissions together with /roles/delete/{id} unless
// the two have different methods. Here paths are exact, and every refusal is a mount too.
type Router struct {
	root node
	// folded contains the patterns of all paths by their lower case. The refusal of a path in
	// another letter case names the right path.
	folded node
	refuse func(http.ResponseWriter, *http.Request, error)

	notFound, badMethod Mount
}

// node is a segment of a path.
type node struct {
	static   map[string]*node
	wildcard *node
	// rest matches one segment or more, where nothing else is mounted.
	rest *node
	// mounts are the mounts by method. The key of the mount for all methods is empty.
	mounts map[string]*Mount
	// other answers methods that no mount takes.
	other *Mount
	// path is the pattern of the mounts.
	path string
}

// NewRouter returns a router. It returns an error when two mounts have the same path and method.
func NewRouter(mounts []Mount, refuse func(http.ResponseWriter, *http.Request, error)) (*Router, error) {
	r := &Router{refuse: refuse}
	r.notFound = r.refusal(Page, nil, func(http.Header) error {
		return fault.New(fault.NotFound, "There is nothing at this path. /docs lists what there is.")
	})
	r.badMethod = r.refusal(Page, nil, unknownMethodRefusal)
	faults := make([]error, 0, len(mounts))
	for i := range mounts {
		faults = append(faults, r.add(mounts[i]))
	}
	return r, errors.Join(faults...)
}

// refusal returns a mount that refuses every request.
func (r *Router) refusal(kind Kind, like *Mount, reason func(http.Header) error) Mount {
	refuse, path := r.refuse, ""
	if like != nil {
		refuse, path = like.Refuse, like.Path
	}
	return Mount{Path: path, Kind: kind, Refuse: refuse, Handler: http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		refuse(w, request, reason(w.Header()))
	})}
}

func (r *Router) add(m Mount) error {
	if m.Refuse == nil {
		m.Refuse = r.refuse
	}
	at := r.root.at(m.Path)
	at.path = m.Path
	methods := []string{m.Method}
	if m.Head {
		methods = append(methods, http.MethodHead)
	}
	for _, method := range methods {
		if at.mounts[method] != nil {
			return fmt.Errorf("httpd: %s is mounted twice", m.pattern())
		}
		if at.mounts == nil {
			at.mounts = map[string]*Mount{}
		}
		at.mounts[method] = &m
	}
	allowed := make([]string, 0, len(at.mounts))
	for method := range at.mounts {
		allowed = append(allowed, method)
	}
	slices.Sort(allowed)
	allow := strings.Join(allowed, ", ")
	kind := m.Kind
	if kind.identifies() {
		kind = Page // it is refused whatever the credential is
	}
	other := r.refusal(kind, &m, func(header http.Header) error {
		header.Set("Allow", allow)
		return fault.New(fault.MethodNotAllowed, "This path takes %s.", allow)
	})
	other.limiter, other.Unlimited = m.limiter, m.Unlimited
	at.other = &other
	r.folded.at(strings.ToLower(m.Path)).path = m.Path
	return nil
}

// at returns the node at a path, and creates it if needed.
func (n *node) at(path string) *node {
	for _, segment := range segments(path) {
		n = n.child(segment)
	}
	return n
}

func (n *node) child(segment string) *node {
	if strings.HasSuffix(segment, "...}") {
		if n.rest == nil {
			n.rest = &node{}
		}
		return n.rest
	}
	if wildcardName(segment) != "" {
		if n.wildcard == nil {
			n.wildcard = &node{}
		}
		return n.wildcard
	}
	if n.static[segment] == nil {
		if n.static == nil {
			n.static = map[string]*node{}
		}
		n.static[segment] = &node{}
	}
	return n.static[segment]
}

// Match returns the mount that serves the request, and puts its pattern and the values of its path
// into the request. For an unknown path or method it returns a mount that refuses the request.
func (r *Router) Match(request *http.Request) *Mount {
	parts := decoded(request.URL.EscapedPath())
	found, values := r.root.walk(parts, nil)
	if !isMethod(request.Method) {
		return r.unknownMethod(request, found)
	}
	if found == nil {
		return r.unknownPath(parts)
	}
	m := found.mounts[request.Method]
	if m == nil {
		m = found.mounts[""]
	}
	if m == nil {
		return found.other
	}
	request.Pattern = m.pattern()
	if len(values) > 0 {
		for _, segment := range segments(m.Path) {
			if name := wildcardName(segment); name != "" {
				request.SetPathValue(name, values[0])
				values = values[1:]
			}
		}
	}
	return m
}

// unknownPath refuses a request to a path without a mount. If the path differs only in letter case,
// it names the right pattern. It repeats nothing of the request.
func (r *Router) unknownPath(parts []string) *Mount {
	lower := make([]string, len(parts))
	for i, part := range parts {
		lower[i] = strings.ToLower(part)
	}
	meant, _ := r.folded.walk(lower, nil)
	if meant == nil {
		return &r.notFound
	}
	m := r.refusal(Page, nil, func(http.Header) error {
		return fault.New(fault.NotFound, "There is nothing at this path. Letter case counts: the path is %s.", meant.path)
	})
	m.limiter = r.notFound.limiter
	return &m
}

// decoded returns the segments of an escaped path. It returns none for a malformed path, which no
// mount has.
func decoded(escapedPath string) []string {
	if !strings.HasPrefix(escapedPath, "/") {
		return nil
	}
	parts := segments(escapedPath)
	for i, part := range parts {
		if !strings.Contains(part, "%") {
			continue
		}
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil
		}
		parts[i] = text
	}
	return parts
}

// walk returns the node of a path and the values of its wildcards. It returns nil if nothing is
// mounted there. It prefers the static child to the wildcard, so that /roles/lookup and /roles/{id}
// may both exist.
func (n *node) walk(parts, values []string) (*node, []string) {
	if len(parts) == 0 {
		if n.path == "" {
			return nil, nil
		}
		return n, values
	}
	if child := n.static[parts[0]]; child != nil {
		if found, held := child.walk(parts[1:], values); found != nil {
			return found, held
		}
	}
	if n.wildcard != nil && parts[0] != "" {
		if found, held := n.wildcard.walk(parts[1:], append(slices.Clip(values), parts[0])); found != nil {
			return found, held
		}
	}
	if n.rest != nil {
		return n.rest, append(slices.Clip(values), strings.Join(parts, "/"))
	}
	return nil, nil
}

// segments splits /a/{b}/c. If the path ends in a slash, the last segment is empty.
func segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

// wildcardName returns the name within {} or {...}, and "" for any other segment.
func wildcardName(segment string) string {
	if name, ok := strings.CutPrefix(segment, "{"); ok {
		return strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
	}
	return ""
}

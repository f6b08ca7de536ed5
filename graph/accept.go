package graph

import (
	"slices"
	"strconv"
	"strings"
)

// The media types of responses, in the order of preference if the client has none.
const (
	jsonType    = "application/json"
	graphqlType = "application/graphql-response+json"
	eventsType  = "text/event-stream"
)

// accepted is what an Accept header accepts.
type accepted struct {
	// preferred is the media type of the response.
	preferred string
	// events reports whether an event stream is accepted at all.
	events bool
}

// mediaRange is one entry of an Accept header.
type mediaRange struct {
	name    string
	quality float64
}

// negotiate parses the values of the Accept header. Of two types with the same quality the first in
// the header is preferred. A client that accepts none of the types gets JSON.
func negotiate(values []string) accepted {
	ranges := parseAccept(strings.Join(values, ","))
	if len(ranges) == 0 {
		return accepted{preferred: jsonType}
	}
	chosen := accepted{preferred: jsonType}
	var quality float64
	var position int
	for _, offered := range []string{jsonType, graphqlType, eventsType} {
		at := match(ranges, offered)
		if at < 0 || ranges[at].quality == 0 {
			continue
		}
		if ranges[at].quality > quality || ranges[at].quality == quality && at < position {
			chosen.preferred, quality, position = offered, ranges[at].quality, at
		}
		chosen.events = chosen.events || offered == eventsType
	}
	return chosen
}

// match returns the index of the most specific range that contains the type, or -1.
func match(ranges []mediaRange, offered string) int {
	family, _, _ := strings.Cut(offered, "/")
	for _, name := range []string{offered, family + "/*", "*/*"} {
		if at := slices.IndexFunc(ranges, func(r mediaRange) bool { return r.name == name }); at >= 0 {
			return at
		}
	}
	return -1
}

// parseAccept ignores parameters other than q, and entries with an invalid q.
func parseAccept(header string) (ranges []mediaRange) {
	for entry := range strings.SplitSeq(header, ",") {
		parts := strings.Split(entry, ";")
		parsed := mediaRange{name: strings.ToLower(strings.TrimSpace(parts[0])), quality: 1}
		for _, parameter := range parts[1:] {
			name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			if !strings.EqualFold(name, "q") {
				continue
			}
			quality, err := strconv.ParseFloat(value, 64)
			if err != nil || !(quality >= 0 && quality <= 1) {
				parsed.name = ""
			}
			parsed.quality = quality
		}
		if parsed.name != "" {
			ranges = append(ranges, parsed)
		}
	}
	return ranges
}

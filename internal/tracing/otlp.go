package tracing

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"
)

// These types are the part of OTLP 1 that firmhub sends, as its specification writes it in JSON:
// ids in hexadecimal, and numbers of 64 bits as texts.
type (
	export struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope      `json:"scope"`
		Spans []spanData `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	spanData struct {
		TraceID      string      `json:"traceId"`
		SpanID       string      `json:"spanId"`
		ParentSpanID string      `json:"parentSpanId,omitempty"`
		Name         string      `json:"name"`
		Kind         Kind        `json:"kind"`
		Start        int64       `json:"startTimeUnixNano,string"`
		End          int64       `json:"endTimeUnixNano,string"`
		Attributes   []attribute `json:"attributes,omitempty"`
		Links        []link      `json:"links,omitempty"`
		Status       status      `json:"status"`
	}
	link struct {
		TraceID string `json:"traceId"`
		SpanID  string `json:"spanId"`
	}
	status struct {
		Code int `json:"code,omitempty"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		Text   *string `json:"stringValue,omitempty"`
		Number *int64  `json:"intValue,omitempty,string"`
	}
)

const (
	scopeName    = "github.com/firmhub/firmhub"
	failedStatus = 2
)

// encoded returns spans as they are sent.
func (t *Tracer) encoded(spans []*Span) export {
	of := resource{}
	for _, key := range slices.Sorted(maps.Keys(t.config.Resource)) {
		of.Attributes = append(of.Attributes, attribute{key, value{Text: new(t.config.Resource[key])}})
	}
	sent := make([]spanData, len(spans))
	for i, s := range spans {
		sent[i] = s.data()
	}
	return export{[]resourceSpans{{of, []scopeSpans{{scope{scopeName, t.config.Version}, sent}}}}}
}

func (s *Span) data() spanData {
	data := spanData{
		TraceID: hex.EncodeToString(s.trace[:]), SpanID: hex.EncodeToString(s.id[:]), Name: s.name, Kind: s.kind,
		Start: s.began.UnixNano(), End: s.ended.UnixNano(), Attributes: s.attributes,
	}
	if s.root != s {
		data.ParentSpanID = hex.EncodeToString(s.parent[:])
	}
	if s.link.trace != [16]byte{} && s.link.span != [8]byte{} {
		data.Links = []link{{hex.EncodeToString(s.link.trace[:]), hex.EncodeToString(s.link.span[:])}}
	}
	if s.failed {
		data.Status.Code = failedStatus
	}
	return data
}

// cut returns a text of at most maxText bytes in valid UTF-8.
func cut(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxText)], "")
}

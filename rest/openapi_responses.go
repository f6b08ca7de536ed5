package rest

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// responses are the success and the refusals, by status.
func (d *describer) responses(r *route, codes []fault.Code) object {
	responses := object{{strconv.Itoa(r.Status), d.success(r)}}
	if r.ChangesWith != "" {
		responses = append(object{{strconv.Itoa(http.StatusOK), d.success(r)}}, responses...)
	}
	if r.Kind == Content {
		responses = append(responses, contentParts()...)
	}
	byStatus := map[int][]fault.Code{}
	for _, code := range codes {
		if known := byStatus[code.Status()]; !slices.Contains(known, code) {
			byStatus[code.Status()] = append(known, code)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		var response any = refusals(byStatus[status]...)
		if len(byStatus[status]) == 1 {
			d.refused[byStatus[status][0]] = true
			response = object{{"$ref", "#/components/responses/" + string(byStatus[status][0])}}
		}
		responses = responses.with(strconv.Itoa(status), response)
	}
	return responses
}

// success returns the response of a route that succeeds.
func (d *describer) success(r *route) object {
	if r.Kind == Stream {
		text := object{{"schema", object{{"type", "string"}}}}
		return object{
			{"description", r.Message},
			{"headers", answerHeaders("Content-Disposition")},
			{"content", object{{"text/csv", text}, {"application/x-ndjson", text}}},
		}
	}
	if r.Kind == Content {
		return contentResponse(r.Message + " A browser saves it, whatever it is.")
	}
	shown := r
	if r.other != nil && !r.orStreams() {
		shown = r.other
	}
	var example any
	if !r.NoData {
		example = d.example(shown.root.Name, shown.root.Definition.Type, shown.root.SelectionSet)
	}
	if data, ok := example.(object); ok && r.Warning != "" {
		example = data.with(r.Warning, nil) // The message has no warning either.
	}
	var further []string
	if r.Location != "" {
		further = append(further, "Location")
	}
	content := jsonContent(d.envelope(r), object{{"isSuccess", true}, {"data", example}, {"message", shown.Message}, {"error", nil}})
	if r.orStreams() {
		text := object{{"schema", object{{"type", "string"}}}}
		content = append(content, object{{"text/csv", text}, {"application/x-ndjson", text}}...)
	}
	if r.Feed {
		content = append(content, member{eventStream, eventStreamOf(example)})
	}
	return object{{"description", r.Message}, {"headers", answerHeaders(further...)}, {"content", content}}
}

// contentResponse is a response with the content of a file, or a part of it.
func contentResponse(description string) object {
	return object{
		{"description", description},
		{"headers", answerHeaders("Content-Disposition")},
		{"content", object{{"*/*", object{{"schema", object{{"type", "string"}, {"format", "binary"}}}}}}},
	}
}

// contentParts are the responses to a request for a part of a file.
func contentParts() object {
	return object{
		{strconv.Itoa(http.StatusPartialContent), contentResponse("The part of the file that Range asks for.")},
		{strconv.Itoa(http.StatusRequestedRangeNotSatisfiable), object{
			{"description", "The file has no such part."}, {"headers", answerHeaders()},
		}},
	}
}

// rangeHeader describes the header that asks for a part of a file.
func rangeHeader() object {
	return object{
		{"name", "Range"},
		{"in", "header"},
		{"required", false},
		{"schema", object{{"type", "string"}, {"maxLength", 100}}},
		{"description", "One part of the file, such as `bytes=0-1023`. With several parts the whole file is answered."},
	}
}

// envelope returns a reference to the component for the response of a route. Routes with the same
// response share one component. It is named after the type of the data: ContactResponse,
// ContactListResponse.
func (d *describer) envelope(r *route) object {
	data := d.data(r)
	name := nameOf(data)
	if r.other != nil && !r.orStreams() {
		further := d.data(r.other)
		data, name = object{{"oneOf", []object{data, further}}}, name+"Or"+nameOf(further)
	}
	if r.NoData {
		name = "Empty"
	}
	if name == "" {
		name = nameOfScalar(r.root.Definition.Type)
	}
	name += "Response"
	d.component(name, func() object {
		return objectSchema("", []string{"isSuccess", "data", "message", "error"}, object{
			{"isSuccess", object{{"type", "boolean"}, {"const", true}}},
			{"data", data},
			{"message", object{{"type", "string"}, {"description", "One sentence for people."}}},
			{"error", object{{"type", "null"}}},
		})
	})
	return componentSchema(name)
}

// nameOf returns the name of the component that a schema refers to, with List for an array of it.
// It is empty for any other schema.
func nameOf(schema object) string {
	if items, ok := schema.get("items").(object); ok {
		if name := nameOf(items); name != "" {
			return name + "List"
		}
		return ""
	}
	reference, _ := schema.get("$ref").(string)
	return strings.TrimPrefix(reference, schemaPath)
}

// data is the schema of a route's data.
func (d *describer) data(r *route) object {
	if r.NoData {
		return object{{"type", "null"}}
	}
	d.omitNull = r.OmitNull
	defer func() { d.omitNull = false }()
	return d.output(nonNull(r.root.Definition.Type), r.root.SelectionSet, r.operation.Name) // null is a refusal
}

// jsonContent is a media type object for JSON.
func jsonContent(schema object, example any) object {
	return object{{"application/json", object{{"schema", schema}, {"example", example}}}}
}

// nameOfScalar returns the name of a scalar, with List for an array of it.
func nameOfScalar(typ *ast.Type) string {
	if typ.Elem != nil {
		return nameOfScalar(typ.Elem) + "List"
	}
	return typ.NamedType
}

// answerHeaders are the headers of every response, and further ones.
func answerHeaders(further ...string) object {
	var all object
	for _, name := range append([]string{RequestIDHeader, limitHeader, remainingHeader, resetHeader}, further...) {
		all = append(all, sharedHeader(name))
	}
	return all
}

// sharedHeader refers to the component of its own name.
func sharedHeader(name string) member {
	return member{name, object{{"$ref", "#/components/headers/" + name}}}
}

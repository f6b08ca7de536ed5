package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// area is a tag of the OpenAPI document.
type area struct{ name, title, description string }

// areas are the folders of the operations, in the order of the document.
func areas() []area {
	return []area{
		{"auth", "Authentication", "Signing in and out, and choosing a firm."},
		{"contact", "Contacts", "The people whom a firm writes to."},
		{"file", "Files", "What users and API clients upload: lists to import, pictures."},
		{"firm", "Firm", "The firm that the caller works in."},
		{"user", "Users", "The people who work in a firm."},
		{"role", "Roles", "What the people of a firm may do, and why."},
		{"apiclient", "API clients", "Other programs that work in a firm by a key."},
		{"wallet", "Wallet", "The money of a firm, and what it was spent on."},
		{"audit", "Audit", "Who changed what in a firm."},
		{"messaging", "Messages", "What a firm has sent and received, and what became of it."},
		{"campaign", "Campaigns", "Templates that are sent to many contacts: audience, price, schedule, progress and report."},
		{"channel", "Channels", "The addresses that a firm sends and receives messages by, at providers such as WhatsApp."},
		{"template", "Templates", "The texts from which a firm makes messages, with parameters, versions and the approval of WhatsApp."},
		{"conversation", "Conversations", "What the firm and people have written to each other, who answers, and quick replies."},
		{"consent", "Consent", "Which addresses may get marketing messages, and how the firm knows."},
		{"analytics", "Messaging analytics", "How many messages there are, in the firm's time zone."},
		{"webhook", "Webhooks and events", "What has changed in a firm, for other programs."},
		{"notification", "Notifications", "What happened, for one user of a firm or for everyone in it."},
		{"admin", "Administration", "For users whose active firm is the super-firm."},
	}
}

// OpenAPI returns the OpenAPI 3.1 document of all routes.
func (a *API) OpenAPI() ([]byte, error) { return a.openAPI() }

// ServeOpenAPI serves the document of [API.OpenAPI].
func (a *API) ServeOpenAPI(w http.ResponseWriter, request *http.Request) {
	document, err := a.OpenAPI()
	if err != nil {
		Refuse(w, request, fmt.Errorf("rest: OpenAPI: %w", err))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if request.Method != http.MethodHead {
		_, _ = w.Write(document) // A client that left needs no answer.
	}
}

// checkDescription returns an error that names each route without an area or a name of its own in
// the OpenAPI document.
func checkDescription(routes []*route) error {
	var faults []error
	ids := map[string]bool{}
	for _, r := range routes {
		id := r.operation.Name
		if id == "" || ids[id] {
			faults = append(faults, fmt.Errorf("%s: the operation needs a name of its own, not %q", r.pattern(), id))
		}
		ids[id] = true
		if !slices.ContainsFunc(areas(), func(a area) bool { return a.name == r.area() }) {
			faults = append(faults, fmt.Errorf("%s: there is no area %q", r.pattern(), r.area()))
		}
	}
	return errors.Join(faults...)
}

// describe generates the OpenAPI document from the routes, their documents and the GraphQL schema.
func describe(options Options, routes []*route) ([]byte, error) {
	d := &describer{
		schema: options.Schema, executor: options.Executor, refused: map[fault.Code]bool{}, examples: map[string]func() any{},
	}
	var paths object
	for _, r := range routes {
		if r.With != "" {
			continue // described with the route that it replaces
		}
		at := slices.IndexFunc(areas(), func(a area) bool { return a.name == r.area() })
		methods, _ := paths.get(r.Path).(object)
		paths = paths.with(r.Path, append(methods, member{strings.ToLower(r.Method), d.operation(r, areas()[at].title)}))
	}

	tags := make([]object, 0, len(areas()))
	for _, a := range areas() {
		tags = append(tags, object{{"name", a.title}, {"description", a.description}})
	}
	webhooks, err := d.webhooks(options.Events)
	if err != nil {
		return nil, err
	}
	var document bytes.Buffer
	encoder := json.NewEncoder(&document)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(object{
		{"openapi", "3.1.0"},
		{"info", object{
			{"title", "firmhub"},
			{"version", cmp.Or(options.Version, "dev")},
			{"description", introduction},
			{"contact", object{{"name", "firmhub"}, {"url", "https://github.com/firmhub/firmhub"}}},
			{"license", object{{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}},
		}},
		{"servers", []object{{{"url", "/"}}}},
		{"tags", tags},
		{"paths", paths},
		{"webhooks", webhooks},
		{"components", object{
			{"securitySchemes", securitySchemes()},
			{"headers", headers()},
			{"responses", d.refusalResponses()},
			{"schemas", append(failureSchemas(), d.components...)},
		}},
	})
	return document.Bytes(), err
}

const introduction = "A multi-tenant backend for business messaging. Every answer but a stream is one envelope of four fields: " +
	"isSuccess, data, message and error. Unknown fields of a body are ignored, enum values are taken in any case, and a list in a " +
	"query repeats its name or uses commas. The same operations, and more, are at /graphql under the names in " +
	"x-graphql-operation."

// answered is the sentence of a description about the result. REST does not need it for a route
// without data.
var answered = regexp.MustCompile(`\s*\bAnswers\s+(true|its\s+id|its\s+name)\.`)

// alone is the sentence of a description about other fields of a mutation. An operation of REST has
// one field.
var alone = regexp.MustCompile(`\s*It opens its own transactions, so it must be the only field of [^.]*\.`)

// describer collects the components that the operations refer to.
type describer struct {
	schema     *ast.Schema
	executor   Executor
	components object
	// refused are the codes whose response is a component.
	refused map[fault.Code]bool
	// examples make the examples of what operations answer, by the names of their components.
	examples map[string]func() any
	// omitNull is set until the fields of the data of a route with OmitNull are described.
	omitNull bool
}

// operationID returns the name of an operation in generated clients. Names of queries begin with
// get. So the name that a generator makes for the response of contact, ContactResponse, differs
// from the name of an envelope.
func operationID(operation *ast.OperationDefinition) string {
	if operation.Operation == ast.Query {
		return "get" + capital(operation.Name)
	}
	return operation.Name
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func (d *describer) operation(r *route, tag string) object {
	description := r.root.Definition.Description
	if r.NoData {
		description = strings.TrimSpace(answered.ReplaceAllString(description, ""))
	}
	if r.other != nil && !r.orStreams() {
		description += " With `" + r.other.With + "`: " + r.other.root.Definition.Description
	}
	description = alone.ReplaceAllString(description, "")
	summary, _, _ := strings.Cut(strings.ReplaceAll(description, "\n", " "), ". ")
	summary, _, _ = strings.Cut(summary, ": ")
	op := object{
		{"operationId", operationID(r.operation)},
		{"tags", []string{tag}},
		{"summary", strings.TrimSuffix(summary, ".")},
		{"description", description},
		{"x-graphql-operation", r.root.Name},
	}
	if r.other != nil {
		op = op.with("x-graphql-operation-with", object{{r.other.With, r.other.root.Name}})
	}
	codes := []fault.Code{fault.TooManyRequests, fault.InternalError, fault.Unavailable}
	switch access := r.root.Definition.Directives; {
	case access.ForName("public") != nil:
		op = op.with("security", []object{})
	case access.ForName("can") != nil:
		can := access.ForName("can").Arguments
		module, action := can.ForName("module").Value.Raw, can.ForName("action").Value.Raw
		op = op.with("x-permission", module+":"+action)
		if or := can.ForName("or"); or != nil {
			op = op.with("x-permission-or", module+":"+or.Value.Raw)
		}
		if d.executor.TakesKeys(r.root.Definition) {
			op = op.with("security", []object{{{"bearer", []string{}}}, {{"apiKey", []string{}}}})
		}
		codes = append(codes, fault.Unauthorized, fault.Forbidden)
	case access.ForName("apiKey") != nil:
		op = op.with("security", []object{{{"apiKey", []string{}}}})
		codes = append(codes, fault.Unauthorized, fault.Forbidden)
	case access.ForName("superFirm") != nil:
		op = op.with("x-super-firm", true)
		codes = append(codes, fault.Unauthorized, fault.Forbidden)
	default: // @auth. Forbidden is for a session without a firm, a password that must be changed first, and most visits.
		codes = append(codes, fault.Unauthorized, fault.Forbidden)
		if isOpen(access, "keys") {
			op = op.with("security", []object{{{"bearer", []string{}}}, {{"apiKey", []string{}}}})
		}
	}
	if op.get("security") == nil {
		op = op.with("security", []object{{{"bearer", []string{}}}})
	}
	parameters := d.parameters(r)
	if r.other != nil {
		parameters = append(parameters, slices.DeleteFunc(d.parameters(r.other), func(of object) bool {
			return slices.ContainsFunc(parameters, func(known object) bool {
				return known.get("name") == of.get("name") && known.get("in") == of.get("in")
			})
		})...)
	}
	if r.orStreams() {
		parameters = append(parameters, formatInstead())
	}
	if r.Feed {
		parameters = append(parameters, lastEventID())
	}
	if r.Kind == Content {
		parameters = append(parameters, rangeHeader())
	}
	if visits(r.root.Definition.Directives) {
		parameters = append(parameters, firmIDHeader())
	}
	if r.Kind == Stream {
		parameters = append(parameters, formatOfStream())
		codes = append(codes, fault.ValidationError)
	}
	if len(parameters) > 0 {
		op = op.with("parameters", parameters)
	}
	if body := d.requestBody(r); body != nil {
		op = op.with("requestBody", body)
		codes = append(codes, fault.PayloadTooLarge, fault.UnsupportedMediaType)
	}
	if (len(r.operation.VariableDefinitions) > 0 || r.other != nil) && r.Kind != Stream {
		codes = append(codes, fault.ValidationError)
	}
	if len(r.wildcards) > 0 {
		codes = append(codes, fault.NotFound)
	}
	op = op.with("responses", d.responses(r, append(codes, r.Refusals...)))
	return op
}

// names are the names on the wire that a route takes, without the wildcards of its path and the
// headers.
func (d *describer) names(r *route) []declaration {
	return slices.DeleteFunc(r.declarations(), func(name declaration) bool {
		return r.Headers[name.name] != "" || slices.ContainsFunc(r.wildcards, func(w wildcard) bool { return w.name == name.name })
	})
}

// parameters are the wildcards of the path, the headers, and the names of a query.
func (d *describer) parameters(r *route) []object {
	parameters := make([]object, 0, len(r.wildcards))
	for _, w := range r.wildcards {
		parameters = append(parameters, d.parameter("path", w.declaration, true))
	}
	for _, name := range r.declarations() {
		if header := r.Headers[name.name]; header != "" {
			name.name = header
			parameters = append(parameters, d.parameter("header", name, name.required()))
		}
	}
	if !r.takesQuery {
		return parameters
	}
	for _, name := range d.names(r) {
		if aliases := r.binding.Aliases[name.name]; len(aliases) > 0 {
			name.description = strings.TrimSpace(name.description + " Also taken as " + strings.Join(aliases, ", ") + ".")
		}
		parameters = append(parameters, d.parameter("query", name, name.required() && !r.takesBody))
	}
	return parameters
}

// visits reports whether an operation takes X-Firm-Id. It does if it needs a permission or a key,
// or has visit: true.
func visits(access ast.DirectiveList) bool {
	return access.ForName("can") != nil || access.ForName("apiKey") != nil || isOpen(access, "visit")
}

// isOpen reports whether an operation for signed-in users is open in a circumstance. The
// circumstance is an argument of @auth.
func isOpen(access ast.DirectiveList, circumstance string) bool {
	auth := access.ForName("auth")
	if auth == nil {
		return false
	}
	argument := auth.Arguments.ForName(circumstance)
	return argument != nil && argument.Value.Raw == "true"
}

func (d *describer) parameter(in string, of declaration, required bool) object {
	there := *of.typ
	there.NonNull = true // Text is never null.
	parameter := object{
		{"name", of.name},
		{"in", in},
		{"required", required},
		{"schema", of.limited(d.input(&there))},
	}
	if required { // Readers send what has an example.
		parameter = parameter.with("example", d.example(sentAs(of.name), of.typ, nil))
	}
	if of.description != "" {
		parameter = parameter.with("description", of.description)
	}
	return parameter
}

// requestBody returns nil for a route without a body.
func (d *describer) requestBody(r *route) any {
	if r.Kind == Upload {
		return object{
			{"required", true},
			{"content", object{{"multipart/form-data", object{{"schema", objectSchema("", []string{fileField}, object{
				{fileField, object{
					{"type", "string"},
					{"format", "binary"},
					{"description", fmt.Sprintf("The file, of at most %d bytes.", r.MaxFile)},
				}},
			})}}}}},
		}
	}
	if !r.takesBody {
		return nil
	}
	var schema object
	if input := r.operation.VariableDefinitions.ForName(bind.Input); input != nil && len(d.names(r)) == len(r.declarations()) {
		schema = d.input(ast.NonNullNamedType(input.Type.Name(), nil))
	} else {
		schema = d.inputObject(d.names(r), "")
	}
	example, whole := object{}, d.exampleInput(r)
	for _, name := range d.names(r) {
		switch value := whole.get(name.name); {
		case whole == nil:
			example = example.with(name.name, d.example(sentAs(name.name), name.typ, nil))
		case value != nil:
			example = example.with(name.name, value)
		}
	}
	return object{
		{"required", !r.OptionalBody && !r.takesQuery},
		{"content", jsonContent(schema, example)},
	}
}

// exampleInput returns the example of the input of a route as a whole, or nil.
func (d *describer) exampleInput(r *route) object {
	if input := r.operation.VariableDefinitions.ForName(bind.Input); input != nil {
		return exampleInputs()[input.Type.Name()]
	}
	return nil
}

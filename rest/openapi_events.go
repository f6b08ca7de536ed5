package rest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Event describes a type of events that webhooks get.
type Event struct {
	// Type names it, such as contact.created.
	Type string
	// When is a sentence about when it is raised.
	When string
	// Permission is needed to get it.
	Permission string
	// Record is the component of its data. It is empty for {"id": …}.
	Record string
	// ReadLater means that the record is read after the change. By then it may be deleted.
	ReadLater bool
}

// testEvent is the type of the events by which a webhook is tested.
const testEvent = "webhook.test"

const (
	exampleSecond    = "1769851800"
	exampleSignature = "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
)

// webhooks returns the calls that firmhub makes to webhooks, by type. The operations must have been
// described before: they have the components of the records. It returns an error for a record
// without a component.
func (d *describer) webhooks(events []Event) (object, error) {
	all := object{}
	if len(events) == 0 {
		return all, nil
	}
	for _, e := range events {
		data, example := d.idOnly(), any(object{{"id", exampleID}})
		if e.Record != "" {
			made, ok := d.examples[e.Record]
			if !ok {
				return nil, fmt.Errorf("the event %s has the record %q, which no operation answers", e.Type, e.Record)
			}
			data, example = componentSchema(e.Record), made()
			if e.ReadLater {
				data = object{
					{"anyOf", []object{data, d.idOnly()}},
					{"description", "The record shortly after the change; its id alone if it was deleted by then."},
				}
			}
		}
		all = all.with(e.Type, object{{"post", d.call(e, data, example)}})
	}
	id := object{{"type", "string"}, {"format", "uuid"}, {"description", "The webhook that is tested."}}
	data := objectSchema("", []string{"webhookId"}, object{{"webhookId", id}})
	test := Event{Type: testEvent, When: "A person tests the webhook. This event is not in the feed."}
	return all.with(testEvent, object{{"post", d.call(test, data, object{{"webhookId", exampleID}})}}), nil
}

// idOnly is the data of an event of a record that is deleted.
func (d *describer) idOnly() object {
	const name = "DeletedRecord"
	d.component(name, func() object {
		return objectSchema("A record that is deleted.", []string{"id"}, object{{"id", object{{"type", "string"}, {"format", "uuid"}}}})
	})
	return componentSchema(name)
}

// call describes a call to a webhook.
func (d *describer) call(e Event, data object, example any) object {
	var name strings.Builder
	for part := range strings.SplitSeq(e.Type, ".") {
		name.WriteString(capital(part))
	}
	text := func(format, description string) object {
		return object{{"type", "string"}, {"format", format}, {"description", description}}
	}
	d.component(name.String()+"Event", func() object {
		return objectSchema(e.When, []string{"id", "type", "timestamp", "firmId", "sequence", "data"}, object{
			{"id", text("uuid", "The id of the event, the same at each attempt and replay.")},
			{"type", object{{"type", "string"}, {"const", e.Type}}},
			{"timestamp", text("date-time", "When it happened.")},
			{"firmId", text("uuid", "The firm in which it happened.")},
			{"sequence", object{
				{"type", "integer"},
				{"format", "int64"},
				{"minimum", 0},
				{"description", "The number of the event in its firm, from 1, without gaps; 0 for a test."},
			}},
			{"data", data},
		})
	})
	call := object{
		{"operationId", "on" + name.String()},
		{"tags", []string{"Webhooks and events"}},
		{"summary", strings.TrimSuffix(e.When, ".")},
		{"description", e.When + " Answer with 2xx within 15 seconds, and do slow work afterwards."},
		{"security", []object{}},
	}
	if e.Permission != "" {
		call = call.with("x-permission", e.Permission)
	}
	sequence := 1205
	if e.Type == testEvent {
		sequence = 0
	}
	return append(call, object{
		{"parameters", signedHeaders()},
		{"requestBody", object{
			{"required", true},
			{"content", jsonContent(componentSchema(name.String()+"Event"), object{
				{"id", exampleRequestID},
				{"type", e.Type},
				{"timestamp", "2026-01-31T09:30:00Z"},
				{"firmId", exampleID},
				{"sequence", sequence},
				{"data", example},
			})},
		}},
		{"responses", object{
			{"2XX", object{{"description", "The event is taken. After any other answer, or none, it is sent again."}}},
			{"410", object{{"description", "Disables the webhook."}}},
		}},
	}...)
}

// signedHeaders are the headers of Standard Webhooks.
func signedHeaders() []object {
	header := func(name, example, description string) object {
		return object{
			{"name", name},
			{"in", "header"},
			{"required", true},
			{"schema", object{{"type", "string"}}},
			{"example", example},
			{"description", description},
		}
	}
	return []object{
		header("webhook-id", exampleRequestID, "The id of the event, the same at each attempt and replay."),
		header("webhook-timestamp", exampleSecond, "When this attempt was made, in seconds since 1970."),
		header("webhook-signature", exampleSignature, "`v1,` and the base64 of the HMAC-SHA256, by the secret, of id, timestamp and "+
			"body, with dots between them. There are two, with a space between them, for 24 hours after the secret was rotated."),
	}
}

// lastEventID is the header by which a client that lost a stream goes on.
func lastEventID() object {
	return object{
		{"name", "Last-Event-ID"},
		{"in", "header"},
		{"required", false},
		{"schema", object{{"type", "string"}, {"maxLength", 40}}},
		{"description", "With Accept: text/event-stream, the id of the last event that was read, instead of `after`."},
	}
}

// eventStreamOf describes the answer of a feed as Server-Sent Events, by the example of a page.
func eventStreamOf(page any) object {
	text := ":\n\n"
	if page, ok := page.(object); ok {
		if items, ok := page.get("items").([]any); ok && len(items) > 0 {
			if item, ok := items[0].(object); ok {
				encoded, _ := json.Marshal(item)
				text = fmt.Sprintf("id: %v\ndata: %s\n\n", item.get("id"), encoded)
			}
		}
	}
	return object{
		{"schema", object{
			{"type", "string"},
			{"description", "Server-Sent Events without an end: `id` is the id of the item, and `data` the item as JSON on one line. " +
				"A comment comes at least every 15 seconds."},
		}},
		{"example", text},
	}
}

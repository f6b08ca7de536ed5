package app

import (
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/rest"
)

// describedEvents returns the types of events for the OpenAPI document.
func describedEvents() []rest.Event {
	kinds := event.Kinds()
	described := make([]rest.Event, len(kinds))
	for i, k := range kinds {
		described[i] = rest.Event{
			Type: string(k.Type), When: k.When, Permission: k.Module + ":View", Record: k.Schema, ReadLater: k.Read != "",
		}
	}
	return described
}

package whatsapp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

const (
	// maxEvents is how many events of a hook are read, in all its lists. Meta puts up to 1,000
	// updates into a hook.
	maxEvents = 10_000
	// maxItems is how many items of a list in a hook are read: entries, changes of an entry, and
	// contacts, messages and statuses of a change.
	maxItems = maxEvents
)

var errNoList = errors.New("not a list")

// few is a list of which at most maxItems are decoded, so that a small hook does not become large
// in memory.
type few[T any] struct {
	items []T
	// rest is the text that was not decoded, or nil.
	rest []byte
}

// UnmarshalJSON implements [json.Unmarshaler]. Null is the empty list.
func (f *few[T]) UnmarshalJSON(text []byte) error {
	*f = few[T]{}
	if string(text) == "null" {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
		return errNoList
	}
	for decoder.More() {
		if len(f.items) == maxItems {
			f.rest = bytes.Clone(bytes.TrimLeft(text[decoder.InputOffset():], ", \t\r\n"))
			return nil
		}
		var item T
		if err := decoder.Decode(&item); err != nil {
			return err
		}
		f.items = append(f.items, item)
	}
	return nil
}

// tooMany returns the event that says that the rest of the list was not read, or none.
func (f *few[T]) tooMany(name string) []provider.Event {
	if f.rest == nil {
		return nil
	}
	return []provider.Event{unreadable(f.rest, fmt.Errorf("more than %d %s", maxItems, name))}
}

// atMost returns the events. Beyond maxEvents one event says that the others were left out, or what
// could not be read.
func atMost(events []provider.Event) []provider.Event {
	if len(events) <= maxEvents || len(events) == maxEvents+1 && events[maxEvents].Err != nil {
		return events
	}
	return append(events[:maxEvents:maxEvents], unreadable(nil, fmt.Errorf("more than %d events in a hook", maxEvents)))
}

package webhook

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

const maxName = 100

// Ref names a webhook to act on.
type Ref struct{ ID uuid.UUID }

// CreateInput describes a new webhook.
type CreateInput struct {
	Name string
	URL  string
	// EventTypes are the types that it gets; none means all.
	EventTypes []string
	Ordered    bool
}

// Validate trims the texts and returns every fault.
func (in *CreateInput) Validate(guard *outbound.Guard) fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "name", &in.Name, maxName)
	checkURL(&faults, guard, in.URL)
	checkTypes(&faults, in.EventTypes)
	return faults
}

// UpdateInput describes changes of a webhook. Nil fields do not change.
type UpdateInput struct {
	ID         uuid.UUID
	Name       *string
	URL        *string
	EventTypes *[]string
	Ordered    *bool
	Status     *Status
}

// Validate trims the texts and returns every fault.
func (in *UpdateInput) Validate(guard *outbound.Guard) fault.Details {
	var faults fault.Details
	if in.Name != nil {
		plaintext.CheckName(&faults, "name", in.Name, maxName)
	}
	if in.URL != nil {
		checkURL(&faults, guard, *in.URL)
	}
	if in.EventTypes != nil {
		checkTypes(&faults, *in.EventTypes)
	}
	if in.Status != nil && *in.Status != Active && *in.Status != Paused {
		faults.Add("status", "must be Active or Paused")
	}
	return faults
}

func checkURL(faults *fault.Details, guard *outbound.Guard, url string) {
	if err := guard.CheckTarget(url); err != nil {
		faults.Add("url", "%s", err)
	}
}

func checkTypes(faults *fault.Details, types []string) {
	seen := map[string]bool{}
	for i, of := range types {
		field := fmt.Sprintf("eventTypes[%d]", i)
		if _, known := event.KindOf(event.TypeName(of)); !known {
			faults.Add(field, "must be a type of events, such as contact.created")
		} else if seen[of] {
			faults.Add(field, "is there twice")
		}
		seen[of] = true
	}
}

// ReplayInput selects past events.
type ReplayInput struct {
	ID    uuid.UUID
	Since time.Time
	// Until is now if it is nil.
	Until *time.Time
	// EventTypes are the types among those of the webhook; none means all of these.
	EventTypes []string
}

// Validate returns every fault.
func (in *ReplayInput) Validate() fault.Details {
	var faults fault.Details
	checkTypes(&faults, in.EventTypes)
	if in.Until != nil && !in.Until.After(in.Since) {
		faults.Add("until", "must be after since")
	}
	return faults
}

// DeliveriesInput selects a page of the deliveries of a webhook. Nil fields select every delivery.
type DeliveriesInput struct {
	ID             uuid.UUID
	Status         *DeliveryStatus
	EventType      *string
	Page, PageSize *int
}

// Validate returns every fault.
func (in *DeliveriesInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.EventType != nil {
		if _, known := event.KindOf(event.TypeName(*in.EventType)); !known {
			faults.Add("eventType", "must be a type of events, such as contact.created")
		}
	}
	return faults
}

// DeliveryRef names a delivery to act on.
type DeliveryRef struct {
	ID         uuid.UUID
	DeliveryID uuid.UUID
}

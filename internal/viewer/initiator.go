package viewer

import (
	"context"
	"net/netip"

	"github.com/google/uuid"
)

// Initiator is the part of a viewer that a job keeps: who queued it, and in which request. The zero Initiator is
// firmhub itself. It holds no rights; those are looked up when the job runs.
type Initiator struct {
	// UserID is that of a User, APIClientID that of an APIClient.
	UserID      uuid.UUID `json:"userId,omitzero"`
	APIClientID uuid.UUID `json:"apiClientId,omitzero"`
	// HomeFirmID is set for a user of the super-firm who gave support in the firm of the job.
	HomeFirmID uuid.UUID `json:"homeFirmId,omitzero"`
	// RequestID and Address are those of the request that queued the job.
	RequestID string     `json:"requestId,omitempty"`
	Address   netip.Addr `json:"address,omitzero"`
}

// Initiator returns what a job keeps of the viewer.
func (v *Viewer) Initiator() Initiator {
	return Initiator{
		UserID: v.UserID, APIClientID: v.APIClientID, HomeFirmID: v.HomeFirmID,
		RequestID: v.Request.ID, Address: v.Request.Address,
	}
}

// Kind returns User, APIClient or System.
func (i Initiator) Kind() Kind {
	switch {
	case i.UserID != uuid.Nil:
		return User
	case i.APIClientID != uuid.Nil:
		return APIClient
	}
	return System
}

// Lookup returns the viewer that an initiator is now in a firm. Its error is Unauthorized or Forbidden when the
// initiator may not act there any more.
type Lookup func(ctx context.Context, firm uuid.UUID, by Initiator) (*Viewer, error)

// ForJob returns the context of a job that by queued for a firm. The job acts with the rights that lookup finds now,
// not with those of the time when it was queued; a job that firmhub itself queued acts as System.
func ForJob(ctx context.Context, firm uuid.UUID, by Initiator, lookup Lookup) (context.Context, error) {
	v := &Viewer{Kind: System, FirmID: firm}
	if by.Kind() != System {
		found, err := lookup(ctx, firm, by)
		if err != nil {
			return nil, err
		}
		v = found
	}
	v.Request = Request{ID: by.RequestID, Address: by.Address}
	return NewContext(ctx, v), nil
}

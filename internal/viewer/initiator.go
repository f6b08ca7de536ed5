package viewer

import (
	"context"
	"errors"
	"net/netip"

	"github.com/google/uuid"
)

// Initiator is the part of a viewer that is stored with a job: who queued it, and in which request.
// The zero Initiator is firmhub itself. Permissions are not stored; they are looked up when the job
// runs.
type Initiator struct {
	// UserID is set for a User, APIClientID for an APIClient.
	UserID      uuid.UUID `json:"userId,omitzero"`
	APIClientID uuid.UUID `json:"apiClientId,omitzero"`
	// HomeFirmID is set for a user of the super-firm who queued the job on a support visit.
	HomeFirmID uuid.UUID `json:"homeFirmId,omitzero"`
	// RequestID and Address identify the request that queued the job.
	RequestID string     `json:"requestId,omitempty"`
	Address   netip.Addr `json:"address,omitzero"`
}

// Initiator returns the part of the viewer that is stored with a job.
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

// ErrInactive is the cause of the refusal of a [Lookup] whose firm is not active: the initiator may
// act there again when it is.
var ErrInactive = errors.New("viewer: the firm is not active")

// Lookup returns the viewer for an initiator with its present permissions in the firm. It returns
// Unauthorized or Forbidden when the initiator may no longer act there, because of [ErrInactive] if
// that is so for as long as the firm is not active.
type Lookup func(ctx context.Context, firm uuid.UUID, by Initiator) (*Viewer, error)

// ForJob returns the context in which a job of a firm runs. The initiator by queued it. The job
// runs with the permissions that lookup finds now, not with those at the time of queueing. A job
// that firmhub itself queued runs as System.
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

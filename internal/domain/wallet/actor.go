package wallet

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Actor is the actor of an entry. A hold is settled by the server, on behalf of the actor who made
// it. So whoever stores what was held stores the actor with it.
type Actor struct {
	Kind walletentry.ActorKind
	// ID is the id of the user or API client; nil for firmhub itself.
	ID *uuid.UUID
	// Name is the e-mail address of a user at the time, the subject of an API client, or firmhub.
	Name string
}

// ActorOf returns the viewer as the actor of entries.
func ActorOf(v *viewer.Viewer) Actor {
	switch v.Kind {
	case viewer.User:
		return Actor{walletentry.ActorKindUser, &v.UserID, v.Email}
	case viewer.APIClient:
		return Actor{walletentry.ActorKindApiClient, &v.APIClientID, v.Subject()}
	case viewer.System, viewer.Anonymous:
	}
	return Actor{walletentry.ActorKindSystem, nil, "firmhub"}
}

package graph

import (
	"context"
	"slices"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/domain/messaging"
)

// mayExecuteCampaigns reports whether the viewer may execute campaigns.
func (r *resolver) mayExecuteCampaigns(ctx context.Context) (bool, error) {
	held, err := r.options.Authz.Held(ctx, authz.Permission{Module: "MessagingCampaign", Action: "Execute"})
	return len(held) > 0, err
}

// sendRights returns what the viewer may do when sending messages.
func (r *resolver) sendRights(ctx context.Context) (messaging.Rights, error) {
	write := authz.Permission{Module: "MessagingChat", Action: "SendMessage"}
	templates := authz.Permission{Module: "MessagingChat", Action: "SendTemplate"}
	start := authz.Permission{Module: "MessagingChat", Action: "StartConversation"}
	held, err := r.options.Authz.Held(ctx, write, templates, start)
	return messaging.Rights{
		Write: slices.Contains(held, write), Template: slices.Contains(held, templates), Start: slices.Contains(held, start),
	}, err
}

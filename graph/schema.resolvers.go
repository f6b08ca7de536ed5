package graph

import (
	"github.com/firmhub/firmhub/graph/generated"
)

func (r *resolver) Mutation() generated.MutationResolver { return &mutationResolver{r} }

func (r *resolver) Query() generated.QueryResolver { return &queryResolver{r} }

func (r *resolver) Subscription() generated.SubscriptionResolver { return &subscriptionResolver{r} }

type (
	mutationResolver     struct{ *resolver }
	queryResolver        struct{ *resolver }
	subscriptionResolver struct{ *resolver }
)

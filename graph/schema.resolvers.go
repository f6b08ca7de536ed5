package graph

import (
	"github.com/firmhub/firmhub/graph/generated"
)

func (r *resolver) Mutation() generated.MutationResolver { return &mutationResolver{r} }

func (r *resolver) Query() generated.QueryResolver { return &queryResolver{r} }

type (
	mutationResolver struct{ *resolver }
	queryResolver    struct{ *resolver }
)

package graph

func (r *resolver) Mutation() MutationResolver { return &mutationResolver{r} }

func (r *resolver) Query() QueryResolver { return &queryResolver{r} }

type (
	mutationResolver struct{ *resolver }
	queryResolver    struct{ *resolver }
)

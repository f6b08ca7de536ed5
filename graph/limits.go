package graph

import (
	"context"
	"time"

	"entgo.io/contrib/entgql"
	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/firm"
)

const (
	// tokenLimit bounds the lexical tokens of a document; the largest of our own has about 150.
	tokenLimit = 5000
	// depthLimit bounds the nesting of selections; contacts.edges.node.phones.phone has 5.
	depthLimit = 12
	// complexityLimit bounds what an operation may ask for: two full pages of 100 contacts with everything in them.
	complexityLimit = 8000
	// rootCost is what a root field costs beside its selection: a query or two.
	rootCost = 20
	// passwordCost is that of a root field which hashes a password.
	passwordCost = 1000

	retryAfterOutage = 5 * time.Second
)

// complexity prices lists by the page that is asked for.
func complexity() ComplexityRoot {
	var c ComplexityRoot
	c.Query.Me = func(child int) int { return rootCost + child }
	c.Query.Contact = func(child int, _ uuid.UUID) int { return rootCost + child }
	c.Query.ContactPage = func(child int, in contact.PageInput) int {
		return rootCost + child*pageSize(in.PageSize)
	}
	c.Query.Contacts = func(child int, _ *entgql.Cursor[uuid.UUID], first *int, _ *entgql.Cursor[uuid.UUID], last *int,
		_ *contact.FilterInput, _ *ent.ContactOrder,
	) int {
		if first == nil {
			first = last
		}
		return rootCost + child*pageSize(first)
	}
	c.Mutation.CreateContact = func(child int, _ contact.CreateInput) int { return 5*rootCost + child }
	c.Mutation.CreateFirm = func(child int, _ firm.CreateInput) int { return passwordCost + child }
	c.Mutation.Login = func(child int, _ auth.LoginInput) int { return passwordCost + child }
	c.Mutation.ChangePassword = func(child int, _ auth.ChangePasswordInput) int { return passwordCost + child }
	return c
}

// pageSize is what a list costs at the most; sizes out of bounds are refused elsewhere, and priced as the largest.
func pageSize(asked *int) int {
	switch {
	case asked == nil:
		return contact.DefaultPageSize
	case *asked < 1 || *asked > contact.MaxPageSize:
		return contact.MaxPageSize
	}
	return *asked
}

// depth refuses documents that nest deeper than depthLimit.
type depth struct{}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = depth{}

// ExtensionName implements graphql.HandlerExtension.
func (depth) ExtensionName() string { return "DepthLimit" }

// Validate implements graphql.HandlerExtension.
func (depth) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements graphql.OperationContextMutator.
func (depth) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	if deeper(operation.Operation.SelectionSet, depthLimit) {
		return gqlerror.Errorf("The document nests deeper than %d levels.", depthLimit)
	}
	return nil
}

func deeper(selections ast.SelectionSet, levels int) bool {
	if len(selections) == 0 {
		return false
	}
	if levels == 0 {
		return true
	}
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			if !isIntrospection(selected.Name) && deeper(selected.SelectionSet, levels-1) {
				return true
			}
		case *ast.InlineFragment:
			if deeper(selected.SelectionSet, levels) {
				return true
			}
		case *ast.FragmentSpread:
			// Validation refused cycles before.
			if deeper(selected.Definition.SelectionSet, levels) {
				return true
			}
		}
	}
	return false
}
